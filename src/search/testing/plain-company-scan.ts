import type { CompanyIndex, CompanyRow } from '../../engine/companies/companies.ts'
import { PLAIN } from '../../engine/testing/plain-search.ts'
import { maxTypos } from '../../engine/words/typo-rules.ts'
import { groupRegistrations } from '../../records/subject.ts'
import { countMissedAccents, toLowerName } from '../../text/accents.ts'
import { parseCompanyName } from '../../text/company-name.ts'
import { prefixEditDistance } from '../../text/edit-distance.ts'
import { splitWords } from '../../text/words.ts'
import { type CompanyKind, createKinds } from '../companies/company-kind.ts'
import {
  type CompanyQuery,
  type CompanyReading,
  readAbbreviations,
  readCompanyQuery,
} from '../companies/company-query.ts'
import { type CompanyTierName, joinNeighbours, splitEachWord } from '../companies/company-tiers.ts'
import { isMerePlace, listNamesWithPlace, listShorter } from '../companies/fewer-words.ts'
import { hasPlaceWords } from '../companies/seat-words.ts'
import { createShortNames } from '../companies/short-names.ts'

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

type Names = { readonly names: readonly (readonly string[])[]; readonly more: readonly string[] }

/** A company that can be found, with what the rules make of its columns. */
export interface PlainCompany extends CompanyRow {
  readonly row: number
  readonly kind: CompanyKind
  readonly shortNames: readonly string[]
  /** The names of its other registrations. */
  readonly registrations: readonly string[]
}

export function readPlainCompanies({ columns }: CompanyIndex): PlainCompany[] {
  const [kindAt, shortNamesAt] = [createKinds(columns), createShortNames(columns)]
  const rows = Array.from({ length: columns.length }, (_, row) => {
    return { row, ...columns.registrationAt(row), ...columns.at(row), kind: kindAt(row), shortNames: shortNamesAt(row) }
  })
  return [...Map.groupBy(rows, ({ row, ico }) => ico ?? `row ${row}`).values()]
    .flatMap((records) => groupRegistrations<(typeof rows)[number]>(records))
    .map(({ main, others }) => {
      return { ...main, registrations: others.flatMap(({ name, otherNames }) => [name, ...otherNames]) }
    })
    .filter(({ status }) => status !== 'removed')
}

export function plainCompanySearch(companies: readonly PlainCompany[], text: string, limit: number): PlainHit[] {
  const ranked = companies.toSorted((a, b) => compareRank(a, b) || a.row - b.row)
  const names: Names[] = ranked.map((company) => ({
    names: [company.name, ...company.otherNames, ...company.registrations].map((name) => parseCompanyName(name).words),
    more: [
      ...parseCompanyName(company.name).formWords,
      ...splitWords(company.municipality ?? '').map((word) => `@${word.text}`),
      ...company.shortNames,
    ],
  }))
  const known = new Set(names.flatMap(({ names, more }) => [...names.flat(), ...more]))
  const asTyped = readCompanyQuery(text, 16)
  const abbreviated = readAbbreviations(asTyped, { wordsMax: 16, hasWord: (word) => known.has(word) })
  const found: { readonly document: number; readonly tier: CompanyTierName; readonly means: string }[] = []
  const living = ({ document }: { readonly document: number }): boolean => ranked[document]!.status === null
  let ended: typeof found = []
  for (const { query, tier } of listSteps(asTyped, abbreviated)) {
    if (query === undefined) continue
    if (tier === 'ended_names') {
      found.push(...ended)
      ended = []
      continue
    }
    const isCalledSo = found.some((hit) =>
      living(hit) ? NAME_TIERS.includes(hit.tier) : hit.tier.endsWith('name_beginning'),
    )
    const areFew = found.filter(living).length < 3 && !isCalledSo
    const isWanted = tier === 'one_typo' ? areFew : !LAST_TIERS.includes(tier)
    if (found.length !== 0 && !isWanted) continue
    const wantsOneWord = tier === 'one_typo' && found.length !== 0
    for (const reading of query.readings) {
      if (wantsOneWord && 1 < reading.words.length) continue
      const mustHaveForm = tier.startsWith('exact') && reading.isUnfinished
      const hasForm = (document: number): boolean =>
        reading.forms.length === 0 || reading.forms.includes(parseCompanyName(ranked[document]!.name).form)
      const isFresh = (document: number): boolean => [...found, ...ended].every((hit) => hit.document !== document)
      const fresh = [...new Set(TIERS[tier]({ query, reading, names, ranked }))].filter(isFresh).slice(0, 512)
      const enough = fresh.filter(hasForm).slice(0, 128)
      const upTo = enough.length < 128 ? fresh : fresh.slice(0, fresh.indexOf(enough[127]!))
      const without = mustHaveForm ? [] : upTo.filter((document) => !hasForm(document)).slice(0, 128)
      const closer = [...enough, ...without]
      if (reading.forms.length !== 0 || query.accented.length !== 0 || WITH_WAYS.includes(tier)) {
        const inside = (document: number): number => Number(!beginsAlmost(names[document]!, reading))
        closer.sort(
          (a, b) =>
            compareForm(ranked[a]!, ranked[b]!, reading) ||
            (WITH_BEGINNING.includes(tier) ? inside(a) - inside(b) : 0) ||
            compareAccents(ranked[a]!, ranked[b]!, query),
        )
      }
      const means = reading.abbreviations.map(({ meant }) => meant.join(' ')).join(' ')
      const isLate = (hit: { readonly document: number }): boolean =>
        CALLED.includes(tier) || BEGINNING.includes(tier) ? !living(hit) : false
      const hits = closer.map((document) => ({ document, tier, means }))
      found.push(...hits.filter((hit) => !isLate(hit)))
      ended.push(...hits.filter(isLate))
    }
  }
  return found.slice(0, limit).map(({ document, tier, means }) => ({ row: ranked[document]!.row, tier, means }))
}

