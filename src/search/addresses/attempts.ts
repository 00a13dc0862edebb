import type { AddressQuery, AddressReading } from './address-reading.ts'
import { type AddressTier, TIERS, TYPO_TIERS } from './address-tiers.ts'
import { type AddressFallback, FALLBACKS, type FallbackName } from './fallbacks.ts'
import { leaveOutFlat, leaveOutPostalCode, leaveOutWords } from './left-out.ts'
import { rewriteNumbers } from './number-writings.ts'
import { hasOkresLabel, type OkresOfQuery, readBareOkres, readLabelledOkres } from './okres-filter.ts'
import { shortenWords, splitJoinedWord, undoInflection } from './other-words.ts'
import { isWord } from './query-words.ts'
import { listReadings } from './read-address-query.ts'
import type { QueryItem } from './split-query.ts'
import { replaceCodes, replaceNames } from './town-names.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Readings that are tried together. */
export interface Attempt {
  /** Null: the text as it is. */
  readonly fallback: AddressFallback | null
  readonly readings: readonly AddressReading[]
  readonly tiers: readonly AddressTier[]
  readonly wanted: WantedHits
  /** It may add hits to those of the attempt before. */
  readonly addsHits: boolean
}

/**
 * usual         points for a reading with a number, else streets and places
 * places        the street or place of a reading with a number: no house has it
 * whole         a point of a street, or one of a place and without a street; a street, if no number was typed
 * village       a point of a place and without a street
 */
export type WantedHits = 'usual' | 'places' | 'whole' | 'village'

/** After words were left out, the rest must be the whole name of a street or place, perhaps with its town. */
const NAME_TIERS = TIERS.filter(({ name }) => name === 'exact' || name === 'covered')
/** No words that are only begun. */
const WHOLE_TIERS = TIERS.filter(({ name }) => name !== 'prefixes')
const BEGINNING_TIERS = TIERS.filter(({ name }) => name === 'exact' || name === 'begins')
/** How many ways to leave words out are tried. */
const LEFT_OUT_MAX = 32

