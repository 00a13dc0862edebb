import type { CompanyColumns, CompanyRow } from '../../engine/companies/companies.ts'
import { PLAIN } from '../../engine/testing/plain-search.ts'
import { groupRegistrations } from '../../records/subject.ts'
import { countMissedAccents, toLowerName } from '../../text/accents.ts'
import { parseCompanyName } from '../../text/company-name.ts'
import { splitWords } from '../../text/words.ts'
import {
  type CompanyQuery,
  type CompanyReading,
  readAbbreviations,
  readCompanyQuery,
} from '../companies/company-query.ts'
import { type CompanyTierName, joinNeighbours, splitEachWord } from '../companies/company-tiers.ts'

/*
 * The rules of the company search in the most obvious way: every tier reads every company. Tests compare the index with
 * it.
 */

export interface PlainHit {
  readonly row: number
  readonly tier: CompanyTierName
  /** What the first words stand for; empty if they are meant as typed. */
  readonly means: string
}

/** A company that can be found, with the names of its other registrations. */
export interface PlainCompany extends CompanyRow {
  readonly row: number
  readonly registrations: readonly string[]
}

export function plainCompanies(columns: CompanyColumns): PlainCompany[] {
  const rows = Array.from({ length: columns.length }, (_, row) => {
    return { row, ...columns.registrationAt(row), ...columns.at(row) }
  })
  return [...Map.groupBy(rows, ({ row, ico }) => ico ?? `row ${row}`).values()]
    .flatMap((records) => groupRegistrations<(typeof rows)[number]>(records))
    .map(({ main, others }) => {
      return { ...main, registrations: others.flatMap(({ name, otherNames }) => [name, ...otherNames]) }
    })
    .filter(({ status }) => status !== 'removed')
}

type Names = { readonly names: readonly (readonly string[])[]; readonly more: readonly string[] }

export function plainCompanySearch(companies: readonly PlainCompany[], text: string, limit: number): PlainHit[] {
  const ranked = companies.toSorted((a, b) => compareRank(a, b) || a.row - b.row)
  const names: Names[] = ranked.map((company) => ({
    names: [company.name, ...company.otherNames, ...company.registrations].map((name) => parseCompanyName(name).words),
    more: [
      ...parseCompanyName(company.name).formWords,
      ...splitWords(company.municipality ?? '').map((word) => `@${word.text}`),
    ],
  }))
  const known = new Set(names.flatMap(({ names, more }) => [...names.flat(), ...more]))
  const asTyped = readCompanyQuery(text, 16)
  const abbreviated = readAbbreviations(asTyped, { wordsMax: 16, hasWord: (word) => known.has(word) })
  const found: { readonly document: number; readonly tier: CompanyTierName; readonly means: string }[] = []
  for (const { query, tier } of [
    ...FIRST_TIERS.map((tier) => ({ query: asTyped, tier })),
    ...FIRST_TIERS.map((tier) => ({ query: abbreviated, tier })),
    ...LAST_TIERS.map((tier) => ({ query: asTyped, tier })),
    { query: abbreviated, tier: 'one_typo' as const },
  ]) {
    if (query === undefined || (LAST_TIERS.includes(tier) && found.length !== 0)) continue
    for (const reading of query.readings) {
      const mustHaveForm = tier.startsWith('exact') && reading.isUnfinished
      const hasForm = (document: number): boolean =>
        reading.forms.length === 0 || reading.forms.includes(parseCompanyName(ranked[document]!.name).form)
      const isFresh = (document: number): boolean => found.every((hit) => hit.document !== document)
      const fresh = [...new Set(TIERS[tier]({ query, reading, names, ranked }))].filter(isFresh).slice(0, 512)
      const enough = fresh.filter(hasForm).slice(0, 128)
      const upTo = enough.length < 128 ? fresh : fresh.slice(0, fresh.indexOf(enough[127]!))
      const without = mustHaveForm ? [] : upTo.filter((document) => !hasForm(document)).slice(0, 128)
      const closer = [...enough, ...without]
      if (reading.forms.length !== 0 || query.accented.length !== 0 || WITH_WAYS.includes(tier)) {
        closer.sort((a, b) => compareClosely(ranked[a]!, ranked[b]!, reading, query))
      }
      const means = reading.abbreviations.map(({ meant }) => meant.join(' ')).join(' ')
      found.push(...closer.map((document) => ({ document, tier, means })))
    }
  }
  return found.slice(0, limit).map(({ document, tier, means }) => ({ row: ranked[document]!.row, tier, means }))
}