interface Step {
  readonly query: CompanyQuery | undefined
  readonly tier: CompanyTierName | 'ended_names'
}

function listSteps(asTyped: CompanyQuery, abbreviated: CompanyQuery | undefined): Step[] {
  const steps = (query: CompanyQuery | undefined, tiers: readonly Step['tier'][]): Step[] =>
    tiers.map((tier) => ({ query, tier }))
  return [
    ...steps(asTyped, [...NAME_TIERS, 'ended_names']),
    ...steps(abbreviated, [...NAME_TIERS, 'ended_names']),
    ...steps(asTyped, ['first_word_and_others']),
    ...steps(abbreviated, ['first_word_and_others']),
    ...steps(asTyped, WORDS),
    ...steps(abbreviated, WORDS),
    ...steps(asTyped, ['name_and_seat', 'split_words', 'one_typo', 'two_typos', 'short_typo']),
    ...steps(abbreviated, ['name_and_seat', 'one_typo']),
    ...steps(asTyped, ['words_left_out']),
  ]
}

const NUMBERS_BEFORE: readonly CompanyTierName[] = ['ico', 'number_in_text']
const CALLED: readonly CompanyTierName[] = ['ampersand_name', 'exact_name', 'exact_other_name', 'short_name']
const NUMBERS_BEHIND: readonly CompanyTierName[] = ['ico_beginning', 'ico_without_zeros']
const BEGINNING: readonly CompanyTierName[] = [
  'whole_words_first',
  'initials',
  'name_beginning',
  'other_name_beginning',
]
const NAME_TIERS: readonly CompanyTierName[] = [...NUMBERS_BEFORE, ...CALLED, ...NUMBERS_BEHIND, ...BEGINNING]
const WORDS: readonly CompanyTierName[] = ['words_of_name', 'joined_words', 'words_and_place', 'beginnings']
const WITH_BEGINNING: readonly CompanyTierName[] = ['one_typo', 'two_typos', 'words_left_out']

/** Their companies come way by way, not in rank order. */
const WITH_WAYS: readonly CompanyTierName[] = [
  'joined_words',
  'name_and_seat',
  'split_words',
  'one_typo',
  'two_typos',
  'short_typo',
  'words_left_out',
]

/** They are asked while there is no hit. */
const LAST_TIERS = WITH_WAYS.slice(1)

interface Question {
  readonly query: CompanyQuery
  readonly reading: CompanyReading
  readonly names: readonly Names[]
  readonly ranked: readonly PlainCompany[]
}
type Ask = (question: Question) => number[]

