import type { AddressIndex } from '../../engine/addresses/addresses.ts'
import { TERM, type Visit, WORK_MAX, WordSearch } from '../../engine/engine.ts'
import type { SearchTrace } from '../search-trace.ts'
import { type AddressCandidate, type AddressHit, readHit } from './address-hit.ts'
import type { AddressQuery, AddressReading } from './address-reading.ts'
import { type AddressTier, TIERS } from './address-tiers.ts'
import { type Attempt, listAttempts } from './attempts.ts'
import type { Position } from './distance-bands.ts'
import { createDistrictFilter } from './district-filter.ts'
import type { AddressFallback } from './fallbacks.ts'
import { NameMatcher } from './name-matcher.ts'
import { EVIDENCE, ORIENTATION, ORIENTATION_LETTER, PointCollector, REGISTRATION } from './point-collector.ts'
import { mayOfferPoints, offerPoints } from './point-finder.ts'
import { listPossibleTiers } from './possible-tiers.ts'
import { ALL_HOUSES, type PreparedNumber, prepareNumber } from './prepared-number.ts'
import { readAddressQuery } from './read-address-query.ts'
import { TierOrder } from './tier-order.ts'
import { IndexVocabulary } from './vocabulary.ts'

/** The best grade that a house can have for each kind of number. */
const BEST_GRADE = { any: ORIENTATION, registration: REGISTRATION, evidence: EVIDENCE } as const

/** The part of the budget that typing errors leave to what is tried after them. */
const KEPT_BACK = WORK_MAX / 4

/** One tier, tried with one reading. */
export interface AddressStep {
  /** The index of the reading. */
  readonly reading: number
  readonly tier: AddressTier
  /** Null: the text is read as it is. */
  readonly fallback: AddressFallback | null
  readonly wanted: Wanted
  /** Streets and places whose words match. */
  readonly documents: number
  readonly hitsAdded: number
}

/** `places instead`: no house has the number, so the street or place itself is the answer. */
export type Wanted = 'points' | 'places' | 'places instead'

export interface AddressSearchOptions {
  readonly limit: number
  readonly near?: Position
  readonly trace?: SearchTrace<AddressQuery, AddressStep>
}

/** Suggests addresses of one country. Each thread has its own, with the memory that a query needs. */
export class AddressSearch {
  readonly index: AddressIndex
  readonly #words: WordSearch
  readonly #order: TierOrder
  readonly #collector = new PointCollector()
  /** The streets and places whose houses were searched with the present reading. Later tiers visit them again. */
  readonly #offered = new Set<number>()
  readonly #vocabulary: IndexVocabulary
  #fallback: AddressFallback | null = null

  constructor(index: AddressIndex) {
    this.index = index
    this.#words = new WordSearch(index.words)
    this.#order = new TierOrder(index, this.#words)
    this.#vocabulary = new IndexVocabulary(index)
  }

  search(text: string, options: AddressSearchOptions): AddressHit[] {
    return this.find(text, options).map((candidate) => readHit(this.index, candidate))
  }

