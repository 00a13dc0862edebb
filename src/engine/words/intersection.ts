import { cheapestLead, cheapestLeadToCount, FIT_WORK, type Lead, SCANNED_PER_WORK, secondTo } from './cheapest-lead.ts'
import { type Budget, Comparison } from './comparison.ts'
import { ADDED_MAX, GatheredDocuments } from './gathered-documents.ts'
import type { KWayMerge } from './k-way-merge.ts'
import { LastAnswer, type Visit } from './last-answer.ts'
import { QueryTerm } from './query-term.ts'
import type { WordIndex } from './word-index.ts'

/** Every choice finds the same documents; tests try them all. */
export type ChooseLead = (terms: readonly QueryTerm[]) => Lead

/** Work to compare a posting with the folded signature beside it. */
const POSTING_WORK = 0.2
/** Work to look for a document in a second list, from where the last one was. */
const SEEK_WORK = 3
/** Work to take one document from the k-way merge. */
export const MERGE_WORK = 25
/** How many documents are read between two checks of the budget, at most. */
const CHUNK = 256
/** The first chunk is shorter, because many searches end with their first documents. */
const FIRST_CHUNK = 32
/** How many documents of a walk are kept. */
const WALKED_MAX = 1024

/** The last walk that reached its end: its term, its signature and how many documents have it. */
interface Walked {
  /** -1 if there is none. */
  lead: number
  low: number
  high: number
  count: number
  /** The documents have one of the terms of `marked` too. */
  isMarked: boolean
  readonly marked: QueryTerm
}

/**
 * Visits the documents that have every term of a query, in ascending order, so that each way can stop early. The
 * cheapest of four ways is used:
 *
 *     walk     read the sorted postings of one term
 *     gather   read the postings of many terms, and then their documents in order
 *     scan     read all signatures in order, for very frequent words; if they seldom meet, gather after a while
 *     merge    one term alone, of many terms: merge their sorted postings
 *
 * A `Comparison` tests the documents. A walk looks for them in a second list before their forward records are compared.
 */
export class Intersection {
  readonly #index: WordIndex
  readonly #merge: KWayMerge
  readonly #chooseLead: ChooseLead | undefined
  readonly #comparison: Comparison
  readonly #gathered: GatheredDocuments
  readonly #last = new LastAnswer()
  readonly #walked: Walked = { lead: -1, low: 0, high: 0, count: 0, isMarked: false, marked: new QueryTerm() }
  readonly #walkedDocuments = new Uint32Array(WALKED_MAX)
  readonly #likely = new Uint32Array(CHUNK + 1)

  constructor(index: WordIndex, merge: KWayMerge, chooseLead?: ChooseLead) {
    this.#index = index
    this.#merge = merge
    this.#chooseLead = chooseLead
    this.#comparison = new Comparison(index)
    this.#gathered = new GatheredDocuments(index)
  }

  /** Forgets what the query before has found: what a query costs must not depend on others. */
  beginQuery(): void {
    this.#walked.lead = -1
    this.#last.forget()
    this.#comparison.beginQuery()
  }

  visit(terms: readonly QueryTerm[], budget: Budget, visit: Visit): void {
    if (!this.#comparison.begin(terms)) return
    if (terms.length === 1) {
      this.#comparison.follow(terms[0])
      if (terms[0]!.isOneTerm) this.#walk(terms[0]!, 0, budget, visit)
      else this.#takeSmallest(terms[0]!, budget, visit)
      return
    }
    if (this.#last.repeat(terms, visit)) return
    this.#visitFrom(
      this.#chooseLead === undefined ? cheapestLead(this.#index, terms, this.#savedBy) : this.#chooseLead(terms),
      budget,
      this.#last.begin(visit),
    )
    this.#last.end(terms)
  }

  /**
   * The same for a visitor that wants all documents, up to `most`, where one of the terms has no signature.
   */
  visitFew(terms: readonly QueryTerm[], most: number, budget: Budget, visit: Visit): void {
    if (!this.#comparison.begin(terms)) return
    this.#visitFrom(
      this.#chooseLead === undefined ? cheapestLeadToCount(this.#index, terms, most) : this.#chooseLead(terms),
      budget,
      visit,
    )
  }

  #visitFrom({ lead, scanWork, areFew }: Lead, budget: Budget, visit: Visit): void {
    let from = 0
    if (scanWork !== 0) {
      this.#comparison.follow(undefined)
      from = this.#scan(scanWork, budget, visit)
    }
    if (from < 0 || lead === undefined) return
    this.#comparison.follow(lead)
    if (lead.isOneTerm) this.#walk(lead, from, budget, visit)
    else this.#gather(lead, { from, areFew }, budget, visit)
  }

