import { type AddressIndex, WORK_MAX, WordSearch } from '../../engine/engine.ts'
import { type AddressExplanation, type AskedTier, type Wanted, whyFirst } from './address-explanation.ts'
import { type AddressCandidate, type AddressHit, readHit } from './address-hit.ts'
import type { AddressReading } from './address-reading.ts'
import { type AddressTier, TIERS, TYPO_TIERS } from './address-tiers.ts'
import type { Position } from './distance-bands.ts'
import { createDistrictFilter } from './district-filter.ts'
import { isTypoOfBeginning, isTypoOfShort, NameMatcher } from './name-matcher.ts'
import { EVIDENCE, ORIENTATION, ORIENTATION_LETTER, PointCollector, REGISTRATION } from './point-collector.ts'
import { offerPoints } from './point-finder.ts'
import { classifyWords, POSSIBLE_TIERS } from './possible-tiers.ts'
import { ALL_HOUSES, type PreparedNumber, prepareNumber } from './prepared-number.ts'
import { readAddressQuery } from './read-address-query.ts'
import { TierOrder } from './tier-order.ts'

/** Tiers whose documents have typed words in their names, whatever else they ask. */
const IN_NAME: ReadonlySet<AddressTier> = new Set(['exact', 'begins', 'covered'])
/** No house fits better. */
const BEST_GRADE = { any: ORIENTATION, registration: REGISTRATION, evidence: EVIDENCE } as const
const WITHOUT_TYPOS: ReadonlySet<AddressTier> = new Set(TIERS)

export interface AddressSearchOptions {
  /** So many hits at most. */
  readonly limit: number
  readonly near?: Position
}

/** Suggests addresses of one country. One per thread: it owns the memory that a query needs. */
export class AddressSearch {
  readonly index: AddressIndex
  readonly #words: WordSearch
  readonly #order: TierOrder
  readonly #sink = new PointCollector()

  constructor(index: AddressIndex) {
    this.index = index
    this.#words = new WordSearch(index.words)
    this.#order = new TierOrder(index, this.#words)
  }

  search(text: string, options: AddressSearchOptions): AddressHit[] {
    return this.find(text, options).map((candidate) => readHit(this.index, candidate))
  }

  /** The hits as numbers of the index: reading their texts takes as long as finding them. */
  find(text: string, options: AddressSearchOptions): readonly AddressCandidate[] {
    return this.#run(text, options).found
  }

  /** The same search, told step by step. */
  explain(text: string, options: AddressSearchOptions): AddressExplanation {
    const { found, readings, asked } = this.#run(text, options)
    const hits = found.map((candidate) => readHit(this.index, candidate))
    return {
      query: text,
      readings,
      asked,
      stoppedEarly: this.#words.stoppedEarly,
      workSpent: this.#words.workSpent,
      workMax: WORK_MAX,
      hits,
      because: whyFirst({ hits, asked, readings }),
    }
  }

  /** The order of the search, and all of it: a line is reached only while the lines above it found nothing, or too little. */
  #run(text: string, options: AddressSearchOptions): SearchState {
    const query = readAddressQuery(text, (mark) => this.#hasWord(mark))
    const run = new SearchState(options, [...query.readings, ...query.unshifted])
    this.#words.beginQuery()
    const usual = query.readings.length
    this.#ask(run, TIERS, { from: 0, to: usual })
    if (run.isEmpty) this.#ask(run, TIERS, { from: usual, to: run.readings.length })
    if (run.isEmpty) this.#askInstead(run, TIERS)
    for (const tier of TYPO_TIERS) {
      if (run.isEmpty) this.#ask(run, [tier], { from: 0, to: run.readings.length })
      if (run.isEmpty) this.#askInstead(run, [tier])
    }
    this.#fillWithNumbers(run)
    return run
  }