/** Their companies come way by way, not in rank order. */
const WITH_WAYS: readonly CompanyTierName[] = ['joined_words', 'split_words', 'one_typo', 'two_typos', 'short_typo']

interface Question {
  readonly query: CompanyQuery
  readonly reading: CompanyReading
  readonly names: readonly Names[]
  readonly ranked: readonly CompanyRow[]
}
type Ask = (question: Question) => number[]

const TIERS: Readonly<Record<CompanyTierName, Ask>> = {
  ico: (question) => byIco(question, (ico, digits) => Number(ico) === Number(digits)),
  exact_name: ({ names, reading }) => PLAIN.visitExactNames(names, reading.words, 'own'),
  exact_other_name: ({ names, reading }) => PLAIN.visitExactNames(names, reading.words, 'other'),
  ico_beginning: (question) => byIco(question, (ico, digits) => ico.startsWith(digits)),
  ico_without_zeros: (question) => byIco(question, (ico, digits) => String(Number(ico)).startsWith(digits)),
  name_beginning: ({ names, reading }) => PLAIN.visitNamesByPrefix(names, reading.words, 'own'),
  other_name_beginning: ({ names, reading }) => PLAIN.visitNamesByPrefix(names, reading.words, 'other'),
  words_of_name: ({ names, reading }) => PLAIN.visitAllWords(names, reading.words),
  joined_words: ({ names, reading }) =>
    joinNeighbours(reading.words, () => true).flatMap((way) => PLAIN.visitAllWords(names, way)),
  words_and_place: ({ names, reading }) =>
    reading.words.length < 2 ? [] : PLAIN.visitAllWords(names, reading.words, '@'),
  beginnings: ({ names, reading }) =>
    reading.words.length < 2 ? [] : PLAIN.visitAllPrefixes(names, reading.words, '@'),
  split_words: ({ names, reading }) =>
    [...splitEachWord(reading.words)].flatMap((way) => PLAIN.visitAllWords(names, way)),
  one_typo: ({ names, reading }) =>
    PLAIN.visitWithTypos(names, reading.words, 1, reading.words.length === 1 ? '' : '@'),
  two_typos: ({ names, reading }) =>
    PLAIN.visitWithTypos(names, reading.words, 2, reading.words.length === 1 ? '' : '@'),
  short_typo: ({ names, reading }) =>
    PLAIN.visitWithShortTypo(names, reading.words, '@', reading.words.length === 2 ? '' : '@'),
}

const LAST_TIERS: readonly CompanyTierName[] = ['split_words', 'one_typo', 'two_typos', 'short_typo']
const FIRST_TIERS = (Object.keys(TIERS) as CompanyTierName[]).filter((tier) => !LAST_TIERS.includes(tier))

function byIco({ query, ranked }: Question, fits: (ico: string, digits: string) => boolean): number[] {
  const { digits } = query
  if (digits === null) return []
  return ranked.flatMap(({ ico }, document) => (ico !== null && fits(ico, digits) ? [document] : []))
}

/** Living, bigger, no natural person, older, shorter. */
function compareRank(a: CompanyRow, b: CompanyRow): number {
  return (
    Number(a.status !== null) - Number(b.status !== null) ||
    (Number(b.size) || 0) - (Number(a.size) || 0) ||
    Number(a.naturalPerson) - Number(b.naturalPerson) ||
    (a.establishedOn ?? '9999').localeCompare(b.establishedOn ?? '9999') ||
    Math.min(63, Buffer.byteLength(a.name)) - Math.min(63, Buffer.byteLength(b.name))
  )
}

function compareClosely(a: CompanyRow, b: CompanyRow, reading: CompanyReading, query: CompanyQuery): number {
  const missesForm = ({ name }: CompanyRow): number =>
    Number(reading.forms.length !== 0 && !reading.forms.includes(parseCompanyName(name).form))
  return (
    Number(a.status !== null) - Number(b.status !== null) ||
    missesForm(a) - missesForm(b) ||
    countMissedAccents(toLowerName(a.name), query.accented) - countMissedAccents(toLowerName(b.name), query.accented)
  )
}
