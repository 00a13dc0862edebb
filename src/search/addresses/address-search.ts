import type { AddressIndex } from '../../engine/addresses/addresses.ts'
import { type Visit, WORK_MAX, WordSearch } from '../../engine/engine.ts'
import type { SearchTrace } from '../search-trace.ts'
import { type AddressCandidate, type AddressHit, readHit } from './address-hit.ts'
import type { AddressQuery, AddressReading } from './address-reading.ts'
import { type AddressTier, TIERS, TYPO_TIERS } from './address-tiers.ts'
import type { Position } from './distance-bands.ts'
import { createDistrictFilter } from './district-filter.ts'
import { NameMatcher } from './name-matcher.ts'
import { EVIDENCE, ORIENTATION, ORIENTATION_LETTER, PointCollector, REGISTRATION } from './point-collector.ts'
import { mayOfferPoints, offerPoints } from './point-finder.ts'
import { listPossibleTiers } from './possible-tiers.ts'
import { ALL_HOUSES, type PreparedNumber, prepareNumber } from './prepared-number.ts'
import { readAddressQuery } from './read-address-query.ts'
import { TierOrder } from './tier-order.ts'

/** The best grade that a house can have for each kind of number. */
const BEST_GRADE = { any: ORIENTATION, registration: REGISTRATION, evidence: EVIDENCE } as const

/** One tier, tried with one reading. */
export interface AddressStep {
  /** The index of the reading. */
  readonly reading: number
  readonly tier: AddressTier
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

  constructor(index: AddressIndex) {
    this.index = index
    this.#words = new WordSearch(index.words)
    this.#order = new TierOrder(index, this.#words)
  }

  search(text: string, options: AddressSearchOptions): AddressHit[] {
    return this.find(text, options).map((candidate) => readHit(this.index, candidate))
  }

  /** Returns the hits as numbers of the index: reading their texts takes as long as finding them. */
  find(text: string, options: AddressSearchOptions): readonly AddressCandidate[] {
    const query = readAddressQuery(text, (mark) => this.#hasWord(mark))
    options.trace?.onQuery(query)
    const state = new SearchState(options, [...query.readings, ...query.unshifted])
    this.#words.beginQuery()
    this.#findAll(state, query.readings.length)
    const { workSpent, stoppedEarly } = this.#words
    options.trace?.onEnd({ workSpent, workMax: WORK_MAX, stoppedEarly })
    return state.found
  }

  /** The order of the search. A line is reached only while the lines above it found nothing. */
  #findAll(state: SearchState, usual: number): void {
    const end = state.readings.length
    this.#tryReadings(state, TIERS, { from: 0, end: usual })
    if (state.isEmpty) this.#tryReadings(state, TIERS, { from: usual, end })
    if (state.isEmpty) this.#tryWithoutNumber(state, TIERS)
    for (const tier of TYPO_TIERS) {
      if (state.isEmpty) this.#tryReadings(state, [tier], { from: 0, end })
      if (state.isEmpty) this.#tryWithoutNumber(state, [tier])
    }
    this.#fillWithNumbers(state)
  }

  #hasWord(word: string): boolean {
    return this.index.words.trie.findWord(word, { low: 0, high: 0 })
  }

  /** Tries all tiers with one reading before the next reading, and a costlier reading only while there is no hit. */
  #tryReadings(
    state: SearchState,
    tiers: readonly AddressTier[],
    { from, end }: { readonly from: number; readonly end: number },
  ): void {
    for (let i = from; i < end; i++) {
      const { depth, number, cost } = state.readings[i]!
      if (from < i && state.readings[i - 1]!.cost < cost && !state.isEmpty) return
      const possible = this.#possibleTiers(state.readings[i]!, tiers)
      if (possible.length === 0) continue
      const prepared = number === null ? null : prepareNumber(this.index, number)
      if (this.#offered.size !== 0) this.#offered.clear()
      for (const tier of possible) {
        if (state.isFull) return
        if (depth === 'name' && tier.name !== 'exact') continue
        if (prepared !== null && tier.name === 'prefixes' && state.hasExactHouse) continue
        if (prepared === null) this.#findPlaces(state, i, tier, 'places')
        else this.#findPoints(state, i, tier, prepared)
      }
    }
  }

  /** No house has the number: finds the street or place itself. All its words match, so it is in the right town. */
  #tryWithoutNumber(state: SearchState, tiers: readonly AddressTier[]): void {
    let cost = 0
    for (const [i, reading] of state.readings.entries()) {
      if (reading.number === null) continue
      if (cost < reading.cost && !state.isEmpty) return
      cost = reading.cost
      for (const tier of this.#possibleTiers(reading, tiers)) {
        if (!state.isFull) this.#findPlaces(state, i, tier, 'places instead')
      }
    }
  }

  /** The tiers that can match, as far as the list of all words shows. */
  #possibleTiers({ words }: AddressReading, tiers: readonly AddressTier[]): readonly AddressTier[] {
    return tiers === TIERS ? listPossibleTiers(this.index.words.trie, words) : tiers
  }

  #findPlaces(state: SearchState, reading: number, tier: AddressTier, wanted: Wanted): void {
    const before = state.found.length
    let documents = 0
    const visit: Visit = (document) => {
      documents += 1
      if (!state.hasPlace(document)) state.found.push({ document, row: -1, tier: tier.name, reading, grade: 0 })
      return !state.isFull
    }
    this.#order.visit(tier, state.readings[reading]!, state.options.near, { visit })
    const hitsAdded = state.found.length - before
    state.options.trace?.onStep({ reading, tier, wanted, documents, hitsAdded })
  }

  #findPoints(state: SearchState, reading: number, tier: AddressTier, number: PreparedNumber): void {
    const { words } = state.readings[reading]!
    let matcher: NameMatcher | undefined
    const bestGrade = number.wanted.second === null ? BEST_GRADE[number.wanted.kind] : ORIENTATION
    const collector = this.#collector
    const isFirst = createDistrictFilter(this.index.columns, words)
    collector.begin({ limit: state.left, isHit: (row) => state.hasPoint(row), isFirst })
    let documents = 0
    const isWanted = (document: number): boolean => {
      documents += 1
      // A visit, which ends the search, if nothing is left of the budget.
      return !this.#words.spend(1) || mayOfferPoints(this.index, document, number, collector)
    }
    const visit: Visit = (document) => {
      // All its houses that match are among the hits, unless there were enough of them.
      if (this.#offered.has(document)) return true
      this.#offered.add(document)
      if (tier.isByName !== true) {
        matcher ??= new NameMatcher(this.index.words, words)
        if (!this.#isNamed(matcher, tier, document)) return !this.#words.stoppedEarly
      }
      return offerPoints(this.index, document, number, collector, this.#words) && !collector.isFull(bestGrade)
    }
    this.#order.visit(tier, state.readings[reading]!, state.options.near, { isWanted, visit })
    const best = collector.best()
    for (const { row, grade } of best) state.found.push({ document: -1, row, tier: tier.name, reading, grade })
    state.options.trace?.onStep({ reading, tier, wanted: 'points', documents, hitsAdded: best.length })
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
  readonly readings: readonly AddressReading[]
  readonly found: AddressCandidate[] = []

  constructor(options: AddressSearchOptions, readings: readonly AddressReading[]) {
    this.options = options
    this.readings = readings
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
