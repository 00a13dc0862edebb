import { type BloomSignature, foldSignature } from './bloom-signature.ts'
import { FIT_WORK } from './cheapest-lead.ts'
import { DocumentMarks, workToMark } from './document-marks.ts'
import type { Visit } from './last-answer.ts'
import { QueryTerm } from './query-term.ts'
import type { WordIndex } from './word-index.ts'

/** What a query may still cost, in units of about ten nanoseconds. */
export interface Budget {
  readonly workLeft: number
  /** Returns false once the budget is spent. */
  spend(work: number): boolean
}

/** Work to read the signature of a document. Memory reads overlap. */
const LIKELY_WORK = 1
/** Work for a document that is known to have all terms. */
const KNOWN_WORK = 4

/**
 * Compares documents with the terms of a query, the cheapest test first:
 *
 *     folded signature   beside each posting
 *     marks              of one term, once enough documents were compared without
 *     signature          of each document
 *     forward record     the terms of a document: what the other tests let pass is compared with it
 *
 * A term is marked when the documents compared have cost as much as marking it, and those left will: that costs at most
 * twice the cheaper of both. A signature cannot tell single letters, words with a mark and mistyped words, and lets
 * many documents pass.
 */
export class Comparison {
  readonly #index: WordIndex
  /** The bits that a document must have. */
  readonly wanted: BloomSignature = { low: 0, high: 0 }
  terms: readonly QueryTerm[] = []
  /** All documents compared have this term. */
  #lead: QueryTerm | undefined
  readonly #marks: DocumentMarks
  /** What the marks stand for. */
  readonly #inMarks = new QueryTerm()
  /** The term whose documents are marked. */
  marked: QueryTerm | undefined
  /** The term to mark next. */
  #markable: QueryTerm | undefined
  #workToMark = 0
  /** Since the term to mark was chosen. */
  #workDone = 0
  /** How many documents are left to compare for each one compared. */
  leftPerDone = 0

  constructor(index: WordIndex) {
    this.#index = index
    this.#marks = new DocumentMarks(index)
  }

  /** What a query costs must not depend on others. */
  beginQuery(): void {
    this.#inMarks.clear()
  }

  /** Returns false if no document can have all terms. */
  begin(terms: readonly QueryTerm[]): boolean {
    this.wanted.low = 0
    this.wanted.high = 0
    for (const { postingCount, signature } of terms) {
      if (postingCount === 0) return false
      this.wanted.low |= signature.low
      this.wanted.high |= signature.high
    }
    this.terms = terms
    return true
  }

  /** From here on all documents have this term, if there is one. */
  follow(lead: QueryTerm | undefined): void {
    this.#lead = lead
    this.marked = undefined
    this.#workToMark = Number.POSITIVE_INFINITY
    this.#workDone = 0
    this.leftPerDone = Number.POSITIVE_INFINITY
    let least: QueryTerm | undefined
    for (const term of this.terms) {
      if (term === lead || (least !== undefined && least.postingCount <= term.postingCount)) continue
      // A word that was typed twice.
      if (lead?.equals(term) !== true) least = term
    }
    this.#markable = least
    if (least !== undefined)
      this.#workToMark = this.#inMarks.equals(least) ? 0 : workToMark(this.#index, least.postingCount)
  }

  /** Adds the documents of these postings whose folded signature fits, and returns how many there are then. */
  readPostings(from: number, end: number, into: Uint32Array, already: number): number {
    const { postings, postingSignatures } = this.#index
    const { documents } = postings
    const wanted = foldSignature(this.wanted.low, this.wanted.high)
    let count = already
    for (let at = from; at < end; at++) {
      into[count] = documents[at]!
      count += oneIfZero(~postingSignatures[at]! & wanted)
    }
    return count
  }

  /** Reads the documents from one to another that have the signature, and returns how many there are. */
  readAll(from: number, end: number, into: Uint32Array): number {
    const { signaturesLow, signaturesHigh } = this.#index
    const { low, high } = this.wanted
    const first = low === 0 ? signaturesHigh : signaturesLow
    const wanted = low === 0 ? high : low
    let count = 0
    for (let document = from; document < end; document++) {
      into[count] = document
      count += oneIfZero(~first[document]! & wanted)
    }
    return low === 0 || high === 0 ? count : this.#keepFitting(into, 0, count, { low: 0, high })
  }

  /**
   * Keeps the documents from one place to another that are marked and have the signature. Returns where they end, or -1
   * if the budget is spent.
   */
  keepLikely(documents: Uint32Array, from: number, end: number, budget: Budget): number {
    if (!this.#noteWork((end - from) * LIKELY_WORK, budget)) return -1
    let left = end
    if (this.marked !== undefined) {
      left = this.#marks.keepMarked(documents, from, end)
      // They have both terms.
      if (this.terms.length === 2) return left
    }
    return budget.spend((left - from) * LIKELY_WORK) ? this.#keepFitting(documents, from, left, this.wanted) : -1
  }

  /** Visits the document if it has all terms. Returns false if the budget is spent or the visitor has enough. */
  offer(document: number, budget: Budget, visit: Visit): boolean {
    if (this.marked !== undefined && !this.#marks.has(document)) return true
    const isKnown = this.#lead !== undefined && this.marked !== undefined && this.terms.length === 2
    if (!budget.spend(isKnown ? KNOWN_WORK : FIT_WORK)) return false
    if (this.#fits(document) && !visit(document)) return false
    return this.#noteWork(FIT_WORK, budget)
  }

  /** Returns false if the budget is spent. */
  #noteWork(work: number, budget: Budget): boolean {
    this.#workDone += work
    if (this.#workDone < this.#workToMark || this.#workDone * this.leftPerDone < this.#workToMark) return true
    return this.#mark(budget)
  }

  #mark(budget: Budget): boolean {
    const term = this.#markable!
    const work = this.#workToMark
    this.#workToMark = Number.POSITIVE_INFINITY
    // The rest of the budget still pays for some comparisons.
    if (budget.workLeft < work) return true
    if (!budget.spend(work)) return false
    if (!this.#inMarks.equals(term)) {
      this.#marks.clear()
      this.#marks.markTerm(term)
      this.#inMarks.copy(term)
    }
    this.marked = term
    return true
  }

  #keepFitting(documents: Uint32Array, from: number, end: number, { low, high }: BloomSignature): number {
    if ((low | high) === 0) return end
    const { signaturesLow, signaturesHigh } = this.#index
    let passing = from
    for (let i = from; i < end; i++) {
      const document = documents[i]!
      documents[passing] = document
      passing += oneIfZero((~signaturesLow[document]! & low) | (~signaturesHigh[document]! & high))
    }
    return passing
  }

  #fits(document: number): boolean {
    const { terms } = this
    for (let i = 0; i < terms.length; i++) {
      const term = terms[i]!
      if (term !== this.#lead && term !== this.marked && !term.isInDocument(this.#index, document)) return false
    }
    return true
  }
}

/** Without a branch. */
function oneIfZero(bits: number): number {
  return 1 + ((bits | -bits) >> 31)
}