/** The order of the search. An attempt is made only if those before it found nothing, and read only then. */
export function* listAttempts(query: AddressQuery, vocabulary: Vocabulary): Generator<Attempt> {
  const read = (items: readonly QueryItem[]): AddressReading[] =>
    endWithWholeWord(
      listReadings(items, (mark) => vocabulary.hasWord(mark)),
      items,
    )
  const readAll = (ways: readonly (readonly QueryItem[])[]): AddressReading[] => sortByCost(ways.flatMap(read))
  const inOkres = (okres: OkresOfQuery): AddressReading[] =>
    read(okres.items).map((reading) => ({ ...reading, counties: okres.counties }))
  const { items } = query

  if (hasOkresLabel(items)) {
    const okres = readLabelledOkres(items, vocabulary.counties)
    if (okres !== undefined) {
      const readings = inOkres(okres)
      yield attempt(null, readings)
      yield attempt('numberUnknown', readings, { wanted: 'places' })
    }
  }
  const coded = replaceCodes(items, vocabulary)
  if (coded !== undefined) {
    // "nam sn" is the beginning of Námestie SNP.
    if (isWord(items.at(-1))) yield attempt(null, query.readings, { tiers: BEGINNING_TIERS })
    yield { ...attempt('townName', read(coded)), addsHits: true }
  }
  yield { ...attempt(null, query.readings), addsHits: coded !== undefined }
  yield attempt('unshifted', query.later)
  const numbers = rewriteNumbers(items)
  if (numbers !== undefined) yield attempt('numberWriting', withNumber(read(numbers)))
  const village = readBareOkres(items, vocabulary.counties)
  if (village !== undefined) {
    // Before an unknown number: "Machov 170, Náchod" is not Máchova in Náchod.
    yield attempt('okres', withNumber(inOkres(village)), { tiers: WHOLE_TIERS, wanted: 'village' })
  }
  let all = [...query.readings, ...query.later]
  yield attempt('numberUnknown', all, { wanted: 'places' })

  const withoutFlat = leaveOutFlat(items)
  if (withoutFlat !== undefined) {
    all = read(withoutFlat)
    yield attempt('flat', all, { wanted: 'whole' })
  }
  const base = withoutFlat ?? items
  const leaving = (name: FallbackName): readonly FallbackName[] => (withoutFlat === undefined ? [name] : ['flat', name])
  for (const [name, list] of REWRITINGS) {
    const readings = readAll(list(base, vocabulary))
    if (readings.length === 0) continue
    yield attempt(leaving(name), readings)
    yield attempt(leaving(name), readings, { wanted: 'places' })
  }
  for (const ways of undoInflection(base, vocabulary)) {
    const readings = readAll(ways)
    yield attempt(leaving('inflected'), readings, { tiers: WHOLE_TIERS })
    yield attempt(leaving('inflected'), readings, { tiers: WHOLE_TIERS, wanted: 'places' })
  }
  const city = readBareOkres(base, vocabulary.counties)
  if (city?.isOfCity === true) {
    const readings = inOkres(city)
    yield attempt(leaving('okres'), readings)
    yield attempt(leaving('okres'), readings, { wanted: 'places' })
  }
  const withoutCode = leaveOutPostalCode(base)
  if (withoutCode !== undefined) yield attempt(leaving('postalCode'), read(withoutCode), { wanted: 'whole' })

  const typo = withoutFlat === undefined ? (['typo'] as const) : (['flat', 'typo'] as const)
  for (const tier of TYPO_TIERS) {
    yield attempt(typo, all, { tiers: [tier] })
    yield attempt(typo, all, { tiers: [tier], wanted: 'places' })
  }
  const shortened = readAll(shortenWords(base, vocabulary))
  if (shortened.length !== 0) yield attempt(leaving('shortened'), shortened, { tiers: WHOLE_TIERS })
  let tries = 0
  for (const left of leaveOutWords(base, vocabulary)) {
    if (tries++ === LEFT_OUT_MAX) return
    yield attempt(leaving('words'), withNumber(read(left)), { tiers: NAME_TIERS, wanted: 'whole' })
  }
}

type Rewriting = (items: readonly QueryItem[], vocabulary: Vocabulary) => readonly (readonly QueryItem[])[]

/** Other words for what was typed. Nothing of it is left out, so an unknown number gives the street. */
const REWRITINGS: readonly (readonly [FallbackName, Rewriting])[] = [
  ['townName', (items, vocabulary) => listDefined(replaceNames(items, vocabulary))],
  ['joinedWord', splitJoinedWord],
]

function attempt(
  names: FallbackName | readonly FallbackName[] | null,
  readings: readonly AddressReading[],
  { tiers = TIERS, wanted = 'usual' }: Partial<Pick<Attempt, 'tiers' | 'wanted'>> = {},
): Attempt {
  const fallback = names === null ? null : typeof names === 'string' ? FALLBACKS[names] : joinFallbacks(names)
  return { fallback, readings, tiers, wanted, addsHits: false }
}

/** The last one found the hits, and all of them left something out. */
function joinFallbacks(names: readonly FallbackName[]): AddressFallback {
  return { ...FALLBACKS[names.at(-1)!], leavesOut: names.flatMap((name) => FALLBACKS[name].leavesOut) }
}

function listDefined<T>(value: T | undefined): T[] {
  return value === undefined ? [] : [value]
}

function endWithWholeWord(readings: AddressReading[], items: readonly QueryItem[]): AddressReading[] {
  const last = items.findLast(isWord)
  if (last?.isMeant !== true) return readings
  return readings.map((reading) =>
    reading.words.at(-1) === last.text ? { ...reading, wholeWord: last.text } : reading,
  )
}

function withNumber(readings: readonly AddressReading[]): AddressReading[] {
  return readings.filter(({ number }) => number !== null)
}

function sortByCost(readings: readonly AddressReading[]): AddressReading[] {
  return readings.toSorted((a, b) => a.cost - b.cost)
}
