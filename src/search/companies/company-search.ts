import type { CompanyIndex, CompanySummary } from '../../engine/companies/companies.ts'
import { WORDS_MAX, WORK_MAX, WordSearch } from '../../engine/engine.ts'
import { RecentValues } from '../../stdx/recent-values.ts'
import { countMissedAccents, type LowerName, toLowerName } from '../../text/accents.ts'
import { type Found, type RuleRun, runRules } from '../rule.ts'
import type { SearchTrace } from '../search-trace.ts'
import { AlikeCompanies } from './alike-companies.ts'
import { type CompanyQuery, type CompanyReading, readAbbreviations, readCompanyQuery } from './company-query.ts'
import type { CompanyQuestion, CompanyRule } from './company-rule.ts'
import { COMPANY_RULES } from './company-rules.ts'
import { IcoSearch } from './ico-search.ts'

/**
 * How many documents of a rule are sorted by status, legal form and diacritics.
 */
const CANDIDATES_MAX = 128
/** How many documents are read to find those with the typed legal form. */
const READ_MAX = 512
/** Work to compare the diacritics of a name. */
const ACCENT_WORK = 100
/** With fewer living hits, and none by its name, the words may be mistyped. */
const ENOUGH_LIVING = 3
/** Kept back for texts that nothing fits. */
const KEPT_BACK = 0.4 * WORK_MAX
const BUDGET = WORK_MAX + KEPT_BACK
const NOT_COUNTED = Number.MAX_SAFE_INTEGER
/** About a hundred bytes each. */
const LOWER_NAMES = 1024

export interface CompanyFind {
  readonly document: number
  readonly rule: CompanyRule
  readonly reading: CompanyReading
}

export interface CompanyHit extends CompanyFind {
  readonly company: CompanySummary
}

/** One rule, asked with one reading. */
export interface CompanyStep {
  readonly rule: CompanyRule
  readonly reading: CompanyReading
  readonly candidates: readonly CompanyCandidate[]
}

export interface CompanySearchOptions {
  readonly limit: number
  readonly trace?: SearchTrace<CompanyQuery, CompanyStep>
}

