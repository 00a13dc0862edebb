import { type BloomSignature, foldSignature } from './bloom-signature.ts'
import {
  cheapestLead,
  cheapestLeadToCount,
  FIT_WORK,
  GATHERED_MAX,
  SCANNED_PER_WORK,
  secondTo,
} from './cheapest-lead.ts'
import type { KWayMerge } from './k-way-merge.ts'
import type { QueryTerm } from './query-term.ts'
import type { WordIndex } from './word-index.ts'

/** Returns false to stop the visit. */
export type Visit = (document: number) => boolean

/** What a query may still cost, in units of ten nanoseconds where memory is near, and forty where it is far. */
export interface Budget {
  /** Returns false once the budget is spent. */
  spend(work: number): boolean
}

/** The term to begin with, or undefined to scan. Every choice finds the same documents; tests try them all. */
export type ChooseLead = (terms: readonly QueryTerm[]) => QueryTerm | undefined

/** Work to compare a posting with the folded signature beside it. */
const POSTING_WORK = 0.4
/** Work to read the signature of a document. Memory reads overlap. */
const LIKELY_WORK = 1
/** Work to look for a document in a second list, from where the last one was. */
const SEEK_WORK = 3
/** Work to take one document from the k-way merge. */
export const MERGE_WORK = 25
/** How many documents are read between two checks of the budget, at most. */
const CHUNK = 256
/** The first chunk of a walk is shorter, because many walks end with their first documents. */
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
}

/**
 * Visits the documents that have every term of a query, in ascending order. The cheapest of four ways is used:
 *
 *     walk     read the sorted postings of one term; can stop early
 *     gather   read the postings of many terms, keep the documents that match, sort them
 *     scan     read all signatures in order, for very frequent words; can stop early
 *     merge    one term alone, of many terms: merge their sorted postings
 *
 * A document is tested by the folded signature beside its posting, then by its whole signature, then in a second list
 * if the walk has one, because a signature knows neither single letters nor marks, and at last by its forward record.
 */
export class Intersection {
  readonly #index: WordIndex
  readonly #merge: KWayMerge
  readonly #gathered = new Uint32Array(GATHERED_MAX)
  #gatheredCount = 0
  readonly #wanted: BloomSignature = { low: 0, high: 0 }
  readonly #chooseLead: ChooseLead | undefined
  #terms: readonly QueryTerm[] = []
  readonly #walked: Walked = { lead: -1, low: 0, high: 0, count: 0 }
  readonly #walkedDocuments = new Uint32Array(WALKED_MAX)
  readonly #likely = new Uint32Array(2 * CHUNK)
  #likelyCount = 0

  constructor(index: WordIndex, merge: KWayMerge, chooseLead?: ChooseLead) {
    this.#index = index
    this.#merge = merge
    this.#chooseLead = chooseLead
  }

  /** Forgets the walks of the query before: what a query costs must not depend on others. */
  beginQuery(): void {
    this.#walked.lead = -1
  }

  visit(terms: readonly QueryTerm[], budget: Budget, visit: Visit): void {
    if (!this.#begin(terms)) return
    if (terms.length === 1) {
      if (terms[0]!.isOneTerm) this.#walk(terms[0]!, budget, visit)
      else this.#takeSmallest(terms[0]!, budget, visit)
      return
    }
    const lead =
      this.#chooseLead === undefined ? cheapestLead(this.#index, terms, this.#savedBy) : this.#chooseLead(terms)
    this.#visitFrom(lead, budget, visit)
  }

  /**
   * The same for a visitor that wants all documents, up to `most`, where one of the terms has no signature.
   */
  visitFew(terms: readonly QueryTerm[], most: number, budget: Budget, visit: Visit): void {
    if (!this.#begin(terms)) return
    this.#visitFrom(
      this.#chooseLead === undefined ? cheapestLeadToCount(this.#index, terms, most) : this.#chooseLead(terms),
      budget,
      visit,
    )
  }

  /** Returns false if no document can have all terms. */
  #begin(terms: readonly QueryTerm[]): boolean {
    this.#wanted.low = 0
    this.#wanted.high = 0
    for (const { postingCount, signature } of terms) {
      if (postingCount === 0) return false
      this.#wanted.low |= signature.low
      this.#wanted.high |= signature.high
    }
    this.#terms = terms
    return true
  }

