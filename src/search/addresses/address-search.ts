import type { AddressIndex } from '../../engine/addresses/addresses.ts'
import { TERM, type Visit, WORK_MAX, WordSearch } from '../../engine/engine.ts'
import { type AddressText, readAddressText } from '../../text/address-text.ts'
import { splitWords } from '../../text/words.ts'
import { type Found, runRules } from '../rule.ts'
import type { SearchTrace } from '../search-trace.ts'
import { type AddressCandidate, type AddressHit, readHit } from './address-hit.ts'
import type { AddressQuery, AddressReading } from './address-reading.ts'
import type { AddressFinder, AddressQuestion, AddressRule } from './address-rule.ts'
import { ADDRESS_RULES } from './address-rules.ts'
import { type AddressTier, TIERS } from './address-tiers.ts'
import type { Position } from './distance-bands.ts'
import { createDistrictFilter } from './district-filter.ts'
import { AddressJoin, explainsAll, type Joined } from './join/join-address.ts'
import { NameMatcher } from './name-matcher.ts'
import { EVIDENCE, ORIENTATION, ORIENTATION_LETTER, PointCollector, REGISTRATION } from './point-collector.ts'
import { mayOfferPoints, offerPoints } from './point-finder.ts'
import { listPossibleTiers } from './possible-tiers.ts'
import { ALL_HOUSES, type PreparedNumber, prepareNumber } from './prepared-number.ts'
import { readAddressQuery } from './read-address-query.ts'
import { QUERY_LENGTH_MAX } from './split-query.ts'
import { TierOrder } from './tier-order.ts'
import { IndexVocabulary } from './vocabulary.ts'

/** The best grade that a house can have for each kind of number. */
const BEST_GRADE = { any: ORIENTATION, registration: REGISTRATION, evidence: EVIDENCE } as const

/** What it costs that a street or place that names lead to has no house with the number, or none in the typed part. */
const NUMBER_UNKNOWN = 1.2
const OTHER_PART = 1
/** Only the cheapest outcomes of the names are shown. */
const JOINED_SLACK = 0.5

/** One tier, tried with one reading; or what the names of a text lead to. */
export interface AddressStep {
  /** The index of the reading. */
  readonly reading: number
  /** Null: names were joined. */
  readonly tier: AddressTier | null
  readonly rule: AddressRule
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
  readonly #rules: typeof ADDRESS_RULES
  readonly #words: WordSearch
  readonly #order: TierOrder
  readonly #collector = new PointCollector()
  /** The streets and places whose houses were searched with the present reading. Later tiers visit them again. */
  readonly #offered = new Set<number>()
  readonly #vocabulary: IndexVocabulary
  readonly #join: AddressJoin

  /** A trial may leave out a rule. */
  constructor(index: AddressIndex, rules = ADDRESS_RULES) {
    this.index = index
    this.#rules = rules
    this.#words = new WordSearch(index.words)
    this.#order = new TierOrder(index, this.#words)
    this.#vocabulary = new IndexVocabulary(index)
    this.#join = new AddressJoin(index)
  }

  search(text: string, options: AddressSearchOptions): AddressHit[] {
    return this.find(text, options).hits.map((candidate) => readHit(this.index, candidate))
  }

  /** Returns the hits as numbers of the index: reading their texts takes as long as finding them. */
  find(text: string, options: AddressSearchOptions): Found<AddressCandidate, AddressRule> {
    const query = readAddressQuery(text, this.#hasWord)
    const state = new SearchState(options)
    this.#words.beginQuery()
    this.#join.beginQuery()
    const question = new Question(query, this.#vocabulary, this.#join)
    const finder: AddressFinder = {
      findAddresses: (readings, tiers) => this.#findAddresses(state, readings, tiers),
      findPlaces: (readings, tiers) => this.#findPlacesInstead(state, readings, tiers),
      findJoined: (read, explained) => this.#findJoined(state, read, explained),
    }
    runRules<AddressQuestion, AddressRule>([this.#rules], {
      isFull: () => state.isFull,
      questions: (meaning) => (meaning === 0 ? [question] : undefined),
      isWanted: ({ addsHits }) => state.isEmpty || addsHits === true,
      ask: (rule) => {
        state.rule = rule
        const wasEmpty = state.isEmpty
        rule.find(question, finder)
        if (wasEmpty && !state.isEmpty) state.foundBy = state.rule
      },
      endGroup: () => undefined,
    })
    this.#fillWithNumbers(state)
    const { workSpent, wasStopped: stoppedEarly } = this.#words
    options.trace?.onQuery({ ...query, readings: state.readings })
    options.trace?.onEnd({ workSpent, workMax: WORK_MAX, stoppedEarly })
    return { hits: state.found, rule: state.foundBy }
  }

  get hasCounties(): boolean {
    return this.#vocabulary.counties.length !== 0
  }

  readonly #hasWord = (word: string): boolean => this.#vocabulary.hasWord(word)

  /** The cheapest outcomes of the names, each with its houses if it has the number. */
  #findJoined(state: SearchState, text: AddressText, explained: 'all' | 'some'): void {
    const queue = this.#join.join(text).filter((joined) => explained === 'some' || explainsAll(joined))
    const documents = queue.length
    const before = state.found.length
    let best: Joined | undefined
    while (queue.length !== 0 && !state.isFull) {
      const next = queue.shift()!
      if (best !== undefined && best.cost + JOINED_SLACK < next.cost) break
      const reading = state.numberOf(this.#join.readingOf(next))
      const hits = this.#listJoinedHits(state, next, reading)
      if (hits === undefined) putBack(queue, next)
      else if (hits.length !== 0) {
        best ??= next
        state.found.push(...hits)
      }
    }
    const { leavesOut } = best ?? {}
    if (leavesOut !== undefined && leavesOut.length !== 0) state.rule = { ...state.rule!, leavesOut }
    state.traceStep({
      reading: state.readings.length - 1,
      tier: null,
      documents,
      hitsAdded: state.found.length - before,
    })
  }

  /** Undefined: no house has the number. */
  #listJoinedHits(
    state: SearchState,
    { document, number, isPlace, code, part }: Joined,
    reading: number,
  ): AddressCandidate[] | undefined {
    const tier = 'joined'
    if (number === null || isPlace)
      return state.hasPlace(document) ? [] : [{ document, row: -1, tier, reading, grade: 0 }]
    const { columns } = this.index
    const isStreet = this.index.kindOf(document) === 'street'
    const isHit = (row: number): boolean => {
      const spot = columns.spots[row]!
      if (code !== null && columns.spotText(spot, 'postalCode') !== code) return true
      if (part !== null && joinWords(columns.spotText(spot, 'municipalityPart')) !== part) return true
      return state.hasPoint(row) || (!isStreet && !this.#isWhole(document, row))
    }
    this.#collector.begin({ limit: state.left, isHit, isFirst: undefined })
    offerPoints(this.index, document, prepareNumber(this.index, number), this.#collector, this.#words)
    const points = this.#collector.best()
    return points.length === 0 ? undefined : points.map((point) => ({ document: -1, ...point, tier, reading }))
  }

  /** Tries all tiers with one reading before the next reading, and a costlier reading only while there is no hit. */
  #findAddresses(state: SearchState, readings: readonly AddressReading[], tiers = TIERS): void {
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
        if (prepared === null) this.#findPlaces(state, at, tier, 'places')
        else this.#findPoints(state, at, tier, prepared)
      }
    }
  }

