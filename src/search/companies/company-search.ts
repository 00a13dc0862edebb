import type { CompanyIndex, CompanySummary } from '../../engine/companies/companies.ts'
import { WORDS_MAX, WORK_MAX, WordSearch } from '../../engine/engine.ts'
import { countMissedAccents } from '../../text/accents.ts'
import type { SearchTrace } from '../search-trace.ts'
import { type CompanyQuery, type CompanyReading, readCompanyQuery } from './company-query.ts'
import { COMPANY_TIERS, type CompanyTier, type CompanyTierName } from './company-tiers.ts'
import { IcoSearch } from './ico-search.ts'

/**
 * How many documents of a tier are sorted by status, legal form and diacritics.
 */
const CANDIDATES_MAX = 128
/** How many documents are read to find those with the typed legal form. */
const READ_MAX = 512
/** Work to compare the diacritics of a name. */
const ACCENT_WORK = 100

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
  readonly accentsMissed: number
}

/** Suggests companies of one country. Each thread has its own, with the memory that a query needs. */
export class CompanySearch {
  readonly #index: CompanyIndex
  readonly #words: WordSearch
  readonly #icos: IcoSearch

  constructor(index: CompanyIndex) {
    this.#index = index
    this.#words = new WordSearch(index.words)
    this.#icos = new IcoSearch(index)
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
    for (const tier of COMPANY_TIERS) {
      if (found.length !== 0 && tier.when === 'nothing_found') break
      if (tier.when === 'digits' && query.digits === null) continue
      for (const reading of tier.when === 'digits' ? query.readings.slice(0, 1) : query.readings) {
        if (limit <= found.length || this.#words.stoppedEarly) break
        this.#tryTier({ tier, reading, query, found, limit, trace })
      }
    }
    const { workSpent, stoppedEarly } = this.#words
    trace?.onEnd({ workSpent, workMax: WORK_MAX, stoppedEarly })
    return found
  }

  #tryTier(step: {
    readonly tier: CompanyTier
    readonly reading: CompanyReading
    readonly query: CompanyQuery
    readonly found: CompanyFind[]
    readonly limit: number
    readonly trace: CompanySearchOptions['trace']
  }): void {
    const { tier, reading, query, found, limit, trace } = step
    const wantsForm = reading.forms.length !== 0
    const sortsCandidates = wantsForm || query.accented.length !== 0 || tier.isUnordered === true
    const left = limit - found.length
    const wanted = sortsCandidates ? CANDIDATES_MAX : left
    const mustHaveForm = tier.wantsForm === true && reading.isUnfinished
    const fitting: CompanyCandidate[] = []
    const withoutForm: number[] = []
    let faultless = 0
    let read = 0
    tier.visit({ query, reading, words: this.#words, icos: this.#icos }, (document) => {
      if (isAmong(fitting, document) || withoutForm.includes(document) || isAmong(found, document)) return true
      read += 1
      if (!wantsForm || reading.forms.includes(this.#index.forms[document]!)) {
        const candidate = this.#createCandidate(document, 0, query)
        fitting.push(candidate)
        // No later document comes before candidates that miss nothing.
        if (isFaultless(candidate)) faultless += 1
        if (left <= faultless) return false
      } else if (!mustHaveForm && withoutForm.length < wanted) withoutForm.push(document)
      return fitting.length < wanted && read < READ_MAX
    })
    const candidates =
      left <= faultless
        ? fitting
        : [...fitting, ...withoutForm.map((document) => this.#createCandidate(document, 1, query))]
    if (sortsCandidates)
      candidates.sort((a, b) => a.gone - b.gone || a.formMissed - b.formMissed || compareAccents(a, b))
    trace?.onStep({ tier, reading, candidates })
    for (const { document } of candidates) {
      if (limit <= found.length) return
      found.push({ document, tier: tier.name, reading })
    }
  }

  #createCandidate(document: number, formMissed: 0 | 1, query: CompanyQuery): CompanyCandidate {
    const { livingCount, columns, rows } = this.#index
    const gone = document < livingCount ? 0 : 1
    const readsName = query.accented.length !== 0 && this.#words.spend(ACCENT_WORK)
    const accentsMissed = readsName ? countMissedAccents(columns.nameAt(rows[document]!), query.accented) : 0
    return { document, formMissed, gone, accentsMissed }
  }
}

function isFaultless({ gone, formMissed, accentsMissed }: CompanyCandidate): boolean {
  return gone === 0 && formMissed === 0 && accentsMissed === 0
}

function isAmong(found: readonly { readonly document: number }[], document: number): boolean {
  for (let i = 0; i < found.length; i++) if (found[i]!.document === document) return true
  return false
}

/** Equal candidates keep their order. */
function compareAccents(a: CompanyCandidate, b: CompanyCandidate): number {
  return a.accentsMissed - b.accentsMissed
}

export interface CompanyFind {
  readonly document: number
  readonly tier: CompanyTierName
  readonly reading: CompanyReading
}
