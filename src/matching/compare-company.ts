import { hasRightCheckDigit } from '../records/ico.ts'
import { type AddressToken, readAddressText } from '../text/address-text.ts'
import { parseCompanyName } from '../text/company-name.ts'
import { foldLetters } from '../text/fold-letters.ts'
import { parseSubjectName } from '../text/subject-name.ts'
import { isOneDigitOff } from './house-number.ts'
import { compareWords, matchName, type NameToken } from './match-name.ts'
import { ALIKE, AS_WRITTEN, applyRules, type Comparison, type PartResult, type Rules, SAME } from './part-result.ts'

/** The parts in which a company may be given. */
export interface GivenCompany {
  readonly ico?: string
  readonly name?: string
  /** The town, or the whole seat. */
  readonly town?: string
}

export type CompanyPart = 'ico' | 'name' | 'form' | 'town' | 'seat'
/** `former`: a name that the company had. */
type CompanyResult = PartResult | 'former'
export type CompanyComparison = Comparison<CompanyPart, CompanyResult>

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
const OWN_NAME: readonly CompanyResult[] = [...AS_WRITTEN, 'former']
const LIKE_NAME: readonly CompanyResult[] = [...ALIKE, 'former']

/** A company moves and changes its form, so neither contradicts its number and name. */
const COMPANY_RULES: Rules<CompanyPart, CompanyResult> = {
  statuses: [
    { status: 'exact', allows: { ico: SAME, name: SAME, form: SAME, town: SAME } },
    { status: 'corrected', allows: { form: FORM }, requires: { ico: AS_WRITTEN, name: [...LIKE_NAME, 'added'] } },
    { status: 'corrected', requires: { ico: AS_WRITTEN, name: LIKE_NAME } },
    { status: 'completed', requires: { ico: AS_WRITTEN, name: ['missing'] } },
    {
      status: 'corrected',
      allows: { form: FORM },
      requires: { ico: ['typing error'], name: OWN_NAME, town: ALIKE },
    },
    {
      status: 'completed',
      allows: { form: FORM, seat: AS_WRITTEN },
      requires: { ico: ['missing'], name: LIKE_NAME, town: ALIKE },
    },
    {
      status: 'completed',
      allows: { form: AS_WRITTEN, seat: AS_WRITTEN },
      requires: { ico: ['missing'], name: OWN_NAME, town: ['missing'] },
    },
    // A name that many have, without the seat that tells them apart.
    { status: 'ambiguous', allows: { form: FORM }, requires: { ico: ['missing'], name: OWN_NAME, seat: ['missing'] } },
    { status: 'conflict', requires: { ico: AS_WRITTEN } },
    { status: 'conflict', requires: { name: OWN_NAME } },
    { status: 'none' },
  ],
  penalties: {
    ico: { 'written otherwise': 1, 'typing error': 8, missing: 6, conflict: 60 },
    name: { 'written otherwise': 1, 'typing error': 4, missing: 3, added: 5, former: 1, conflict: 60 },
    form: { 'written otherwise': 0, missing: 1, added: 2, conflict: 8 },
    town: { 'written otherwise': 0, 'typing error': 2, missing: 6, conflict: 8 },
    seat: { missing: 30, conflict: 40 },
  },
}

export function compareCompany(given: GivenCompany, record: CompanyRecord): CompanyComparison {
  const [name, ...former] = [record.name, ...record.otherNames].map((one) => compareName(given, one, record))
  const best = former.reduce(
    (one, other) => (rankOf(other) < rankOf(one) ? { ...other, name: asFormer(other.name) } : one),
    name!,
  )
  const parts: Partial<Record<CompanyPart, CompanyResult>> = {
    ico: compareIco(given.ico ?? '', record.ico),
    ...best,
    town: compareTown(given.town, record),
  }
  // A number proves more than a seat.
  if (parts.ico !== 'missing') delete parts.seat
  return { parts, ...applyRules(COMPANY_RULES, parts) }
}

function asFormer(result: CompanyResult): CompanyResult {
  return result === 'equal' || result === 'written otherwise' ? 'former' : result
}

const ORDER: readonly CompanyResult[] = [
  'equal',
  'written otherwise',
  'typing error',
  'former',
  'missing',
  'added',
  'conflict',
]

