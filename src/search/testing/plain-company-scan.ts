import { stemOf, type TypedSpan, typosOf } from '../../engine/alike/spelling.ts'
import type { CompanyIndex, CompanyRow } from '../../engine/companies/companies.ts'
import { PLAIN } from '../../engine/testing/plain-search.ts'
import { groupRegistrations } from '../../records/subject.ts'
import { countMissedAccents, toLowerName } from '../../text/accents.ts'
import { listMeanings } from '../../text/company-abbreviations.ts'
import { parseCompanyName } from '../../text/company-name.ts'
import { editDistance, prefixEditDistance } from '../../text/edit-distance.ts'
import { splitWords } from '../../text/words.ts'
import { type CompanyKind, createKinds } from '../companies/company-kind.ts'
import {
  type CompanyQuery,
  type CompanyReading,
  readAbbreviations,
  readCompanyQuery,
} from '../companies/company-query.ts'
import { SEAT_COST, TextLikeness } from '../companies/likeness.ts'
import { joinNeighbours } from '../companies/rules/joined-words.ts'
import { hasPlaceWord } from '../companies/seat-words.ts'
import { createShortNames } from '../companies/short-names.ts'

/*
 * The rules of the company search in the most obvious way: every rule reads every company. Tests compare the index with
 * it.
 */

export interface PlainHit {
  readonly row: number
  readonly rule: string
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
  const found: { readonly document: number; readonly rule: string; readonly means: string }[] = []
  const living = ({ document }: { readonly document: number }): boolean => ranked[document]!.status === null
  let ended: typeof found = []
  for (const { query, rule } of listSteps(asTyped, abbreviated)) {
    if (query === undefined) continue
    if (rule === 'ended_names') {
      found.push(...ended)
      ended = []
      continue
    }
    const isCalledSo = found.some((hit) =>
      living(hit) ? NAME_RULES.includes(hit.rule) : hit.rule === 'name_beginning',
    )
    const areFew = found.filter(living).length < 3 && !isCalledSo
    for (const reading of ALIKE.includes(rule) ? query.readings.slice(-1) : query.readings) {
      if (
        found.length !== 0 &&
        (rule === 'words_left_out' || (rule === 'repaired' && (!areFew || 1 < reading.words.length)))
      )
        continue
      const mustHaveForm = rule.startsWith('exact') && reading.isUnfinished
      const hasForm = (document: number): boolean =>
        reading.forms.length === 0 || reading.forms.includes(parseCompanyName(ranked[document]!.name).form)
      const isFresh = (document: number): boolean => [...found, ...ended].every((hit) => hit.document !== document)
      const fresh = [...new Set(RULES[rule]!({ query, reading, names, ranked }))].filter(isFresh).slice(0, 512)
      const enough = fresh.filter(hasForm).slice(0, 128)
      const upTo = enough.length < 128 ? fresh : fresh.slice(0, fresh.indexOf(enough[127]!))
      const without = mustHaveForm ? [] : upTo.filter((document) => !hasForm(document)).slice(0, 128)
      const closer = ALIKE.includes(rule) ? fresh : [...enough, ...without]
      const isSorted = reading.forms.length !== 0 || query.accented.length !== 0
      if (isSorted && !ALIKE.includes(rule))
        closer.sort(
          (a, b) => compareForm(ranked[a]!, ranked[b]!, reading) || compareAccents(ranked[a]!, ranked[b]!, query),
        )
      const means = reading.abbreviations.map(({ meant }) => meant.join(' ')).join(' ')
      const isLate = (hit: { readonly document: number }): boolean =>
        [...CALLED, ...BEGINNING, ...WITH_PLACE].includes(rule) && !living(hit)
      const hits = closer.map((document) => ({ document, rule, means }))
      found.push(...hits.filter((hit) => !isLate(hit)))
      ended.push(...hits.filter(isLate))
    }
  }
  return found.slice(0, limit).map(({ document, rule, means }) => ({ row: ranked[document]!.row, rule, means }))
}

interface Step {
  readonly query: CompanyQuery | undefined
  readonly rule: string
}