  #visitFrom(lead: QueryTerm | undefined, budget: Budget, visit: Visit): void {
    if (lead === undefined) this.#scan(budget, visit)
    else if (!lead.isOneTerm) this.#gather(lead, budget, visit)
    else this.#walk(lead, budget, visit)
  }

  /**
   * The tiers of a query often walk along the same postings with the same signature and only compare other terms, so
   * the documents of a whole walk are kept.
   */
  #walk(lead: QueryTerm, budget: Budget, visit: Visit): void {
    const term = lead.low(0)
    const walked = this.#walked
    if (walked.lead === term && this.#isWalked) return void this.#visitWalked(lead, budget, visit)
    walked.lead = -1
    const count = this.#walkPostings(lead, budget, visit)
    if (0 <= count && count <= WALKED_MAX) Object.assign(walked, { lead: term, ...this.#wanted, count })
  }

  /** How many postings of the term need not be read, because the documents of the last walk stand for them. */
  readonly #savedBy = (term: QueryTerm): number => {
    const { lead, count } = this.#walked
    const { starts } = this.#index.postings
    return this.#isWalked && term.has(lead) ? starts[lead + 1]! - starts[lead]! - count : 0
  }

  /** The last walk had the same signature. */
  get #isWalked(): boolean {
    const { lead, low, high } = this.#walked
    return 0 <= lead && low === this.#wanted.low && high === this.#wanted.high
  }

  #visitWalked(lead: QueryTerm, budget: Budget, visit: Visit): void {
    for (let i = 0; i < this.#walked.count; i++) {
      if (!budget.spend(FIT_WORK)) return
      const document = this.#walkedDocuments[i]!
      if (this.#fits(document, lead) && !visit(document)) return
    }
  }

  /** Returns how many documents have the signature, or -1 if the walk did not reach its end. */
  #walkPostings(lead: QueryTerm, budget: Budget, visit: Visit): number {
    const { starts, documents } = this.#index.postings
    const second = secondTo(lead, this.#terms)
    let other = second === undefined ? 0 : starts[second.low(0)]!
    const otherEnd = second === undefined ? 0 : starts[second.high(0)]!
    const end = starts[lead.high(0)]!
    let count = 0
    let length = FIRST_CHUNK
    for (let at = starts[lead.low(0)]!; at < end; ) {
      const chunkEnd = Math.min(end, at + length)
      if (!budget.spend((chunkEnd - at) * POSTING_WORK)) return -1
      this.#likelyCount = 0
      this.#readPostings(at, chunkEnd)
      const passing = this.#dropUnlikely()
      if (!budget.spend(this.#likelyCount * LIKELY_WORK)) return -1
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
        if (!budget.spend(FIT_WORK)) return -1
        if (this.#fits(document, lead) && !visit(document)) return -1
      }
      at = chunkEnd
      length = Math.min(CHUNK, 2 * length)
    }
    return count
  }

  /** Adds the documents of these postings, at most `CHUNK`, whose folded signature fits to the likely ones. */
  #readPostings(from: number, end: number): void {
    const { postings, postingSignatures } = this.#index
    const { documents } = postings
    const wanted = foldSignature(this.#wanted.low, this.#wanted.high)
    const likely = this.#likely
    let count = this.#likelyCount
    for (let at = from; at < end; at++) {
      likely[count] = documents[at]!
      count += oneIfZero(~postingSignatures[at]! & wanted)
    }
    this.#likelyCount = count
  }

  /** Keeps those of the likely documents that have the whole signature, and returns how many there are. */
  #dropUnlikely(): number {
    const { signaturesLow, signaturesHigh } = this.#index
    const { low, high } = this.#wanted
    const likely = this.#likely
    let passing = 0
    for (let i = 0; i < this.#likelyCount; i++) {
      const document = likely[i]!
      likely[passing] = document
      passing += oneIfZero((~signaturesLow[document]! & low) | (~signaturesHigh[document]! & high))
    }
    return passing
  }

  #gather(lead: QueryTerm, budget: Budget, visit: Visit): void {
    this.#gatheredCount = 0
    this.#likelyCount = 0
    // If the budget ends half-way, the documents gathered so far are still visited.
    if (this.#gatherRanges(lead, budget)) this.#gatherLikely(lead, budget)
    const count = this.#gatheredCount
    const sorted = this.#gathered.subarray(0, count).sort()
    for (let i = 0; i < count; i++) {
      if ((i === 0 || sorted[i] !== sorted[i - 1]) && !visit(sorted[i]!)) return
    }
  }

  /** This and the next three return false if the budget is spent. */
  #gatherRanges(lead: QueryTerm, budget: Budget): boolean {
    const { starts } = this.#index.postings
    const walked = this.#isWalked ? this.#walked.lead : -1
    for (let range = 0; range < lead.rangeCount; range++) {
      const low = lead.low(range)
      const high = lead.high(range)
      const isWalked = low <= walked && walked < high
      if (!this.#gatherPostings(lead, starts[low]!, starts[isWalked ? walked : high]!, budget)) return false
      if (!isWalked) continue
      if (!this.#gatherWalked(lead, budget)) return false
      if (!this.#gatherPostings(lead, starts[walked + 1]!, starts[high]!, budget)) return false
    }
    return true
  }

  /** Likely documents wait until there are many, because a mistyped word may stand for thousands of rare terms. */
  #gatherPostings(lead: QueryTerm, from: number, end: number, budget: Budget): boolean {
    for (let at = from; at < end; ) {
      const chunkEnd = Math.min(end, at + CHUNK)
      if (!budget.spend((chunkEnd - at) * POSTING_WORK)) return false
      this.#readPostings(at, chunkEnd)
      if (CHUNK <= this.#likelyCount && !this.#gatherLikely(lead, budget)) return false
      at = chunkEnd
    }
    return true
  }

  #gatherLikely(lead: QueryTerm, budget: Budget): boolean {
    if (!budget.spend(this.#likelyCount * LIKELY_WORK)) return false
    const passing = this.#dropUnlikely()
    this.#likelyCount = 0
    for (let i = 0; i < passing; i++) {
      if (!budget.spend(FIT_WORK)) return false
      const document = this.#likely[i]!
      if (this.#fits(document, lead)) this.#gathered[this.#gatheredCount++] = document
    }
    return true
  }

  /** The documents of the last walk have the signature. */
  #gatherWalked(lead: QueryTerm, budget: Budget): boolean {
    for (let i = 0; i < this.#walked.count; i++) {
      if (!budget.spend(FIT_WORK)) return false
      const document = this.#walkedDocuments[i]!
      if (this.#fits(document, lead)) this.#gathered[this.#gatheredCount++] = document
    }
    return true
  }

  #scan(budget: Budget, visit: Visit): void {
    const { signaturesLow, signaturesHigh } = this.#index
    const { low, high } = this.#wanted
    const end = this.#index.documents
    for (let document = 0; document < end; ) {
      const chunkEnd = Math.min(end, document + CHUNK)
      if (!budget.spend(CHUNK / SCANNED_PER_WORK)) return
      for (; document < chunkEnd; document++) {
        if ((signaturesLow[document]! & low) !== low || (signaturesHigh[document]! & high) !== high) continue
        if (!budget.spend(FIT_WORK)) return
        if (this.#fits(document, undefined) && !visit(document)) return
      }
    }
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

  #fits(document: number, lead: QueryTerm | undefined): boolean {
    const terms = this.#terms
    for (let i = 0; i < terms.length; i++) {
      const term = terms[i]!
      if (term !== lead && !term.isInDocument(this.#index, document)) return false
    }
    return true
  }
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

/** Without a branch. */
function oneIfZero(bits: number): number {
  return 1 + ((bits | -bits) >> 31)
}