function rankOf({ name, form }: NameResults): number {
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

interface NameResults {
  readonly name: CompanyResult
  readonly form?: PartResult
  /** Where the name alone tells nothing: how the given seat agrees. */
  readonly seat?: PartResult
}

/** What a register adds to the name of a company. */
const STATE =
  /[\s,(–-]+(v likvid[aá]ci[ií]|v konkurz[eu]|v reštruktur\S+|odšt[eě]pn[yý] závod|organizačn[aáí] (zložka|složka)( podniku zahraničnej osoby)?)\)?$/iu
/** Words of which names consist that half of the country has. */
const COMMON =
  /^(zakladn|matersk|stredn|odborn|umeleck|cirkevn|sukromn|soukrom|special|spojen|skol|gymnazi|obchodn|akademi|obe?c|mest|urad|urbar|pozemk|spol[oe]censtv|vlastni|bytov|nebyt|priestor|prostor|svj|svb|farno|rimsk|greck|reck|evanj|cirk|zbor|sbor|dobrovol|hasi|polovn|mysliv|zdruzen|sdruzen|obciansk|obcansk|telovych|jednot|sokol|sluz|technick|priemysel|prumysl|vyucovac|jazyk|madarsk|internat|rodicov|miestn|klub|futbal|fotbal)|^\p{L}{1,2}$/u

/** Words and legal form apart: "Alfa" may be "Alfa s.r.o.", but "Alfa a.s." is not. */
function compareName({ name: given, town }: GivenCompany, written: string, record: CompanyRecord): NameResults {
  if (!given?.trim()) return { name: 'missing' }
  const [text, own] = [given, written].map((one) => one.trim().replace(STATE, '')) as [string, string]
  if (text === own || given.trim() === written) return { name: 'equal', ...proveSeat(text, '', town, record) }
  const tail = seatOf(own, record.municipality)
  if (tail !== '' && seatOf(text, record.municipality) === '') {
    const short = compareOwnName(text, own.slice(0, -tail.length))
    if (LIKE_NAME.includes(short.name)) return { ...short, ...proveSeat(text, tail, town, record) }
  }
  const results = compareOwnName(text, own)
  return LIKE_NAME.includes(results.name) ? { ...results, ...proveSeat(text, '', town, record) } : results
}

function compareOwnName(given: string, own: string): NameResults {
  const [one, other] = [parseCompanyName(given), parseCompanyName(own)]
  const isSamePerson = isSameSet(parseSubjectName(given).words, parseSubjectName(own).words)
  const form = one.form === other.form ? 'equal' : one.form < 0 ? 'missing' : other.form < 0 ? 'added' : 'conflict'
  return { name: isSamePerson ? 'written otherwise' : compareNameWords(one.words, other.words), form }
}

/** ", Hlavná 277/78, Ostrovany" of a name that ends in its own seat, else nothing. */
function seatOf(name: string, municipality: string | null): string {
  const town = foldLetters(municipality ?? '').split(/ ?- ?/, 1)[0]!
  const segments = name.split(/(?=,)/)
  const at = segments.findLastIndex((one) =>
    foldLetters(one)
      .replace(/^[, \d]+/, '')
      .startsWith(town),
  )
  if (at < 1 || town === '') return ''
  return segments.slice(1 < at && /\d/.test(segments[at - 1]!) ? at - 1 : at).join('')
}

/** A name with its seat behind, and one that many have, is proved by the seat. */
function proveSeat(name: string, tail: string, town: string | undefined, record: CompanyRecord): Partial<NameResults> {
  const isCommon = parseCompanyName(name).words.every((word) => COMMON.test(word))
  return tail === '' && !isCommon ? {} : { seat: compareSeat(town ?? '', tail, record) }
}

function compareSeat(given: string, tail: string, record: CompanyRecord): PartResult {
  const place = new Set(readSeat(record.municipality ?? '').map(({ text }) => text))
  const [wanted, ...own] = [given, tail, record.address].map((one) =>
    readSeat(one).filter(({ text }) => !place.has(text)),
  )
  const known = own.filter((tokens) => tokens.length !== 0)
  // The only school of a village needs no number.
  const isVillage = tail !== '' && own[0]!.every(({ kind }) => kind === 'number')
  if (wanted!.length === 0) return isVillage && compareTown(given, record) === 'equal' ? 'written otherwise' : 'missing'
  if (known.length === 0) return 'missing'
  const isIn = (token: AddressToken, tokens: readonly AddressToken[]): boolean =>
    token.kind === 'number'
      ? tokens.every(({ kind }) => kind !== 'number') || tokens.some((other) => haveOneNumber(token, other))
      : tokens.some((other) => compareWords(token, other) !== undefined)
  return known.some((tokens) => wanted!.every((token) => isIn(token, tokens))) ? 'equal' : 'conflict'
}

function readSeat(text: string): AddressToken[] {
  return readAddressText([text], 'apart').tokens.filter(({ role, text }) => role === null && text.length !== 1)
}

function haveOneNumber({ raw }: AddressToken, other: AddressToken): boolean {
  const halves = new Set(other.raw.toLowerCase().split('/'))
  return (
    other.kind === 'number' &&
    raw
      .toLowerCase()
      .split('/')
      .some((half) => halves.has(half))
  )
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

function toToken(text: string): NameToken {
  return { kind: 'word', raw: text, text, hasDot: false, role: null }
}

function compareTown(given: string | undefined, { municipality, address }: CompanyRecord): PartResult {
  const tokens = readTown(given)
  if (tokens.length === 0) return 'missing'
  if (municipality !== null) {
    const match = matchName(tokens, new Set(), readTown(municipality))
    if (match !== undefined) return match.result
  }
  const seat = readAddressText([address], 'apart').tokens
  const words = tokens.filter(({ text }) => /^\p{L}{3,}$/u.test(text))
  return words.length !== 0 && words.every(({ text }) => seat.some((token) => token.text === text))
    ? 'written otherwise'
    : 'conflict'
}

/** "Košice - mestská časť Sever" is "Košice-Sever". */
function readTown(text: string | undefined): AddressToken[] {
  return readAddressText([text], 'apart').tokens.filter(({ role }) => role !== 'part')
}