  /** Returns the hits as numbers of the index: reading their texts takes as long as finding them. */
  find(text: string, options: AddressSearchOptions): readonly AddressCandidate[] {
    const query = readAddressQuery(text, this.#hasWord)
    const state = new SearchState(options)
    this.#words.beginQuery()
    for (const attempt of listAttempts(query, this.#vocabulary)) {
      if (!state.isEmpty && !attempt.addsHits) break
      this.#try(state, attempt)
    }
    this.#fillWithNumbers(state)
    this.#fallback = state.fallback
    const { workSpent, wasStopped: stoppedEarly } = this.#words
    options.trace?.onQuery({ ...query, readings: state.readings })
    options.trace?.onEnd({ workSpent, workMax: WORK_MAX, stoppedEarly })
    return state.found
  }

  /** How the last query was read, if its text as it is found nothing; null if it found the hits, or if nothing did. */
  get fallback(): AddressFallback | null {
    return this.#fallback
  }

  get hasCounties(): boolean {
    return this.#vocabulary.counties.length !== 0
  }

  readonly #hasWord = (word: string): boolean => this.#vocabulary.hasWord(word)

  /** Typing errors may spend the budget, but for the part that is kept back for what is tried after them. */
  #try(state: SearchState, attempt: Attempt): void {
    const name = attempt.fallback?.name
    if (name === 'typo') this.#words.keepBack(KEPT_BACK)
    else if (name === 'shortened' || name === 'words') this.#words.useKeptBack()
    state.attempt = attempt
    const wasEmpty = state.isEmpty
    if (attempt.wanted === 'places') this.#tryPlaces(state, attempt)
    else this.#tryReadings(state, attempt)
    if (wasEmpty && !state.isEmpty) state.fallback = attempt.fallback
  }

  /** Tries all tiers with one reading before the next reading, and a costlier reading only while there is no hit. */
  #tryReadings(state: SearchState, { readings, tiers }: Attempt): void {
    for (const [i, reading] of readings.entries()) {
      const { depth, number, cost } = reading
      if (0 < i && readings[i - 1]!.cost < cost && !state.isEmpty) return
      const possible = this.#possibleTiers(reading, tiers)
      const at = state.numberOf(reading)
      if (possible.length === 0) continue
      const prepared = number === null ? null : prepareNumber(this.index, number)
      if (this.#offered.size !== 0) this.#offered.clear()
      for (const tier of possible) {
        if (state.isFull) return
        if (depth === 'name' && tier.name !== 'exact') continue
        if (prepared !== null && tier.name === 'prefixes' && state.hasExactHouse) continue
        if (prepared === null) this.#findPlaces(state, at, tier)
        else this.#findPoints(state, at, tier, prepared)
      }
    }
  }

  /** No house has the number: finds the street or place itself. All its words match, so it is in the right town. */
  #tryPlaces(state: SearchState, { readings, tiers }: Attempt): void {
    let cost = 0
    for (const reading of readings) {
      if (reading.number === null) continue
      if (cost < reading.cost && !state.isEmpty) return
      cost = reading.cost
      for (const tier of this.#possibleTiers(reading, tiers)) {
        if (!state.isFull) this.#findPlaces(state, state.numberOf(reading), tier)
      }
    }
  }