function listSteps(asTyped: CompanyQuery, abbreviated: CompanyQuery | undefined): Step[] {
  const steps = (query: CompanyQuery | undefined, rules: readonly string[]): Step[] =>
    rules.map((rule) => ({ query, rule }))
  return [
    ...[asTyped, abbreviated].flatMap((query) => steps(query, [...NAME_RULES, 'ended_names'])),
    ...[asTyped, abbreviated].flatMap((query) => steps(query, ['words_of_name', 'joined_words', 'words_and_place'])),
    ...steps(asTyped, ALIKE),
  ]
}

const CALLED = ['ampersand_name', 'exact_name', 'exact_other_name', 'short_name']
const BEGINNING = ['whole_words_first', 'initials', 'name_beginning']
const WITH_PLACE = ['name_and_place', 'first_word_and_others']
const NAME_RULES = ['ico', ...CALLED, 'ico_beginning', ...BEGINNING, ...WITH_PLACE]
/** Their companies come in the order of their likeness. */
const ALIKE = ['repaired', 'words_left_out']

interface Question {
  readonly query: CompanyQuery
  readonly reading: CompanyReading
  readonly names: readonly Names[]
  readonly ranked: readonly PlainCompany[]
}
type Ask = (question: Question) => number[]

const RULES: Readonly<Record<string, Ask>> = {
  ico: ({ query, ranked }) => {
    const number = query.digits ?? query.number
    return ranked.flatMap(({ ico }, d) =>
      ico !== null && number !== null && Number(ico) === Number(number) ? [d] : [],
    )
  },
  ampersand_name: ({ names, query, reading }) =>
    query.ampersand?.replace('&', '') !== reading.words[0] ? [] : byShortName(names, `=${query.ampersand}`, reading),
  exact_name: ({ names, reading }) => PLAIN.visitExactNames(names, reading.words, 'own'),
  exact_other_name: ({ names, reading }) => PLAIN.visitExactNames(names, reading.words, 'other'),
  short_name: ({ names, reading }) => byShortName(names, `=${reading.words[0] ?? ''}`, reading),
  initials: ({ names, reading }) => byShortName(names, `<${reading.words[0] ?? ''}`, reading),
  ico_beginning: (question) => [
    ...byIco(question, (ico, digits) => ico.startsWith(digits)),
    ...byIco(question, (ico, digits) => String(Number(ico)).startsWith(digits)),
  ],
  whole_words_first: ({ names, reading: { words, forms } }) =>
    forms.length === 0 ? PLAIN.visitNamesByWholeWords(names, words) : [],
  name_beginning: ({ names, reading }) => PLAIN.visitNamesByPrefix(names, reading.words, 'own'),
  name_and_place: ({ names, reading: { words } }) =>
    PLAIN.visitAllWords(names, words, '@').filter((document) => {
      const own = names[document]!.names[0]!
      return 0 < own.length && own.length < words.length && own.every((word, i) => word === words[i])
    }),
  first_word_and_others: ({ names, reading: { words } }) =>
    words.length < 2
      ? []
      : PLAIN.visitAllWords(names, words, '@').filter((document) => names[document]!.names[0]![0] === words[0]),
  words_of_name: ({ names, reading }) => PLAIN.visitAllWords(names, reading.words),
  joined_words: ({ names, reading: { words } }) => {
    const ways = words.length < 2 ? [] : joinNeighbours(words, () => true)
    const found = ways.flatMap((way) => PLAIN.visitAllWords(names, way, way.length === 1 ? '' : '@').slice(0, 32))
    return found.sort((a, b) => a - b)
  },
  words_and_place: ({ names, reading }) =>
    reading.words.length < 2 ? [] : PLAIN.visitAllWords(names, reading.words, '@'),
  repaired: (question) => listAlike(question, ({ leavesOut }) => !leavesOut),
  words_left_out: (question) => listAlike(question, ({ leavesOut }) => leavesOut),
}

