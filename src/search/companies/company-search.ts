import type { CompanyIndex, CompanySummary } from '../../engine/companies/companies.ts'
import { maxTypos, WORDS_MAX, WORK_MAX, WordSearch } from '../../engine/engine.ts'
import { RecentValues } from '../../stdx/recent-values.ts'
import { countMissedAccents, type LowerName, toLowerName } from '../../text/accents.ts'
import { prefixEditDistance } from '../../text/edit-distance.ts'
import type { Fallback } from '../fallback.ts'
import type { SearchTrace } from '../search-trace.ts'
import { type CompanyQuery, type CompanyReading, readAbbreviations, readCompanyQuery } from './company-query.ts'
import {
  COMPANY_TIERS,
  type CompanyTier,
  type CompanyTierName,
  type CompanyTierTime,
  type TierInput,
} from './company-tiers.ts'
import { IcoSearch } from './ico-search.ts'

/**
 * How many documents of a tier are sorted by status, legal form and diacritics.
 */
const CANDIDATES_MAX = 128
/** How many documents are read to find those with the typed legal form. */
const READ_MAX = 512
/** Work to compare the diacritics of a name. */
const ACCENT_WORK = 100
const tiersOf = (...times: readonly CompanyTierTime[]): readonly CompanyTier[] =>
  COMPANY_TIERS.filter(({ when }) => times.includes(when))
const NAME_TIERS = tiersOf('number', 'names')
const [FIRST_WORD_TIERS, OTHER_WORD_TIERS] = [tiersOf('first_word'), tiersOf('words')]
const TYPO_TIERS = tiersOf('few_found', 'nothing_found')
/** With long forms of three words, the other ones cost more than everything before them. */
const TYPO_TIERS_ABBREVIATED = TYPO_TIERS.filter(({ name }) => name === 'one_typo' || name === 'name_and_seat')
const SHORTER_TIERS = tiersOf('too_many_words')
const FALLBACKS: ReadonlyMap<CompanyTierName, Fallback> = new Map(
  [...TYPO_TIERS, ...SHORTER_TIERS].map(({ name }) => [
    name,
    { name, leavesOut: name === 'words_left_out' ? [name] : [] },
  ]),
)
/** With fewer living hits, and none by its name, the words may be mistyped. */
const ENOUGH_LIVING = 3
const NAMED_SO: ReadonlySet<CompanyTierName> = new Set(NAME_TIERS.map(({ name }) => name))
const BEGUN: ReadonlySet<CompanyTierName> = new Set(['name_beginning', 'other_name_beginning'])
/** Work to read a seat. */
const SEAT_WORK = 300
/** How many seats a query compares with its words. */
const SEATS_MAX = 64
const NOT_COUNTED = Number.MAX_SAFE_INTEGER
/** About a hundred bytes each. */
const LOWER_NAMES = 1024

export interface CompanyHit {
  readonly document: number
  readonly tier: CompanyTierName
  readonly reading: CompanyReading
  readonly company: CompanySummary
}

/** One tier, tried with one reading. */
export interface CompanyStep {
  readonly tier: CompanyTier
  readonly reading: CompanyReading
  readonly candidates: readonly CompanyCandidate[]
}

export interface CompanySearchOptions {
  readonly limit: number
  readonly trace?: SearchTrace<CompanyQuery, CompanyStep>
}

/** A document of a tier and its sort keys, in this order. Lower comes first; then the rank decides. */
export interface CompanyCandidate {
  readonly document: number
  readonly gone: 0 | 1
  readonly formMissed: 0 | 1
  /** The name begins with another word, where that counts. */
  readonly inside: 0 | 1
  /** `NOT_COUNTED` of a candidate that cannot become a hit. */
  accentsMissed: number
}

/** Suggests companies of one country. Each thread has its own, with the memory that a query needs. */
export class CompanySearch {
  readonly #index: CompanyIndex
  readonly #words: WordSearch
  readonly #icos: IcoSearch
  readonly #hasWord = (word: string): boolean => 0 <= this.#words.index.trie.termOf(word)
  /** By document. The next keystroke compares the same names again. */
  readonly #lowerNames: RecentValues<LowerName>
  #fallback: Fallback | null = null
  #seatsLeft = 0
  readonly #seatOf = (document: number): string | null => {
    if (--this.#seatsLeft < 0 || !this.#words.spend(SEAT_WORK)) return null
    return this.#index.columns.summaryAt(this.#index.rows[document]!).address
  }