/** A document of a rule and its sort keys, in this order. Lower comes first; then the rank decides. */
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
  readonly #rules: typeof COMPANY_RULES
  readonly #words: WordSearch
  readonly #icos: IcoSearch
  readonly #alike: AlikeCompanies
  readonly #hasWord = (word: string): boolean => 0 <= this.#words.index.trie.termOf(word)
  /** By document. The next keystroke compares the same names again. */
  readonly #lowerNames: RecentValues<LowerName>

  /** A trial may leave out a rule. */
  constructor(index: CompanyIndex, rules = COMPANY_RULES) {
    this.#index = index
    this.#rules = rules
    this.#words = new WordSearch(index.words)
    this.#icos = new IcoSearch(index)
    this.#alike = new AlikeCompanies(index, this.#words)
    this.#lowerNames = new RecentValues(LOWER_NAMES, (document) =>
      toLowerName(index.columns.nameAt(index.rows[document]!)),
    )
  }

  search(text: string, options: CompanySearchOptions): CompanyHit[] {
    return this.find(text, options).hits.map(({ document, rule, reading }) => ({
      document,
      rule,
      reading,
      company: this.#index.columns.summaryAt(this.#index.rows[document]!),
    }))
  }

  /** Returns the hits as documents, for a caller that reads the columns itself. */
  find(text: string, { limit, trace }: CompanySearchOptions): Found<CompanyFind, CompanyRule> {
    const query = readCompanyQuery(text, WORDS_MAX)
    trace?.onQuery(query)
    this.#words.beginQuery(BUDGET)
    this.#words.keepBack(KEPT_BACK)
    this.#alike.beginQuery()
    const search: Search = { found: [], ended: [], limit, trace }
    runRules(this.#rules, this.#createRun(query, search))
    const { workSpent, wasStopped } = this.#words
    trace?.onEnd({ workSpent, workMax: BUDGET, stoppedEarly: wasStopped })
    return { hits: search.found, rule: search.found[0]?.rule ?? null }
  }

  #createRun(query: CompanyQuery, search: Search): RuleRun<CompanyRule, CompanyQuestion> {
    const { found, ended, limit } = search
    const words = this.#words
    const asTyped = this.#questionsOf(query)
    let abbreviated: readonly CompanyQuestion[] | undefined
    const readOtherwise = (): readonly CompanyQuestion[] => {
      const other = readAbbreviations(query, { wordsMax: WORDS_MAX, hasWord: this.#hasWord })
      if (other !== undefined) search.trace?.onQuery(other)
      return other === undefined ? [] : this.#questionsOf(other)
    }
    return {
      isFull: () => limit <= found.length,
      questions: (meaning) => {
        if (meaning === 0) return asTyped
        abbreviated ??= readOtherwise()
        return meaning === 1 && abbreviated.length !== 0 ? abbreviated : undefined
      },
      isWanted: ({ when }, { reading }) => {
        if (when === undefined) return !words.stoppedEarly
        return found.length === 0 || (when === 'few' && reading.words.length < 2 && this.#areFew(found))
      },
      ask: (rule, question) => {
        const isSorted = question.query.accented.length !== 0 || question.reading.forms.length !== 0
        if (rule.isOrdered !== true && isSorted) this.#sortHits(rule, question, search)
        else this.#appendHits(rule, question, search)
      },
      endGroup: () => {
        for (let i = 0; i < ended.length && found.length < limit; i++) found.push(ended[i]!)
        ended.length = 0
      },
    }
  }

  #questionsOf(query: CompanyQuery): readonly CompanyQuestion[] {
    return query.readings.map((reading) => ({
      query,
      reading,
      words: this.#words,
      icos: this.#icos,
      alike: this.#alike,
    }))
  }

  /** Whether few living companies are found, and none of them by its name. */
  #areFew(found: readonly CompanyFind[]): boolean {
    let living = 0
    for (const { document, rule } of found) {
      const isLiving = document < this.#index.livingCount
      // The name of an ended company is still being typed.
      if (isLiving ? rule.hits !== undefined : rule.hits === 'begun') return false
      if (isLiving) living += 1
    }
    return living < ENOUGH_LIVING
  }

  /** The documents come in the order of the hits. */
  #appendHits(rule: CompanyRule, question: CompanyQuestion, search: Search): void {
    const { found, ended, limit, trace } = search
    const { reading } = question
    const [before, endedBefore] = [found.length, ended.length]
    rule.visit(question, (document) => {
      if (!isKnown(search, document)) this.#add(search, { document, rule, reading })
      return found.length < limit && found.length + ended.length < limit + endedBefore
    })
    if (trace === undefined) return
    const added = [...found.slice(before), ...ended.slice(endedBefore)]
    trace.onStep({ rule, reading, candidates: added.map(({ document }) => this.#createCandidate(document, question)) })
  }

  #add({ found, ended }: Search, find: CompanyFind): void {
    const isLate =
      (find.rule.hits === 'called' || find.rule.hits === 'begun') && this.#index.livingCount <= find.document
    ;(isLate ? ended : found).push(find)
  }

  /** Reads more documents than are wanted, and sorts them. */
  #sortHits(rule: CompanyRule, question: CompanyQuestion, search: Search): void {
    const { found, limit, trace } = search
    const { query, reading } = question
    const left = limit - found.length
    const mustHaveForm = rule.wantsForm === true && reading.isUnfinished
    const fitting: CompanyCandidate[] = []
    const withoutForm: CompanyCandidate[] = []
    let faultless = 0
    let read = 0
    rule.visit(question, (document) => {
      if (isKnown(search, document)) return true
      read += 1
      const candidate = this.#createCandidate(document, question)
      if (candidate.formMissed === 0) {
        fitting.push(candidate)
        // No later document comes before candidates that miss nothing.
        if (candidate.gone === 0 && this.#countMissed(candidate, query) === 0) faultless += 1
        if (left <= faultless) return false
      } else if (!mustHaveForm && withoutForm.length < CANDIDATES_MAX) withoutForm.push(candidate)
      return fitting.length < CANDIDATES_MAX && read < READ_MAX
    })
    const candidates: CompanyCandidate[] = []
    const groups = left <= faultless ? [fitting] : [fitting, withoutForm]
    for (const gone of [0, 1])
      for (const group of groups) {
        const some = group.filter((one) => one.gone === gone)
        candidates.push(...this.#sortByAccents(some, left - candidates.length, query))
      }
    trace?.onStep({ rule, reading, candidates })
    for (let i = 0; i < candidates.length && i < left; i++)
      this.#add(search, { document: candidates[i]!.document, rule, reading })
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

  #createCandidate(document: number, { query, reading: { forms } }: CompanyQuestion): CompanyCandidate {
    const formMissed = forms.length === 0 || forms.includes(this.#index.forms[document]!) ? 0 : 1
    const gone = document < this.#index.livingCount ? 0 : 1
    return { document, formMissed, gone, accentsMissed: query.accented.length === 0 ? 0 : NOT_COUNTED }
  }

  #countMissed(candidate: CompanyCandidate, { accented }: CompanyQuery): number {
    if (candidate.accentsMissed !== NOT_COUNTED) return candidate.accentsMissed
    const canRead = this.#words.spend(ACCENT_WORK)
    candidate.accentsMissed = canRead ? countMissedAccents(this.#lowerNames.get(candidate.document), accented) : 0
    return candidate.accentsMissed
  }
}

/** The hits of one query so far. */
interface Search {
  readonly found: CompanyFind[]
  /** Ended companies, which come after the living ones with such a name. */
  readonly ended: CompanyFind[]
  readonly limit: number
  readonly trace: CompanySearchOptions['trace']
}

function isKnown({ found, ended }: Search, document: number): boolean {
  for (let i = 0; i < found.length; i++) if (found[i]!.document === document) return true
  for (let i = 0; i < ended.length; i++) if (ended[i]!.document === document) return true
  return false
}