/** Compares every company with the text. */
function listAlike(
  { names, ranked, reading: { words } }: Question,
  isWanted: (alike: { readonly leavesOut: boolean }) => boolean,
): number[] {
  const typed = words.slice(0, 10)
  if (typed.length === 0) return []
  const isCut = typed.length < words.length
  const likeness = new TextLikeness(typed, listSpans(typed, names))
  const isTown = (word: string): boolean => names.some(({ more }) => more.includes(`@${word}`))
  const described = new Map<string, ReturnType<typeof likeness.describe>>()
  const describe = (words: readonly string[]) =>
    words.map((word) => described.getOrInsertComputed(word, () => likeness.describe(word)))
  const found = names.flatMap(({ names: [own, ...others], more }, document) => {
    const place = more.flatMap((word) => (word.startsWith('@') ? [word.slice(1)] : []))
    const rest = [...others.flat(), ...more.filter((word) => !word.startsWith('@'))]
    const { cost, missing, named, isSure } = likeness.compare({
      own: describe(own!),
      others: describe(rest),
      place: describe(place),
      isLiving: ranked[document]!.status === null,
    })
    if (named.length === 0) return []
    if (missing.length === 0) return [{ document, cost, leavesOut: isCut }]
    const isMerePlace = named.every(isTown) && (named.length === 1 || named.every((word) => place.includes(word)))
    if (isMerePlace || !isSure) return []
    const seat = splitWords(ranked[document]!.address).map(({ text }) => text)
    const left = missing.filter((i) => !hasPlaceWord(seat, typed, i))
    const saved = missing.filter((i) => !left.includes(i)).map((i) => likeness.missingCosts[i]! - SEAT_COST)
    const total = saved.reduce((sum, one) => sum - one, cost)
    return [{ document, cost: total, leavesOut: isCut || left.length !== 0 }]
  })
  found.sort((a, b) => a.cost - b.cost || a.document - b.document)
  return found.filter(({ cost }) => cost <= found[0]!.cost + 16).flatMap((one) => (isWanted(one) ? [one.document] : []))
}

/** As which words of a company the typed ones may be read. */
function listSpans(typed: readonly string[], names: readonly Names[]): TypedSpan[] {
  const known = new Set(names.flatMap(({ names, more }) => [...names.flat(), ...more]))
  const all = [...known].map((word) => (word.startsWith('@') ? word.slice(1) : word))
  const meanings = listMeanings(typed)
  return typed.flatMap((_, from) => {
    const ofMeanings = meanings.flatMap((meaning): TypedSpan[] =>
      meaning.from === from
        ? [
            {
              ...meaning,
              text: '',
              stem: undefined,
              isSingle: false,
              isLast: false,
              mayBeTwo: false,
              typosMax: 0,
              frequency: 0,
              isUnknown: false,
              initials: 0,
            },
          ]
        : [],
    )
    const asOne = [from + 1, from + 2].flatMap((to): TypedSpan[] => {
      if (typed.length < to) return []
      const text = typed.slice(from, to).join('')
      const [isSingle, isLast, isShort] = [to === from + 1, to === typed.length, text.length <= 3]
      const isFixed = (known.has(text) && isShort) || known.has(`@${text}`)
      const most = isFixed ? 0 : typosOf(text)
      const isLike = all.some((word) => {
        const plain = /^[a-z]*/.exec(word)![0]
        if (word === text || (isLast && word.startsWith(text))) return true
        if (most === 0) return false
        if (isLast && isSingle && !isShort) return prefixEditDistance(text, plain, 1) <= 1
        return plain === word && 3 <= word.length && editDistance(text, word, 1) <= 1
      })
      const isUnknown = isSingle && !isLike
      const typosMax = most !== 0 && !(isUnknown && typed.length <= 4) ? 1 : most
      const initials = isSingle && /^[a-z]{2,6}$/.test(text) ? text.length : 0
      const stem = isSingle && !isFixed ? stemOf(text) : undefined
      const mayBeTwo = isSingle && !known.has(text)
      const having = names.filter(({ names, more }) => names.some((name) => name.includes(text)) || more.includes(text))
      const frequency = Math.floor(Math.log2(having.length + 1))
      return [
        { from, to, meant: null, text, stem, isSingle, isLast, mayBeTwo, typosMax, frequency, isUnknown, initials },
      ]
    })
    return [...ofMeanings, ...asOne]
  })
}

function byShortName(names: readonly Names[], short: string, { words }: CompanyReading): number[] {
  return words.length < 2
    ? PLAIN.visitAllWholeWords(names, [short])
    : PLAIN.visitAllWords(names, [short, ...words.slice(1)], '@')
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
