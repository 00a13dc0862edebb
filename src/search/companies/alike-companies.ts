import { AlikeSearch } from '../../engine/alike/alike.ts'
import { type CompanyIndex, PLACE_MARK } from '../../engine/companies/companies.ts'
import type { WordSearch } from '../../engine/engine.ts'
import { listMeanings } from '../../text/company-abbreviations.ts'
import { splitWords } from '../../text/words.ts'
import type { CompanyReading } from './company-query.ts'
import { SEAT_COST, TextLikeness, type WordsOfCompany } from './likeness.ts'
import { hasPlaceWord } from './seat-words.ts'

/** A text with more words is an invoice: the first ones tell whose. */
const WORDS_MAX = 10
/** Work to read a seat. */
const SEAT_WORK = 300
/** How many seats a query compares with its words. */
const SEATS_MAX = 64
/** A company that costs so much more than the first is not shown. */
const MARGIN = 16

/** A company that is like a text. */
export interface AlikeCompany {
  readonly document: number
  readonly cost: number
  /** It lacks some of the typed words. */
  readonly leavesOut: boolean
}

interface Lacking {
  readonly document: number
  readonly cost: number
  readonly missing: readonly number[]
}

const NONE: readonly AlikeCompany[] = []

/**
 * Lists companies that are like a text. The rarest words, as they may be spelled, find some hundred companies, which
 * are compared one by one.
 */
export class AlikeCompanies {
  readonly #index: CompanyIndex
  readonly #words: WordSearch
  readonly #search: AlikeSearch
  #reading: CompanyReading | null = null
  #found: readonly AlikeCompany[] = NONE

  constructor(index: CompanyIndex, words: WordSearch) {
    this.#index = index
    this.#words = words
    this.#search = new AlikeSearch(words, PLACE_MARK)
  }

  beginQuery(): void {
    this.#reading = null
  }

  /** The likest first. */
  list(reading: CompanyReading): readonly AlikeCompany[] {
    if (this.#reading !== reading) {
      this.#reading = reading
      this.#words.useKeptBack()
      this.#found = this.#compare(reading.words)
    }
    return this.#found
  }

  #compare(words: readonly string[]): readonly AlikeCompany[] {
    const typed = words.slice(0, WORDS_MAX)
    const isCut = typed.length < words.length
    if (typed.length === 0) return NONE
    const { spans, ways } = this.#search.read(typed, listMeanings(typed))
    const likeness = new TextLikeness(typed, spans)
    const describe = (word: string) => likeness.describe(word)
    const found: AlikeCompany[] = []
    const lacking: Lacking[] = []
    this.#search.visit(ways, describe, (document, words) => {
      const company = { ...words, isLiving: document < this.#index.livingCount }
      const { cost, missing, named, isSure } = likeness.compare(company)
      if (named.length === 0) return false
      if (missing.length === 0) found.push({ document, cost, leavesOut: isCut })
      else if (isSure && !this.#isMerePlace(named, company)) lacking.push({ document, cost, missing })
      return missing.length === 0
    })
    lacking.sort(compareAlike)
    for (const [i, { document, cost, missing }] of lacking.entries()) {
      const seat = i < SEATS_MAX && this.#words.spend(SEAT_WORK) ? this.#seatOf(document) : []
      const left = missing.filter((w) => !hasPlaceWord(seat, typed, w))
      const saved = missing.reduce((sum, w) => sum + (left.includes(w) ? 0 : likeness.missingCosts[w]! - SEAT_COST), 0)
      found.push({ document, cost: cost - saved, leavesOut: isCut || left.length !== 0 })
    }
    found.sort(compareAlike)
    const most = (found[0]?.cost ?? 0) + MARGIN
    return found.filter(({ cost }) => cost <= most)
  }

  #seatOf(document: number): readonly string[] {
    return splitWords(this.#index.columns.summaryAt(this.#index.rows[document]!).address).map(({ text }) => text)
  }

  /** Whether the words of the name that were typed are one word of a town, or those of its own town. */
  #isMerePlace(names: readonly string[], { place }: WordsOfCompany): boolean {
    const { trie } = this.#words.index
    if (!names.every((word) => trie.findWord(word, { low: 0, high: 0 }, PLACE_MARK))) return false
    return names.length === 1 || names.every((word) => place.some(({ text }) => text === word))
  }
}

function compareAlike(a: { cost: number; document: number }, b: { cost: number; document: number }): number {
  return a.cost - b.cost || a.document - b.document
}