const TIERS: Readonly<Record<CompanyTierName, Ask>> = {
  ico: (question) => byIco(question, (ico, digits) => Number(ico) === Number(digits)),
  number_in_text: ({ query, ranked }) =>
    ranked.flatMap(({ ico }, document) => (ico !== null && ico === query.number ? [document] : [])),
  ampersand_name: ({ names, query, reading }) =>
    query.ampersand?.replace('&', '') !== reading.words[0] ? [] : byShortName(names, `=${query.ampersand}`, reading),
  exact_name: ({ names, reading }) => PLAIN.visitExactNames(names, reading.words, 'own'),
  exact_other_name: ({ names, reading }) => PLAIN.visitExactNames(names, reading.words, 'other'),
  short_name: ({ names, reading }) => byShortName(names, `=${reading.words[0] ?? ''}`, reading),
  initials: ({ names, reading }) => byShortName(names, `<${reading.words[0] ?? ''}`, reading),
  ico_beginning: (question) => byIco(question, (ico, digits) => ico.startsWith(digits)),
  ico_without_zeros: (question) => byIco(question, (ico, digits) => String(Number(ico)).startsWith(digits)),
  whole_words_first: ({ names, reading: { words, forms } }) =>
    forms.length === 0 ? PLAIN.visitNamesByWholeWords(names, words) : [],
  name_beginning: ({ names, reading }) => PLAIN.visitNamesByPrefix(names, reading.words, 'own'),
  other_name_beginning: ({ names, reading }) => PLAIN.visitNamesByPrefix(names, reading.words, 'other'),
  first_word_and_others: ({ names, reading: { words } }) =>
    words.length < 2
      ? []
      : PLAIN.visitAllWords(names, words, '@').filter((document) => names[document]!.names[0]![0] === words[0]),
  words_of_name: ({ names, reading }) => PLAIN.visitAllWords(names, reading.words),
  joined_words: ({ names, reading }) =>
    joinNeighbours(reading.words, () => true).flatMap((way) => PLAIN.visitAllWords(names, way)),
  words_and_place: ({ names, reading }) =>
    reading.words.length < 2 ? [] : PLAIN.visitAllWords(names, reading.words, '@'),
  beginnings: ({ names, reading }) =>
    reading.words.length < 2 ? [] : PLAIN.visitAllPrefixes(names, reading.words, '@'),
  name_and_seat: ({ names, ranked, reading }) => {
    // Few companies: no test reads as many seats as a query may.
    for (const { name, place } of listNamesWithPlace(reading.words)) {
      const near = named(names, name)
      const found = near.filter((document) => hasPlaceWords(ranked[document]!.address, place))
      if (found.length !== 0) return found
    }
    return []
  },
  split_words: ({ names, reading }) =>
    [...splitEachWord(reading.words)].flatMap((way) => PLAIN.visitAllWords(names, way)),
  one_typo: ({ names, reading }) =>
    PLAIN.visitWithTypos(names, reading.words, 1, reading.words.length === 1 ? '' : '@'),
  two_typos: ({ names, reading }) =>
    PLAIN.visitWithTypos(names, reading.words, 2, reading.words.length === 1 ? '' : '@'),
  short_typo: ({ names, reading }) =>
    PLAIN.visitWithShortTypo(names, reading.words, '@', reading.words.length === 2 ? '' : '@'),
  words_left_out: ({ names, reading }) =>
    listShorter(reading.words)
      .filter((shorter) => !isMerePlace(shorter, (word) => names.some(({ more }) => more.includes(`@${word}`))))
      .map((shorter) => named(names, shorter))
      .find((found) => found.length !== 0) ?? [],
}

function named(names: readonly Names[], words: readonly string[]): number[] {
  return [
    ...PLAIN.visitExactNames(names, words, 'own'),
    ...PLAIN.visitExactNames(names, words, 'other'),
    ...PLAIN.visitAllWholeWords(names, words, words.length === 1 ? '' : '@'),
  ]
}

function byShortName(names: readonly Names[], short: string, { words }: CompanyReading): number[] {
  return words.length < 2
    ? PLAIN.visitAllWholeWords(names, [short])
    : PLAIN.visitAllWords(names, [short, ...words.slice(1)], '@')
}

function beginsAlmost({ names: [own] }: Names, { words }: CompanyReading): boolean {
  return words.some((word) => prefixEditDistance(word, own![0] ?? '', maxTypos(word)) <= maxTypos(word))
}

function byIco({ query, ranked }: Question, fits: (ico: string, digits: string) => boolean): number[] {
  const { digits } = query
  if (digits === null) return []
  return ranked.flatMap(({ ico }, document) => (ico !== null && fits(ico, digits) ? [document] : []))
}

/** Living, bigger, of a likelier kind, older, shorter. */
function compareRank(a: PlainCompany, b: PlainCompany): number {
  return (
    Number(a.status !== null) - Number(b.status !== null) ||
    (Number(b.size) || 0) - (Number(a.size) || 0) ||
    a.kind - b.kind ||
    (a.establishedOn ?? '9999').localeCompare(b.establishedOn ?? '9999') ||
    Math.min(63, Buffer.byteLength(a.name)) - Math.min(63, Buffer.byteLength(b.name))
  )
}

function compareForm(a: CompanyRow, b: CompanyRow, reading: CompanyReading): number {
  const missesForm = ({ name }: CompanyRow): number =>
    Number(reading.forms.length !== 0 && !reading.forms.includes(parseCompanyName(name).form))
  return Number(a.status !== null) - Number(b.status !== null) || missesForm(a) - missesForm(b)
}

function compareAccents(a: CompanyRow, b: CompanyRow, query: CompanyQuery): number {
  return (
    countMissedAccents(toLowerName(a.name), query.accented) - countMissedAccents(toLowerName(b.name), query.accented)
  )
}