  /** The tiers that can match, as far as the list of all words shows. */
  #possibleTiers(reading: AddressReading, tiers: readonly AddressTier[]): readonly AddressTier[] {
    if (tiers === TIERS) return listPossibleTiers(this.index.words.trie, reading)
    if (tiers.length === 1) return tiers
    return listPossibleTiers(this.index.words.trie, reading).filter((tier) => tiers.includes(tier))
  }

  #findPlaces(state: SearchState, reading: number, tier: AddressTier): void {
    const { wanted } = state.attempt
    const { counties, wholeWord } = state.readings[reading]!
    const before = state.found.length
    let documents = 0
    const isWanted = (document: number): boolean => {
      documents += 1
      if (wanted === 'whole' && this.index.kindOf(document) !== 'street') return false
      if (!this.#hasWhole(document, wholeWord)) return false
      return counties === null || counties.includes(this.index.countyOf(document) ?? '')
    }
    const visit: Visit = (document) => {
      if (!state.hasPlace(document)) state.found.push({ document, row: -1, tier: tier.name, reading, grade: 0 })
      return !state.isFull
    }
    this.#order.visit(tier, state.readings[reading]!, state.options.near, { isWanted, visit })
    state.traceStep({ reading, tier, documents, hitsAdded: state.found.length - before })
  }

  #findPoints(state: SearchState, reading: number, tier: AddressTier, number: PreparedNumber): void {
    const { words, counties, wholeWord } = state.readings[reading]!
    let matcher: NameMatcher | undefined
    const bestGrade = number.wanted.second === null ? BEST_GRADE[number.wanted.kind] : ORIENTATION
    const collector = this.#collector
    const { columns } = this.index
    const isFirst = createDistrictFilter(columns, words)
    let isHit = (row: number): boolean => state.hasPoint(row)
    if (counties !== null) {
      isHit = (row) => state.hasPoint(row) || !counties.includes(columns.spotText(columns.spots[row]!, 'county') ?? '')
    }
    let offering = 0
    const { wanted } = state.attempt
    if (wanted === 'whole' || wanted === 'village') {
      const isAny = isHit
      isHit = (row) =>
        isAny(row) || (this.index.kindOf(offering) === 'street' ? wanted === 'village' : !this.#isWhole(offering, row))
    }
    collector.begin({ limit: state.left, isHit, isFirst })
    let documents = 0
    const isWanted = (document: number): boolean => {
      documents += 1
      // A visit, which ends the search, if nothing is left of the budget.
      if (!this.#words.spend(1)) return true
      return this.#hasWhole(document, wholeWord) && mayOfferPoints(this.index, document, number, collector)
    }
    const visit: Visit = (document) => {
      // All its houses that match are among the hits, unless there were enough of them.
      if (this.#offered.has(document)) return true
      this.#offered.add(document)
      if (tier.isByName !== true) {
        matcher ??= new NameMatcher(this.index.words, words)
        if (!this.#isNamed(matcher, tier, document)) return !this.#words.stoppedEarly
      }
      offering = document
      return offerPoints(this.index, document, number, collector, this.#words) && !collector.isFull(bestGrade)
    }
    this.#order.visit(tier, state.readings[reading]!, state.options.near, { isWanted, visit })
    const best = collector.best()
    for (const { row, grade } of best) state.found.push({ document: -1, row, tier: tier.name, reading, grade })
    state.traceStep({ reading, tier, documents, hitsAdded: best.length })
  }

  /**
   * Whether place and number are the whole address of a house: "Košice 12" is not, because the houses of Košice are in
   * streets, nor is that of a house in a part with another name.
   */
  #isWhole(place: number, row: number): boolean {
    const { columns } = this.index
    const spot = columns.spots[row]!
    if (columns.spotTextNumber(spot, 'street') !== 0) return false
    const part = columns.spotTextNumber(spot, 'municipalityPart')
    return part === 0 || part === this.index.nameNumberOf(place)
  }

  #hasWhole(document: number, word: string | undefined): boolean {
    if (word === undefined) return true
    const { trie, forward, forwardStarts } = this.index.words
    const term = trie.termOf(word)
    const entries = forward.subarray(forwardStarts[document], forwardStarts[document + 1])
    return entries.some((entry) => (entry & TERM) === term)
  }

  #isNamed(matcher: NameMatcher, { isTypo }: AddressTier, document: number): boolean {
    return isTypo === undefined ? matcher.matches(document) : matcher.matchesWithTypos(document, isTypo, this.#words)
  }

  /** If the only hit is a street or place and no number was typed, adds its first houses. */
  #fillWithNumbers(state: SearchState): void {
    const only = state.found[0]
    if (state.found.length !== 1 || only!.row !== -1 || state.isFull) return
    const { number, words } = state.readings[only!.reading]!
    if (number !== null) return
    const isFirst = createDistrictFilter(this.index.columns, words)
    this.#collector.begin({ limit: state.left, isHit: () => false, isFirst })
    offerPoints(this.index, only!.document, ALL_HOUSES, this.#collector, this.#words)
    for (const { row, grade } of this.#collector.best()) {
      state.found.push({ document: only!.document, row, tier: 'numbers', reading: only!.reading, grade })
    }
  }
}

/** The readings and hits of one query. */
class SearchState {
  readonly options: AddressSearchOptions
  /** The readings that were tried. */
  readonly readings: AddressReading[] = []
  readonly found: AddressCandidate[] = []
  attempt!: Attempt
  /** The fallback that found the first hit. */
  fallback: AddressFallback | null = null

  constructor(options: AddressSearchOptions) {
    this.options = options
  }

  numberOf(reading: AddressReading): number {
    const known = this.readings.indexOf(reading)
    return known < 0 ? this.readings.push(reading) - 1 : known
  }

  traceStep(step: Omit<AddressStep, 'fallback' | 'wanted'>): void {
    const { fallback, wanted } = this.attempt
    const { number } = this.readings[step.reading]!
    const what = wanted === 'places' ? 'places instead' : number === null ? 'places' : 'points'
    this.options.trace?.onStep({ ...step, fallback, wanted: what })
  }

  get isEmpty(): boolean {
    return this.found.length === 0
  }

  get left(): number {
    return this.options.limit - this.found.length
  }

  get isFull(): boolean {
    return this.left <= 0
  }

  /** Whether a house has exactly the typed number. Streets whose names only begin with the words are then not meant. */
  get hasExactHouse(): boolean {
    return this.found.some(({ row, grade }) => 0 <= row && grade < ORIENTATION_LETTER)
  }

  hasPlace(document: number): boolean {
    return this.found.some((hit) => hit.row < 0 && hit.document === document)
  }

  hasPoint(row: number): boolean {
    return this.found.some((hit) => hit.row === row)
  }
}