  #hasWord(word: string): boolean {
    return this.index.words.trie.findWord(word, { low: 0, high: 0 })
  }

  /** Each reading through all tiers before the next one is asked, and a costlier one only if there is nothing yet. */
  #ask(
    run: SearchState,
    tiers: readonly AddressTier[],
    { from, to }: { readonly from: number; readonly to: number },
  ): void {
    for (let i = from; i < to; i++) {
      const { depth, number, cost } = run.readings[i]!
      if (from < i && run.readings[i - 1]!.cost < cost && !run.isEmpty) return
      const possible = this.#possible(run.readings[i]!, tiers)
      if (possible.length === 0) continue
      const prepared = number === null ? null : prepareNumber(this.index, number)
      for (const tier of possible) {
        if (run.isFull) return
        if (depth === 'name' && tier !== 'exact') continue
        if (prepared !== null && tier === 'prefixes' && run.hasExactHouse) continue
        if (prepared === null) this.#askForPlaces(run, i, tier, 'places')
        else this.#askForPoints(run, i, tier, prepared)
      }
    }
  }

  /** No house has the number: then the street or place itself. Its words fit, so it is in the right town. */
  #askInstead(run: SearchState, tiers: readonly AddressTier[]): void {
    let cost = 0
    for (const [i, reading] of run.readings.entries()) {
      if (reading.number === null) continue
      if (cost < reading.cost && !run.isEmpty) return
      cost = reading.cost
      for (const tier of this.#possible(reading, tiers)) {
        if (!run.isFull) this.#askForPlaces(run, i, tier, 'places instead')
      }
    }
  }

  /** The tiers in which these words can be found at all, as far as the list of all words tells. */
  #possible({ words }: AddressReading, tiers: readonly AddressTier[]): readonly AddressTier[] {
    return tiers === TIERS ? POSSIBLE_TIERS[classifyWords(this.index.words.trie, words)] : tiers
  }

  #askForPlaces(run: SearchState, reading: number, tier: AddressTier, wanted: Wanted): void {
    const before = run.found.length
    let documents = 0
    this.#visit(run, reading, tier, (document) => {
      documents += 1
      if (!run.hasPlace(document)) run.found.push({ document, row: -1, tier, reading, grade: 0 })
      return !run.isFull
    })
    run.note({ reading, tier, wanted, documents, pointsByGrade: null, hitsAdded: run.found.length - before })
  }

  #askForPoints(run: SearchState, reading: number, tier: AddressTier, number: PreparedNumber): void {
    const { words } = run.readings[reading]!
    let named: NameMatcher | undefined
    const bestGrade = number.wanted.second === null ? BEST_GRADE[number.wanted.kind] : ORIENTATION
    const sink = this.#sink
    const isFirst = createDistrictFilter(this.index.columns, words)
    sink.begin({ limit: run.left, isHit: (row) => run.hasPoint(row), isFirst })
    let documents = 0
    this.#visit(run, reading, tier, (document) => {
      documents += 1
      if (!IN_NAME.has(tier)) {
        named ??= new NameMatcher(this.index.words, words)
        if (!this.#isNamed(named, tier, document)) return !this.#words.stoppedEarly
      }
      return offerPoints(this.index, document, number, sink, this.#words) && !sink.isFull(bestGrade)
    })
    const best = sink.best()
    for (const { row, grade } of best) run.found.push({ document: -1, row, tier, reading, grade })
    run.note({ reading, tier, wanted: 'points', documents, pointsByGrade: sink.counts, hitsAdded: best.length })
  }

  #isNamed(named: NameMatcher, tier: AddressTier, document: number): boolean {
    if (WITHOUT_TYPOS.has(tier)) return named.matches(document)
    return named.matchesWithTypos(document, tier === 'shortTypo' ? isTypoOfShort : isTypoOfBeginning, this.#words)
  }

  #visit(run: SearchState, reading: number, tier: AddressTier, visit: (document: number) => boolean): void {
    this.#order.visit(tier, run.readings[reading]!, run.options.near, visit)
  }

  /** One street or place is left and no number was typed: its first houses. */
  #fillWithNumbers(run: SearchState): void {
    const only = run.found[0]
    if (run.found.length !== 1 || only!.row !== -1 || run.isFull || run.readings[only!.reading]!.number !== null) return
    const isFirst = createDistrictFilter(this.index.columns, run.readings[only!.reading]!.words)
    this.#sink.begin({ limit: run.left, isHit: () => false, isFirst })
    offerPoints(this.index, only!.document, ALL_HOUSES, this.#sink, this.#words)
    for (const { row, grade } of this.#sink.best()) {
      run.found.push({ document: only!.document, row, tier: 'numbers', reading: only!.reading, grade })
    }
  }
}

/** One query on its way. */
class SearchState {
  readonly options: AddressSearchOptions
  readonly readings: readonly AddressReading[]
  readonly found: AddressCandidate[] = []
  readonly asked: AskedTier[] = []

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

  /** A house with the very number in a street or place of the very words: nobody means one whose name only begins so. */
  get hasExactHouse(): boolean {
    return this.found.some(({ row, grade }) => 0 <= row && grade < ORIENTATION_LETTER)
  }

  hasPlace(document: number): boolean {
    return this.found.some((hit) => hit.row < 0 && hit.document === document)
  }

  hasPoint(row: number): boolean {
    return this.found.some((hit) => hit.row === row)
  }

  note(asked: AskedTier): void {
    this.asked.push(asked)
  }
}
