import { type CompanyIndex, type ShownCompany, WORDS_MAX, WordSearch } from '../../engine/engine.ts'
import { accentsMissed } from '../../text/accents.ts'
import { type CompanyQuery, type CompanyReading, readCompanyQuery } from './company-query.ts'
import { COMPANY_TIERS, type CompanyTier, type CompanyTierName } from './company-tiers.ts'
import { IcoSearch } from './ico-search.ts'

/**
 * So many of a tier's documents are looked at more closely, for their legal form and for diacritics; those after them keep their order.
 * A form or an accent decides between what fits equally well; it does not search the whole country.
 */
const CLOSER_LOOK_MAX = 128

export interface CompanyHit {
  readonly document: number
  readonly tier: CompanyTierName
  readonly reading: CompanyReading
  readonly company: ShownCompany
}

/** What a search tells on its way to whoever asks for an explanation. */
export interface CompanyTrace {
  read(query: CompanyQuery): void
  asked(tier: CompanyTier, reading: CompanyReading, candidates: readonly CompanyCandidate[]): void
  ended(end: { readonly workSpent: number; readonly stoppedEarly: boolean }): void
}

/** A document of a tier, with what decides its place there. Compared from left to right, smaller first. */
export interface CompanyCandidate {
  readonly document: number
  readonly formMissed: 0 | 1
  readonly gone: 0 | 1
  readonly accentsMissed: number
}

/** Suggests companies of one country, for one thread: it owns the memory that a query needs. */
export class CompanySearch {
  readonly #index: CompanyIndex
  readonly #words: WordSearch
  readonly #icos: IcoSearch

  constructor(index: CompanyIndex) {
    this.#index = index
    this.#words = new WordSearch(index.words)
    this.#icos = new IcoSearch(index)
  }

  search(text: string, options: { readonly limit: number; readonly trace?: CompanyTrace }): CompanyHit[] {
    return this.find(text, options).map(({ document, tier, reading }) => ({
      document,
      tier,
      reading,
      company: this.#index.columns.shownAt(this.#index.rows[document]!),
    }))
  }

  /** The hits as documents: what a caller takes who writes the answer from the columns himself. */
  find(text: string, { limit, trace }: { readonly limit: number; readonly trace?: CompanyTrace }): CompanyFind[] {
    const query = readCompanyQuery(text, WORDS_MAX)
    trace?.read(query)
    this.#words.begin()
    const found: CompanyFind[] = []
    for (const tier of COMPANY_TIERS) {
      if (found.length !== 0 && tier.when === 'nothing_found') break
      if (tier.when === 'digits' && query.digits === null) continue
      for (const reading of tier.when === 'digits' ? query.readings.slice(0, 1) : query.readings) {
        if (limit <= found.length || this.#words.stoppedEarly) break
        this.#ask({ tier, reading, query, found, limit, trace })
      }
    }
    trace?.ended({ workSpent: this.#words.workSpent, stoppedEarly: this.#words.stoppedEarly })
    return found
  }

  #ask(step: {
    readonly tier: CompanyTier
    readonly reading: CompanyReading
    readonly query: CompanyQuery
    readonly found: CompanyFind[]
    readonly limit: number
    readonly trace: CompanyTrace | undefined
  }): void {
    const { tier, reading, query, found, limit, trace } = step
    const looksCloser = reading.forms.length !== 0 || query.accented.length !== 0
    const wanted = looksCloser ? CLOSER_LOOK_MAX : limit - found.length
    const documents: number[] = []
    const mustHaveForm = tier.wantsForm === true && reading.isUnfinished
    const { forms } = this.#index
    tier.ask({ query, reading, words: this.#words, icos: this.#icos }, (document) => {
      if (documents.includes(document) || found.some((hit) => hit.document === document)) return true
      if (mustHaveForm && !reading.forms.includes(forms[document]!)) return true
      return documents.push(document) < wanted
    })
    const candidates = looksCloser || trace !== undefined ? this.#lookCloser(documents, reading, query) : undefined
    trace?.asked(tier, reading, candidates!)
    for (const document of candidates?.map((candidate) => candidate.document) ?? documents) {
      if (limit <= found.length) return
      found.push({ document, tier: tier.name, reading })
    }
  }

  /** In the order in which they are shown. */
  #lookCloser(documents: readonly number[], reading: CompanyReading, query: CompanyQuery): CompanyCandidate[] {
    const { forms, living, columns, rows } = this.#index
    return documents
      .map((document): CompanyCandidate => {
        const formMissed = reading.forms.length !== 0 && !reading.forms.includes(forms[document]!) ? 1 : 0
        const missed = query.accented.length === 0 ? 0 : accentsMissed(columns.nameAt(rows[document]!), query.accented)
        return { document, formMissed, gone: document < living ? 0 : 1, accentsMissed: missed }
      })
      .sort((a, b) => a.formMissed - b.formMissed || a.gone - b.gone || a.accentsMissed - b.accentsMissed)
  }
}

export interface CompanyFind {
  readonly document: number
  readonly tier: CompanyTierName
  readonly reading: CompanyReading
}