  constructor(index: CompanyIndex) {
    this.#index = index
    this.#words = new WordSearch(index.words)
    this.#icos = new IcoSearch(index)
    this.#lowerNames = new RecentValues(LOWER_NAMES, (document) =>
      toLowerName(index.columns.nameAt(index.rows[document]!)),
    )
  }

  /** How the last text was read, if it is not found as it is. */
  get fallback(): Fallback | null {
    return this.#fallback
  }

  search(text: string, options: CompanySearchOptions): CompanyHit[] {
    return this.find(text, options).map(({ document, tier, reading }) => ({
      document,
      tier,
      reading,
      company: this.#index.columns.summaryAt(this.#index.rows[document]!),
    }))
  }

  /** Returns the hits as documents, for a caller that reads the columns itself. */
  find(text: string, { limit, trace }: CompanySearchOptions): CompanyFind[] {
    const query = readCompanyQuery(text, WORDS_MAX)
    trace?.onQuery(query)
    this.#words.beginQuery()
    this.#seatsLeft = SEATS_MAX
    const found: CompanyFind[] = []
    const asTyped: Search = { query, questions: this.#questionsOf(query), found, ended: [], limit, trace }
    this.#askNames(asTyped)
    if (found.length < limit) this.#fillRoom(asTyped)
    const { workSpent, wasStopped } = this.#words
    trace?.onEnd({ workSpent, workMax: WORK_MAX, stoppedEarly: wasStopped })
    this.#fallback = (found[0] && FALLBACKS.get(found[0].tier)) ?? null
    return found
  }

  /** Meanings of abbreviated first words come after names as typed, and before names that only contain the words. */
  #fillRoom(asTyped: Search): void {
    const query = readAbbreviations(asTyped.query, { wordsMax: WORDS_MAX, hasWord: this.#hasWord })
    const abbreviated = query && { ...asTyped, query, questions: this.#questionsOf(query) }
    if (abbreviated !== undefined) {
      abbreviated.trace?.onQuery(abbreviated.query)
      this.#askNames(abbreviated)
    }
    for (const tiers of [FIRST_WORD_TIERS, OTHER_WORD_TIERS]) {
      this.#askTiers(tiers, asTyped)
      if (abbreviated !== undefined) this.#askTiers(tiers, abbreviated)
    }
    if (asTyped.found.length === 0) this.#words.keepBack(WORK_MAX / 4)
    this.#askTiers(TYPO_TIERS, asTyped)
    if (abbreviated !== undefined) this.#askTiers(TYPO_TIERS_ABBREVIATED, abbreviated)
    this.#words.useKeptBack()
    this.#askTiers(SHORTER_TIERS, asTyped)
  }

  /** Ended companies with such a name come after all living ones. */
  #askNames(search: Search): void {
    this.#askTiers(NAME_TIERS, search)
    const { found, ended, limit } = search
    for (let i = 0; i < ended.length && found.length < limit; i++) found.push(ended[i]!)
    ended.length = 0
  }

  #questionsOf(query: CompanyQuery): TierInput[] {
    return query.readings.map((reading) => ({
      query,
      reading,
      words: this.#words,
      icos: this.#icos,
      seatOf: this.#seatOf,
    }))
  }

  /** Tries the tiers in order until there are enough hits. */
  #askTiers(tiers: readonly CompanyTier[], search: Search): void {
    const { query, questions, found, limit } = search
    for (const tier of tiers) {
      if (found.length !== 0 && (tier.when === 'nothing_found' || tier.when === 'too_many_words')) continue
      const wantsOneWord = found.length !== 0 && tier.when === 'few_found'
      if (wantsOneWord && !this.#areFew(found)) continue
      const end = tier.when === 'number' ? Math.min(1, questions.length) : questions.length
      for (let i = 0; i < end; i++) {
        if (limit <= found.length || this.#words.stoppedEarly) break
        const question = questions[i]!
        const { reading } = question
        if (wantsOneWord && 1 < reading.words.length) continue
        if (tier.mayMatch?.(question) === false) continue
        if (query.accented.length !== 0 || reading.forms.length !== 0 || tier.isUnordered === true)
          this.#sortTier(tier, question, search)
        else this.#appendTier(tier, question, search)
      }
    }
  }

  /** Whether few living companies are found, and none of them by its name. */
  #areFew(found: readonly CompanyFind[]): boolean {
    let living = 0
    for (const { document, tier } of found) {
      const isLiving = document < this.#index.livingCount
      // The name of an ended company is still being typed.
      if (isLiving ? NAMED_SO.has(tier) : BEGUN.has(tier)) return false
      if (isLiving) living += 1
    }
    return living < ENOUGH_LIVING
  }

  /** The documents come in the order of the hits. */
  #appendTier(tier: CompanyTier, question: TierInput, search: Search): void {
    const { found, ended, limit, trace } = search
    const { reading } = question
    const [before, endedBefore] = [found.length, ended.length]
    tier.visit(question, (document) => {
      if (!isKnown(search, document)) this.#add(search, { document, tier: tier.name, reading }, tier)
      return found.length < limit && found.length + ended.length < limit + endedBefore
    })
    if (trace === undefined) return
    const added = [...found.slice(before), ...ended.slice(endedBefore)]
    trace.onStep({
      tier,
      reading,
      candidates: added.map(({ document }) => this.#createCandidate(document, 0, tier, question)),
    })
  }

  /** A company number finds living and ended companies alike. */
  #add({ found, ended }: Search, find: CompanyFind, { when }: CompanyTier): void {
    const isLate = when === 'names' && this.#index.livingCount <= find.document
    ;(isLate ? ended : found).push(find)
  }

  /** Reads more documents than are wanted, and sorts them. */
  #sortTier(tier: CompanyTier, question: TierInput, search: Search): void {
    const { query, found, limit, trace } = search
    const { reading } = question
    const left = limit - found.length
    const mustHaveForm = tier.wantsForm === true && reading.isUnfinished
    const fitting: CompanyCandidate[] = []
    const withoutForm: CompanyCandidate[] = []
    let faultless = 0
    let read = 0
    tier.visit(question, (document) => {
      // One search visits a document once.
      if (tier.isUnordered === true && (isAmong(fitting, document) || isAmong(withoutForm, document))) return true
      if (isKnown(search, document)) return true
      read += 1
      if (reading.forms.length === 0 || reading.forms.includes(this.#index.forms[document]!)) {
        const candidate = this.#createCandidate(document, 0, tier, question)
        fitting.push(candidate)
        // No later document comes before candidates that miss nothing.
        if (candidate.gone + candidate.inside === 0 && this.#countMissed(candidate, query) === 0) faultless += 1
        if (left <= faultless) return false
      } else if (!mustHaveForm && withoutForm.length < CANDIDATES_MAX)
        withoutForm.push(this.#createCandidate(document, 1, tier, question))
      return fitting.length < CANDIDATES_MAX && read < READ_MAX
    })
    if (fitting.length === 0 && withoutForm.length === 0) return void trace?.onStep({ tier, reading, candidates: [] })
    const candidates: CompanyCandidate[] = []
    const groups = left <= faultless ? [fitting] : [fitting, withoutForm]
    for (const gone of [0, 1])
      for (const group of groups) {
        const wanted = tier.wantsBeginning === true ? group.length : left - candidates.length
        const some = this.#sortByAccents(
          group.filter((one) => one.gone === gone),
          wanted,
          query,
        )
        candidates.push(...(tier.wantsBeginning === true ? some.sort((a, b) => a.inside - b.inside) : some))
      }
    trace?.onStep({ tier, reading, candidates })
    for (let i = 0; i < candidates.length && i < left; i++)
      this.#add(search, { document: candidates[i]!.document, tier: tier.name, reading }, tier)
  }

  /** Sorts candidates of one state and form until the first of them are known: reading names is slow. */
  #sortByAccents(candidates: CompanyCandidate[], wanted: number, query: CompanyQuery): CompanyCandidate[] {
    if (wanted <= 0 || query.accented.length === 0) return candidates
    let faultless = 0
    for (const candidate of candidates) {
      if (this.#countMissed(candidate, query) === 0) faultless += 1
      // Equal candidates keep their order, so no later one comes before these.
      if (faultless === wanted) break
    }
    return candidates.sort((a, b) => a.accentsMissed - b.accentsMissed)
  }

  #createCandidate(
    document: number,
    formMissed: 0 | 1,
    tier: CompanyTier,
    { query, reading }: TierInput,
  ): CompanyCandidate {
    const gone = document < this.#index.livingCount ? 0 : 1
    const inside = tier.wantsBeginning === true && !this.#beginsAlmost(document, reading) ? 1 : 0
    return { document, formMissed, gone, inside, accentsMissed: query.accented.length === 0 ? 0 : NOT_COUNTED }
  }

  /** Whether its name begins with one of the words, perhaps mistyped. */
  #beginsAlmost(document: number, { words }: CompanyReading): boolean {
    const first = this.#words.firstWordOf(document)
    return words.some((word) => prefixEditDistance(word, first, maxTypos(word)) <= maxTypos(word))
  }

  #countMissed(candidate: CompanyCandidate, { accented }: CompanyQuery): number {
    if (candidate.accentsMissed !== NOT_COUNTED) return candidate.accentsMissed
    const canRead = this.#words.spend(ACCENT_WORK)
    candidate.accentsMissed = canRead ? countMissedAccents(this.#lowerNames.get(candidate.document), accented) : 0
    return candidate.accentsMissed
  }
}

/** One query and its hits so far. */
interface Search {
  readonly query: CompanyQuery
  /** One for each reading. */
  readonly questions: readonly TierInput[]
  readonly found: CompanyFind[]
  /** Ended companies, which come after the living ones with such a name. */
  readonly ended: CompanyFind[]
  readonly limit: number
  readonly trace: CompanySearchOptions['trace']
}

function isKnown({ found, ended }: Search, document: number): boolean {
  return isAmong(found, document) || isAmong(ended, document)
}

function isAmong(found: readonly { readonly document: number }[], document: number): boolean {
  for (let i = 0; i < found.length; i++) if (found[i]!.document === document) return true
  return false
}

export interface CompanyFind {
  readonly document: number
  readonly tier: CompanyTierName
  readonly reading: CompanyReading
}
