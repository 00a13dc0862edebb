import { type AccentedWord, countMissedAccents, findAccentedWords, toLowerName } from '../../src/text/accents.ts'
import { normalizeNameWords, parseCompanyName } from '../../src/text/company-name.ts'
import { maxTypos, prefixEditDistance } from '../../src/text/edit-distance.ts'
import { splitTypedForm } from '../../src/text/legal-forms.ts'
import { splitWords } from '../../src/text/words.ts'
import { BestRecords, firstFound } from './best-records.ts'
import { initialsOf } from './initials.ts'
import { MistypedWords } from './mistyped-words.ts'
import type { SeededCase } from './recipe.ts'
import { companyKeyName } from './searcher.ts'
import { type CompanyRow, companyRankKey } from './static-rank.ts'
import { TypedWords } from './typed-words.ts'

/*
 * The company that comes first among all that match the words, by the written order
 * (docs/decisions/0064-what-people-type-companies.md), found by comparing all of them: the exact name; a former name
 * that is exact; initials of a large one; a name that begins with these whole words, then one that begins so, then a
 * former one; the same of dissolved companies; the first word first and all words in names and town; all words in the
 * names; all words in names and town. Then living companies, those with the typed legal form, those with the typed
 * diacritics, and the static rank.
 */

interface NameQuery {
  readonly best: BestRecords
  readonly form: number
  readonly accented: readonly AccentedWord[]
}

interface IcoQuery {
  readonly best: BestRecords
  readonly digits: string
}

/**
 * For each case of companies the names of the records that may stand first: one, or several that nothing tells apart.
 */
export function judgeCompanies(
  rows: Iterable<CompanyRow>,
  cases: readonly SeededCase[],
): Map<SeededCase, readonly string[]> {
  const readings = new Map<SeededCase, BestRecords[]>()
  const names: TypedName[] = []
  const mistyped: TypedName[] = []
  const icos: IcoQuery[] = []
  const initials = new Map<string, NameQuery[]>()
  for (const one of cases) {
    const { asked, query } = one
    if (asked.form === 'ico') {
      const best = new BestRecords()
      readings.set(one, [best])
      icos.push({ best, digits: asked.digits })
    }
    if (asked.form !== 'name' && asked.form !== 'initials') continue
    const own = readingsOf(query.text)
    names.push(...own)
    if (asked.form === 'initials') initials.set(asked.letters, [...(initials.get(asked.letters) ?? []), own[0]!.query])
    if (asked.form === 'initials' || !asked.isMistyped) {
      readings.set(
        one,
        own.map((name) => name.query.best),
      )
      continue
    }
    // A typo is forgiven only if nothing matches the typed text.
    const near = readingsOf(query.text)[0]!
    mistyped.push(near)
    readings.set(
      one,
      [...own, near].map((name) => name.query.best),
    )
  }
  const byWords = new TypedWords(names)
  const byTypos = new MistypedWords(mistyped)
  const byDigits = new IcoBeginnings(icos)
  for (const row of rows) {
    const own = parseCompanyName(row.name)
    const others = row.otherNames.map((name) => parseCompanyName(name).words)
    const ofNames = [...own.words, ...own.formWords, ...others.flat()]
    const place = row.municipality === null ? [] : splitWords(row.municipality).map(({ text }) => text)
    for (const { query, words } of byWords.fitting([...ofNames, ...place])) {
      const tier = tierOf(words, own.words, others, ofNames, query.form === -1)
      // A town alone is no search for a company.
      if (tier === PLACE_TIER && words.length === 1) continue
      query.best.offer(keyOf(tier, row, own.form, query), () => companyKeyName(row))
    }
    for (const { query, words, edits, isBegun } of byTypos.fitting([...ofNames, ...place])) {
      query.best.offer(keyOf(edits, row, own.form, query, { beginsSo: beginsAlmost(words, own.words), isBegun }), () =>
        companyKeyName(row),
      )
    }
    for (const query of initialsOf(row).flatMap((letters) => initials.get(letters) ?? []))
      query.best.offer(keyOf(INITIALS_TIER, row, own.form, query), () => companyKeyName(row))
    if (row.ico === null) continue
    for (const [tier, { best }] of byDigits.fitting(row.ico)) {
      best.offer([tier, ...companyRankKey(row)], () => companyKeyName(row))
    }
  }
  return new Map([...readings].map(([one, own]) => [one, firstFound(own)]))
}

