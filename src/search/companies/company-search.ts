import type { CompanyIndex, CompanySummary } from '../../engine/companies/companies.ts'
import { WORDS_MAX, WORK_MAX, WordSearch } from '../../engine/engine.ts'
import { RecentValues } from '../../stdx/recent-values.ts'
import { countMissedAccents, type LowerName, toLowerName } from '../../text/accents.ts'
import type { SearchTrace } from '../search-trace.ts'
import { type CompanyQuery, type CompanyReading, readAbbreviations, readCompanyQuery } from './company-query.ts'
import { areTerms, COMPANY_TIERS, type CompanyTier, type CompanyTierName } from './company-tiers.ts'
import { IcoSearch } from './ico-search.ts'

/**
 * How many documents of a tier are sorted by status, legal form and diacritics.
 */
const CANDIDATES_MAX = 128
/** How many documents are read to find those with the typed legal form. */
const READ_MAX = 512
/** Work to compare the diacritics of a name. */
const ACCENT_WORK = 100
const FIRST_TIERS = COMPANY_TIERS.filter(({ when }) => when !== 'nothing_found')
const LAST_TIERS = COMPANY_TIERS.filter(({ when }) => when === 'nothing_found')
/** With long forms of three words, the other ones cost more than everything before them. */
const LAST_TIERS_ABBREVIATED = LAST_TIERS.filter(({ name }) => name === 'one_typo')
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

  constructor(index: CompanyIndex) {
    this.#index = index
    this.#words = new WordSearch(index.words)
    this.#icos = new IcoSearch(index)
    this.#lowerNames = new RecentValues(LOWER_NAMES, (document) =>
      toLowerName(index.columns.nameAt(index.rows[document]!)),
    )
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
    const found: CompanyFind[] = []
    const asTyped: Search = { query, found, limit, trace }
    this.#askTiers(FIRST_TIERS, asTyped)
    if (found.length < limit) this.#fillRoom(asTyped)
    const { workSpent, stoppedEarly } = this.#words
    trace?.onEnd({ workSpent, workMax: WORK_MAX, stoppedEarly })
    return found
  }

  /** What the first words stand for comes after everything that has them as typed, and before typos. */
  #fillRoom(asTyped: Search): void {
    const query = readAbbreviations(asTyped.query, { wordsMax: WORDS_MAX, hasWord: this.#hasWord })
    const abbreviated = query && { ...asTyped, query }
    if (abbreviated !== undefined) {
      abbreviated.trace?.onQuery(abbreviated.query)
      this.#askTiers(FIRST_TIERS, abbreviated)
    }
    this.#askTiers(LAST_TIERS, asTyped)
    if (abbreviated !== undefined) this.#askTiers(LAST_TIERS_ABBREVIATED, abbreviated)
  }

  /** Tries the tiers in order until there are enough hits. */
  #askTiers(tiers: readonly CompanyTier[], { query, found, limit, trace }: Search): void {
    for (const tier of tiers) {
      if (found.length !== 0 && tier.when === 'nothing_found') break
      if (tier.when === 'digits' && query.digits === null) continue
      const end = tier.when === 'digits' ? Math.min(1, query.readings.length) : query.readings.length
      for (let i = 0; i < end; i++) {
        if (limit <= found.length || this.#words.stoppedEarly) break
        if (tier.wantsTerms === true && !areTerms(query.readings[i]!.words, this.#words)) continue
        const step = { tier, reading: query.readings[i]!, query, found, limit, trace }
        if (query.accented.length !== 0 || step.reading.forms.length !== 0 || tier.isUnordered === true)
          this.#sortTier(step)
        else this.#appendTier(step)
      }
    }
  }

  /** The documents come in the order of the hits. */
  #appendTier({ tier, reading, query, found, limit, trace }: Step): void {
    const before = found.length
    const end = Math.min(limit, before + READ_MAX)
    tier.visit({ query, reading, words: this.#words, icos: this.#icos }, (document) => {
      if (!isAmong(found, document)) found.push({ document, tier: tier.name, reading })
      return found.length < end
    })
    trace?.onStep({
      tier,
      reading,
      candidates: found.slice(before).map(({ document }) => this.#createCandidate(document, 0, query)),
    })
  }

  /** Reads more documents than are wanted, and sorts them. */
  #sortTier({ tier, reading, query, found, limit, trace }: Step): void {
    const left = limit - found.length
    const mustHaveForm = tier.wantsForm === true && reading.isUnfinished
    const fitting: CompanyCandidate[] = []
    const withoutForm: CompanyCandidate[] = []
    let faultless = 0
    let read = 0
    tier.visit({ query, reading, words: this.#words, icos: this.#icos }, (document) => {
      // One search visits a document once.
      if (tier.isUnordered === true && (isAmong(fitting, document) || isAmong(withoutForm, document))) return true
      if (isAmong(found, document)) return true
      read += 1
      if (reading.forms.length === 0 || reading.forms.includes(this.#index.forms[document]!)) {
        const candidate = this.#createCandidate(document, 0, query)
        fitting.push(candidate)
        // No later document comes before candidates that miss nothing.
        if (candidate.gone === 0 && this.#countMissed(candidate, query) === 0) faultless += 1
        if (left <= faultless) return false
      } else if (!mustHaveForm && withoutForm.length < CANDIDATES_MAX)
        withoutForm.push(this.#createCandidate(document, 1, query))
      return fitting.length < CANDIDATES_MAX && read < READ_MAX
    })
    if (fitting.length === 0 && withoutForm.length === 0) return void trace?.onStep({ tier, reading, candidates: [] })
    const candidates: CompanyCandidate[] = []
    const groups = left <= faultless ? [fitting] : [fitting, withoutForm]
    for (const gone of [0, 1])
      for (const group of groups) {
        const wanted = left - candidates.length
        candidates.push(
          ...this.#sortByAccents(
            group.filter((one) => one.gone === gone),
            wanted,
            query,
          ),
        )
      }
    trace?.onStep({ tier, reading, candidates })
    for (let i = 0; i < candidates.length && i < left; i++)
      found.push({ document: candidates[i]!.document, tier: tier.name, reading })
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

  #createCandidate(document: number, formMissed: 0 | 1, { accented }: CompanyQuery): CompanyCandidate {
    const gone = document < this.#index.livingCount ? 0 : 1
    return { document, formMissed, gone, accentsMissed: accented.length === 0 ? 0 : NOT_COUNTED }
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
  readonly found: CompanyFind[]
  readonly limit: number
  readonly trace: CompanySearchOptions['trace']
}

interface Step extends Search {
  readonly tier: CompanyTier
  readonly reading: CompanyReading
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