  /** No house has the number: finds the street or place itself. All its words match, so it is in the right town. */
  #findPlacesInstead(state: SearchState, readings: readonly AddressReading[], tiers = TIERS): void {
    if (!state.isEmpty) return
    let cost = 0
    for (const reading of readings) {
      if (reading.number === null) continue
      if (cost < reading.cost && !state.isEmpty) return
      cost = reading.cost
      for (const tier of this.#possibleTiers(reading, tiers)) {
        if (!state.isFull) this.#findPlaces(state, state.numberOf(reading), tier, 'places instead')
      }
    }
  }

  /** The tiers that can match, as far as the list of all words shows. */
  #possibleTiers(reading: AddressReading, tiers: readonly AddressTier[]): readonly AddressTier[] {
    if (tiers === TIERS) return listPossibleTiers(this.index.words.trie, reading)
    if (tiers.length === 1) return tiers
    return listPossibleTiers(this.index.words.trie, reading).filter((tier) => tiers.includes(tier))
  }

  #findPlaces(state: SearchState, reading: number, tier: AddressTier, wanted: Wanted): void {
    const { counties, wholeWord } = state.readings[reading]!
    const before = state.found.length
    let documents = 0
    const isWanted = (document: number): boolean => {
      documents += 1
      if (!this.#hasWhole(document, wholeWord)) return false
      return counties === null || counties.includes(this.index.countyOf(document) ?? '')
    }
    const visit: Visit = (document) => {
      if (!state.hasPlace(document)) state.found.push({ document, row: -1, tier: tier.name, reading, grade: 0 })
      return !state.isFull
    }
    this.#order.visit(tier, state.readings[reading]!, state.options.near, { isWanted, visit })
    state.traceStep({ reading, tier, wanted, documents, hitsAdded: state.found.length - before })
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

/** A house is not there: the part that was typed, or else the number, may be wrong. */
function putBack(queue: Joined[], joined: Joined): void {
  const later =
    joined.part === null
      ? { ...joined, isPlace: true, cost: joined.cost + NUMBER_UNKNOWN }
      : { ...joined, part: null, cost: joined.cost + OTHER_PART }
  const place = queue.findIndex(({ cost }) => later.cost < cost)
  queue.splice(place < 0 ? queue.length : place, 0, later)
}

function joinWords(text: string | null): string {
  return splitWords(text ?? '')
    .map((word) => word.text)
    .join(' ')
}

/** What the rules are asked. The text is read in the second way when a rule first needs it. */
class Question implements AddressQuestion {
  readonly query: AddressQuery
  readonly vocabulary: IndexVocabulary
  readonly #join: AddressJoin
  #text: AddressText | undefined

  constructor(query: AddressQuery, vocabulary: IndexVocabulary, join: AddressJoin) {
    this.query = query
    this.vocabulary = vocabulary
    this.#join = join
  }

  get knowsTown(): boolean {
    return this.#join.knowsTown(this.text)
  }

  get text(): AddressText {
    this.#text ??= readAddressText([this.query.text.slice(0, QUERY_LENGTH_MAX)], 'apart')
    return this.#text
  }
}

/** The readings and hits of one query. */
class SearchState {
  readonly options: AddressSearchOptions
  /** The readings that were tried. */
  readonly readings: AddressReading[] = []
  readonly found: AddressCandidate[] = []
  /** The rule that is asked, and the one that found the first hit. */
  rule: AddressRule | null = null
  foundBy: AddressRule | null = null

  constructor(options: AddressSearchOptions) {
    this.options = options
  }

  numberOf(reading: AddressReading): number {
    const known = this.readings.indexOf(reading)
    return known < 0 ? this.readings.push(reading) - 1 : known
  }

  traceStep({ wanted, ...step }: Omit<AddressStep, 'rule' | 'wanted'> & { readonly wanted?: Wanted }): void {
    const what = wanted ?? (this.readings[step.reading]?.number == null ? 'places' : 'points')
    this.options.trace?.onStep({ ...step, rule: this.rule!, wanted: what })
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
