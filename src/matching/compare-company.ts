import { hasRightCheckDigit } from '../records/ico.ts'
import { parseCompanyName } from '../text/company-name.ts'
import { parseSubjectName } from '../text/subject-name.ts'
import { isOneDigitOff } from './house-number.ts'
import { compareWords, matchName } from './match-name.ts'
import { ALIKE, AS_WRITTEN, applyRules, type Comparison, type PartResult, type Rules, SAME } from './part-result.ts'
import { type Token, tokenize } from './tokens.ts'

/** The parts in which a company may be given. */
export interface GivenCompany {
  readonly ico?: string
  readonly name?: string
  readonly town?: string
}

export type CompanyPart = 'ico' | 'name' | 'form' | 'town'
export type CompanyComparison = Comparison<CompanyPart>

/** A company of a register. */
export interface CompanyRecord {
  readonly ico: string | null
  readonly name: string
  readonly otherNames: readonly string[]
  /** The town, and the seat in one line, which names its part too. */
  readonly municipality: string | null
  readonly address: string
}

const FORM: readonly PartResult[] = [...AS_WRITTEN, 'missing', 'added']

/** A company moves and changes its form, so neither contradicts its number and name. */
const COMPANY_RULES: Rules<CompanyPart> = {
  statuses: [
    { status: 'exact', allows: { ico: SAME, name: SAME, form: SAME, town: SAME } },
    { status: 'corrected', allows: { form: FORM }, requires: { ico: AS_WRITTEN, name: [...ALIKE, 'added'] } },
    { status: 'corrected', requires: { ico: AS_WRITTEN, name: ALIKE } },
    { status: 'completed', requires: { ico: AS_WRITTEN, name: ['missing'] } },
    { status: 'corrected', allows: { form: FORM }, requires: { ico: ['typing error'], name: AS_WRITTEN, town: ALIKE } },
    { status: 'completed', allows: { form: FORM }, requires: { ico: ['missing'], name: ALIKE, town: ALIKE } },
    {
      status: 'completed',
      allows: { form: AS_WRITTEN },
      requires: { ico: ['missing'], name: AS_WRITTEN, town: ['missing'] },
    },
    { status: 'conflict', requires: { ico: AS_WRITTEN } },
    { status: 'conflict', requires: { name: AS_WRITTEN } },
    { status: 'none' },
  ],
  penalties: {
    ico: { 'written otherwise': 1, 'typing error': 8, missing: 6, conflict: 60 },
    name: { 'written otherwise': 1, 'typing error': 4, missing: 3, added: 5, conflict: 60 },
    form: { 'written otherwise': 0, missing: 1, added: 2, conflict: 8 },
    town: { 'written otherwise': 0, 'typing error': 2, missing: 6, conflict: 8 },
  },
}

export function compareCompany(given: GivenCompany, record: CompanyRecord): CompanyComparison {
  const names = [record.name, ...record.otherNames].map((name) => compareName(given.name, name))
  const best = names.reduce((one, other) => (rankOf(other) < rankOf(one) ? other : one))
  // A former name is the name of the company, written otherwise.
  const name = best !== names[0] && best.name === 'equal' ? 'written otherwise' : best.name
  const parts: Partial<Record<CompanyPart, PartResult>> = {
    ico: compareIco(given.ico ?? '', record.ico),
    name,
    ...(best.form === undefined ? {} : { form: best.form }),
    town: compareTown(given.town, record),
  }
  return { parts, ...applyRules(COMPANY_RULES, parts) }
}

const ORDER: readonly PartResult[] = ['equal', 'written otherwise', 'typing error', 'missing', 'added', 'conflict']

function rankOf({ name, form }: ReturnType<typeof compareName>): number {
  return ORDER.indexOf(name) * ORDER.length + ORDER.indexOf(form ?? 'equal')
}

/** The digits of a company number as people write it: "IČO: 31 322 832", "CZ45274649", without its zeros. */
export function readIco(text: string): string {
  const digits = text.replace(/\D/g, '')
  return digits === '' || 8 < digits.length ? '' : digits.padStart(8, '0')
}

function compareIco(text: string, own: string | null): PartResult {
  const digits = readIco(text)
  if (digits === '') return /\d/.test(text) ? 'conflict' : 'missing'
  if (own === null) return 'conflict'
  if (digits === own) return text.trim() === own ? 'equal' : 'written otherwise'
  return isOneDigitOff(digits, own) && !hasRightCheckDigit(digits) ? 'typing error' : 'conflict'
}

/** Words and legal form apart: "Alfa" may be "Alfa s.r.o.", but "Alfa a.s." is not. */
function compareName(given: string | undefined, own: string): { name: PartResult; form?: PartResult } {
  if (!given?.trim()) return { name: 'missing' }
  if (given.trim() === own) return { name: 'equal' }
  const [one, other] = [parseCompanyName(given), parseCompanyName(own)]
  const isSamePerson = isSameSet(parseSubjectName(given).words, parseSubjectName(own).words)
  const form = one.form === other.form ? 'equal' : one.form < 0 ? 'missing' : other.form < 0 ? 'added' : 'conflict'
  return { name: isSamePerson ? 'written otherwise' : compareNameWords(one.words, other.words), form }
}

function compareNameWords(given: readonly string[], own: readonly string[]): PartResult {
  if (given.join('') === own.join('') || isSameSet(given, own)) return 'written otherwise'
  const isAlike = (word: string, i: number): boolean => compareWords(toToken(word), toToken(own[i]!)) !== undefined
  if (given.length === own.length && given.every(isAlike)) return 'typing error'
  const isWithin = (few: readonly string[], many: readonly string[]): boolean =>
    few.some((word) => 3 < word.length) && few.every((word) => many.includes(word))
  if (isWithin(given, own)) return 'missing'
  return isWithin(own, given) ? 'added' : 'conflict'
}

function isSameSet(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.toSorted().join(' ') === b.toSorted().join(' ')
}

function toToken(text: string): Token {
  return { raw: text, text, field: 0, segment: 0, before: '', hasDot: false }
}

function compareTown(given: string | undefined, { municipality, address }: CompanyRecord): PartResult {
  const tokens = tokenize([given])
  if (tokens.length === 0) return 'missing'
  if (municipality !== null) {
    const match = matchName(tokens, new Set(), tokenize([municipality]))
    if (match !== undefined) return match.result
  }
  const seat = tokenize([address])
  const words = tokens.filter(({ text }) => /^\p{L}{3,}$/u.test(text))
  return words.length !== 0 && words.every(({ text }) => seat.some((token) => token.text === text))
    ? 'written otherwise'
    : 'conflict'
}