interface TypedName {
  readonly query: NameQuery
  readonly words: readonly string[]
}

/** The query, and the same without a legal form in its middle. */
function readingsOf(typed: string): TypedName[] {
  const literal = parseCompanyName(typed)
  const parted = splitTypedForm(splitWords(typed).map(({ text }) => text))
  const form = literal.form === -1 ? (parted?.form ?? -1) : literal.form
  const accented = findAccentedWords(typed, 16)
  const reading = (words: readonly string[]): TypedName => ({
    query: { best: new BestRecords(), form, accented },
    words,
  })
  return [reading(literal.words), ...(parted === undefined ? [] : [reading(normalizeNameWords(parted.words))])]
}

interface Near {
  /** The name begins with one of the words. */
  readonly beginsSo: boolean
  /** The last word is the beginning of a word. */
  readonly isBegun: boolean
}
const AS_TYPED: Near = { beginsSo: true, isBegun: false }

function keyOf(tier: number, row: CompanyRow, form: number, query: NameQuery, near = AS_TYPED): number[] {
  const [dissolved, ...rank] = companyRankKey(row)
  const missesForm = query.form !== -1 && query.form !== form ? 1 : 0
  return [
    tier < FIRST_WORD_TIER ? dissolved! : 2,
    tier,
    dissolved!,
    missesForm,
    near.beginsSo ? 0 : 1,
    countMissedAccents(toLowerName(row.name), query.accented),
    near.isBegun ? 1 : 0,
    ...rank,
  ]
}

/** Whether a name begins with one of the words, or nearly. */
function beginsAlmost(typed: readonly string[], [first]: readonly string[]): boolean {
  return typed.some((word) => prefixEditDistance(word, first ?? '', maxTypos(word)) <= maxTypos(word))
}

/** How well the words match. 0 is the best. */
function tierOf(
  typed: readonly string[],
  own: readonly string[],
  others: readonly (readonly string[])[],
  ofNames: readonly string[],
  isWhole: boolean,
): number {
  if (isExactly(typed, own)) return 0
  if (others.some((name) => isExactly(typed, name))) return 1
  if (isWhole && typed.every((word, i) => word === own[i])) return 2
  if (isBegunBy(typed, own)) return 3
  if (others.some((name) => isBegunBy(typed, name))) return 4
  if (1 < typed.length && typed[0] === own[0]) return FIRST_WORD_TIER
  const inNames = typed.every((word, i) =>
    ofNames.some((one) => (i === typed.length - 1 ? one.startsWith(word) : one === word)),
  )
  return inNames ? 6 : PLACE_TIER
}

/** Before it, the living come first. */
const FIRST_WORD_TIER = 5
const PLACE_TIER = 7
/** After a former name that is exact. */
const INITIALS_TIER = 1.5

function isExactly(typed: readonly string[], name: readonly string[]): boolean {
  return typed.length === name.length && typed.every((word, i) => word === name[i])
}

function isBegunBy(typed: readonly string[], name: readonly string[]): boolean {
  const last = typed.length - 1
  return (
    typed.length <= name.length && typed.every((word, i) => (i === last ? name[i]!.startsWith(word) : word === name[i]))
  )
}

const ICO_DIGITS = 8

/**
 * Numbers by prefix: the equal number comes first, then those with the prefix, then those with the prefix after their
 * zeros.
 */
class IcoBeginnings {
  readonly #queries = new Map<string, IcoQuery[]>()

  constructor(queries: readonly IcoQuery[]) {
    for (const query of queries) this.#queries.set(query.digits, [...(this.#queries.get(query.digits) ?? []), query])
  }

  *fitting(ico: string): Generator<readonly [tier: number, IcoQuery]> {
    const bare = ico.replace(/^0+/, '')
    const seen = new Set<IcoQuery>()
    for (const number of [ico, bare]) {
      for (let length = number.length; 0 < length; length--) {
        for (const query of this.#queries.get(number.slice(0, length)) ?? []) {
          if (seen.has(query)) continue
          seen.add(query)
          const isWhole = query.digits.padStart(ICO_DIGITS, '0') === ico
          yield [isWhole ? 0 : number === ico ? 1 : 2, query]
        }
      }
    }
  }
}