  /**
   * The tiers of a query often walk along the same postings with the same signature and only compare other terms, so
   * the documents of a whole walk are kept.
   */
  #walk(lead: QueryTerm, from: number, budget: Budget, visit: Visit): void {
    const term = lead.low(0)
    const walked = this.#walked
    if (walked.lead === term && this.#isWalked) return void this.#visitWalked(from, budget, visit)
    walked.lead = -1
    const count = this.#walkPostings(lead, from, budget, visit)
    if (from !== 0 || count < 0 || WALKED_MAX < count) return
    const { marked, wanted } = this.#comparison
    Object.assign(walked, { lead: term, ...wanted, count, isMarked: marked !== undefined })
    if (marked !== undefined) walked.marked.copy(marked)
  }

  /** How many postings of the term need not be read, because the documents of the last walk stand for them. */
  readonly #savedBy = (term: QueryTerm): number => {
    const { lead, count } = this.#walked
    const { starts } = this.#index.postings
    return this.#isWalked && term.has(lead) ? starts[lead + 1]! - starts[lead]! - count : 0
  }

  /** The last walk had the same signature, and left out only documents without a term that is meant now too. */
  get #isWalked(): boolean {
    const { lead, low, high, isMarked, marked } = this.#walked
    const { wanted, terms } = this.#comparison
    if (lead < 0 || low !== wanted.low || high !== wanted.high) return false
    return !isMarked || terms.some((term) => term.equals(marked))
  }

  #visitWalked(from: number, budget: Budget, visit: Visit): void {
    const { count } = this.#walked
    for (let i = 0; i < count; i++) {
      const document = this.#walkedDocuments[i]!
      this.#comparison.leftPerDone = (count - i) / (i + 1)
      if (from <= document && !this.#comparison.offer(document, budget, visit)) return
    }
  }

  /** Returns how many documents are likely, or -1 if the walk did not reach its end. */
  #walkPostings(lead: QueryTerm, from: number, budget: Budget, visit: Visit): number {
    const comparison = this.#comparison
    const { starts, documents } = this.#index.postings
    const second = secondTo(lead, comparison.terms)
    let other = second === undefined ? 0 : starts[second.low(0)]!
    const otherEnd = second === undefined ? 0 : starts[second.high(0)]!
    const end = starts[lead.high(0)]!
    const start = seek(documents, starts[lead.low(0)]!, end, from)
    let count = 0
    let length = FIRST_CHUNK
    for (let at = start; at < end; ) {
      const chunkEnd = Math.min(end, at + length)
      if (!budget.spend((chunkEnd - at) * POSTING_WORK)) return -1
      comparison.leftPerDone = (end - chunkEnd) / (chunkEnd - start)
      const likely = comparison.readPostings(at, chunkEnd, this.#likely, 0)
      const passing = comparison.keepLikely(this.#likely, 0, likely, budget)
      if (passing < 0) return -1
      if (second !== undefined && !budget.spend(passing * SEEK_WORK)) return -1
      for (let i = 0; i < passing; i++) {
        const document = this.#likely[i]!
        if (count < WALKED_MAX) this.#walkedDocuments[count] = document
        count += 1
        if (second !== undefined) {
          other = seek(documents, other, otherEnd, document)
          if (other === otherEnd) return -1
          if (documents[other] !== document) continue
        }
        if (!comparison.offer(document, budget, visit)) return -1
      }
      at = chunkEnd
      length = Math.min(CHUNK, 2 * length)
    }
    return count
  }

  #gather(lead: QueryTerm, { from, areFew }: Gathering, budget: Budget, visit: Visit): void {
    const comparison = this.#comparison
    const gathered = this.#gathered
    gathered.begin()
    if (!this.#gatherRanges(lead, areFew, budget)) return
    if (areFew && !gathered.sift(comparison, budget)) return
    if (!budget.spend(gathered.workToSort)) return
    gathered.sort()
    const likely = this.#likely
    let next = from
    let done = 0
    for (let length = FIRST_CHUNK; ; length = Math.min(CHUNK, 2 * length)) {
      const read = gathered.read(next, likely, length)
      if (read === 0) return
      next = likely[read - 1]! + 1
      done += read
      comparison.leftPerDone = (gathered.count - done) / done
      const passing = comparison.keepLikely(likely, 0, read, budget)
      if (passing < 0) return
      for (let i = 0; i < passing; i++) if (!comparison.offer(likely[i]!, budget, visit)) return
    }
  }

  /** This and the next return false if the budget is spent. */
  #gatherRanges(lead: QueryTerm, areFew: boolean, budget: Budget): boolean {
    const { starts } = this.#index.postings
    const walked = this.#isWalked ? this.#walked.lead : -1
    for (let range = 0; range < lead.rangeCount; range++) {
      const low = lead.low(range)
      const high = lead.high(range)
      const isWalked = low <= walked && walked < high
      if (!this.#gatherPostings(starts[low]!, starts[isWalked ? walked : high]!, areFew, budget)) return false
      if (!isWalked) continue
      this.#gathered.addAll(this.#walkedDocuments, this.#walked.count)
      if (!this.#gatherPostings(starts[walked + 1]!, starts[high]!, areFew, budget)) return false
    }
    return true
  }

  /** If all are compared anyway, they are compared before they are too many to sort. */
  #gatherPostings(from: number, end: number, areFew: boolean, budget: Budget): boolean {
    const gathered = this.#gathered
    for (let at = from; at < end; ) {
      const chunkEnd = Math.min(end, at + ADDED_MAX)
      if (!budget.spend((chunkEnd - at) * POSTING_WORK)) return false
      if (areFew && gathered.isFull && !gathered.sift(this.#comparison, budget)) return false
      gathered.length = this.#comparison.readPostings(at, chunkEnd, gathered.documents, gathered.makeRoom())
      at = chunkEnd
    }
    return true
  }

  /**
   * Scans until so much work is done, and returns the document that comes next, or -1 if the budget is spent, the
   * visitor has enough or there are no more.
   */
  #scan(workMax: number, budget: Budget, visit: Visit): number {
    const comparison = this.#comparison
    const likely = this.#likely
    const end = this.#index.documents
    let workLeft = workMax
    let length = FIRST_CHUNK
    for (let document = 0; document < end; ) {
      if (workLeft <= 0) return document
      const chunkEnd = Math.min(end, document + length)
      if (!budget.spend(length / SCANNED_PER_WORK)) return -1
      const count = comparison.readAll(document, chunkEnd, likely)
      for (let i = 0; i < count; i++) if (!comparison.offer(likely[i]!, budget, visit)) return -1
      workLeft -= length / SCANNED_PER_WORK + count * FIT_WORK
      document = chunkEnd
      length = Math.min(CHUNK, 2 * length)
    }
    return -1
  }

  #takeSmallest(term: QueryTerm, budget: Budget, visit: Visit): void {
    const merge = this.#merge
    merge.begin(this.#index.firstDocuments, this.#index.postings)
    for (let range = 0; range < term.rangeCount; range++) {
      if (!budget.spend(MERGE_WORK)) return
      merge.addRange(term.low(range), term.high(range))
    }
    let last = -1
    for (let document = merge.take(); 0 <= document; document = merge.take()) {
      if (!budget.spend(MERGE_WORK)) return
      if (document !== last && !visit(document)) return
      last = document
    }
  }
}

interface Gathering {
  /** The documents before this one are known. */
  readonly from: number
  readonly areFew: boolean
}

/** The first place whose document is not before this one, by a galloping search: steps double, then halve. */
function seek(documents: Uint32Array, from: number, end: number, document: number): number {
  if (document <= documents[from]!) return from
  let place = from
  let step = 1
  while (place + step < end && documents[place + step]! < document) {
    place += step
    step *= 2
  }
  for (; 1 <= step; step >>>= 1) {
    if (place + step < end && documents[place + step]! < document) place += step
  }
  return place + 1
}
