import type { BloomSignature } from './bloom-signature.ts'
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

/** How many hits a walk in rank order usually needs. */
const TYPICAL_HITS = 10
/** How many signatures a scan reads for one unit of work. */
const SCANNED_PER_WORK = 8
/**
 * Work to read a document of a sorted list, and its signature. Memory reads overlap, because the list is in order.
 */
const WALK_WORK = 2
/** The same for a list in no order. */
const GATHER_WORK = 3
/** Work to search a document's forward record: two dependent memory reads. */
const FIT_WORK = 30
/** Work to take one document from the k-way merge. */
export const MERGE_WORK = 25
/** How many documents are read between two checks of the budget. */
const CHUNK = 256
/**
 * How many documents can be gathered and sorted. Above that a scan is better: it can stop early with the best ones.
 */
const GATHERED_MAX = 1 << 14

/** How many documents of a walk are kept. */
const WALKED_MAX = 1024

/** The last walk that reached its end: its terms, its signature and how many documents have it. */
interface Walked {
  /** -1 if there is none. */
  lead: number
  /** -1 if there was none. */
  second: number
  low: number
  high: number
  count: number
}

/** If a second list is at most this many times as long, walking along it costs less than reading signatures. */
const ALONG_MAX = 12

/**
 * Visits the documents that have every term of a query, in ascending order. The cheapest of four ways is used:
 *
 *     walk     read the sorted postings of one term, in step with those of a second one; can stop early
 *     gather   read the postings of many terms, keep the documents that match, sort them
 *     scan     read all signatures in order, for very frequent words; can stop early
 *     merge    one term alone, of many terms: merge their sorted postings
 *
 * A document is tested by its signature first, and then, rarely in vain, by its forward record.
 */
export class Intersection {
  readonly #index: WordIndex
  readonly #merge: KWayMerge
  readonly #gathered = new Uint32Array(GATHERED_MAX)
  #gatheredCount = 0
  readonly #wanted: BloomSignature = { low: 0, high: 0 }
  readonly #chooseLead: ChooseLead | undefined
  #terms: readonly QueryTerm[] = []
  readonly #walked: Walked = { lead: -1, second: -1, low: 0, high: 0, count: 0 }
  readonly #walkedDocuments = new Uint32Array(WALKED_MAX)

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
      if (terms[0]!.isOneTerm) this.#walk(terms[0]!, undefined, budget, visit)
      else this.#takeSmallest(terms[0]!, budget, visit)
      return
    }
    this.#visitFrom(this.#chooseLead === undefined ? this.#cheapest() : this.#chooseLead(terms), budget, visit)
  }

  /**
   * The same for a visitor that wants all documents, up to `most`, where one of the terms has no signature.
   */
  visitFew(terms: readonly QueryTerm[], most: number, budget: Budget, visit: Visit): void {
    if (!this.#begin(terms)) return
    this.#visitFrom(
      this.#chooseLead === undefined ? this.#cheapestToCount(most) : this.#chooseLead(terms),
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
    else this.#walk(lead, this.#secondTo(lead), budget, visit)
  }

  /** The term to begin with; undefined if a scan of all documents is cheaper. */
  #cheapest(): QueryTerm | undefined {
    // The estimate assumes that words are independent: then one document in 1 / share has them all.
    const total = this.#index.documents
    let share = 1
    for (const { postingCount } of this.#terms) share *= Math.min(1, postingCount / total)
    let lead: QueryTerm | undefined
    let least = Math.min(total, TYPICAL_HITS / share) / SCANNED_PER_WORK
    for (const term of this.#terms) {
      const { postingCount } = term
      const isInOrder = term.isOneTerm
      const gathered = postingCount - this.#savedBy(term)
      const looked = isInOrder ? Math.min(postingCount, (TYPICAL_HITS / share) * (postingCount / total)) : gathered
      const work = looked * (isInOrder ? WALK_WORK : GATHER_WORK)
      if (work < least && (isInOrder || gathered <= GATHERED_MAX)) {
        lead = term
        least = work
      }
    }
    return lead
  }

  /**
   * The term to begin with where documents are counted. A term without a signature lets every document pass, so reading
   * forward records costs most. The scan is the last resort.
   */
  #cheapestToCount(most: number): QueryTerm | undefined {
    const total = this.#index.documents
    const shareOf = ({ postingCount }: QueryTerm): number => Math.min(1, postingCount / total)
    const share = this.#terms.reduce((product, term) => product * shareOf(term), 1)
    let lead: QueryTerm | undefined
    let least = Number.POSITIVE_INFINITY
    for (const term of this.#terms) {
      const { postingCount, isOneTerm } = term
      if (!isOneTerm && GATHERED_MAX < postingCount) continue
      const looked = isOneTerm ? Math.min(postingCount, (most / share) * shareOf(term)) : postingCount
      const passing = this.#terms.reduce(
        (product, other) => (other === term || !hasSignature(other) ? product : product * shareOf(other)),
        1,
      )
      const work = looked * ((isOneTerm ? WALK_WORK : GATHER_WORK) + passing * FIT_WORK)
      if (work < least) {
        lead = term
        least = work
      }
    }
    return lead
  }

  /** An term whose postings are read in step with the leading ones. */
  #secondTo(lead: QueryTerm): QueryTerm | undefined {
    let second: QueryTerm | undefined
    for (const term of this.#terms) {
      if (term === lead || !term.isOneTerm || ALONG_MAX * lead.postingCount < term.postingCount) continue
      if (second === undefined || term.postingCount < second.postingCount) second = term
    }
    return second
  }

  /**
   * Reads the postings of one term, in step with those of a second one. The tiers of a query often walk along the same
   * postings with the same signature and only compare other terms, so the documents of a whole walk are kept.
   */
  #walk(lead: QueryTerm, second: QueryTerm | undefined, budget: Budget, visit: Visit): void {
    const { low, high } = this.#wanted
    const walked = this.#walked
    const leadTerm = lead.low(0)
    const secondTerm = second === undefined ? -1 : second.low(0)
    const isKnown =
      walked.lead === leadTerm && walked.second === secondTerm && walked.low === low && walked.high === high
    if (isKnown) return void this.#visitWalked(lead, budget, visit)
    walked.lead = -1
    const count = this.#walkPostings(lead, second, budget, visit)
    if (0 <= count && count <= WALKED_MAX)
      Object.assign(walked, { lead: leadTerm, second: secondTerm, low, high, count })
  }

  /** How many postings of the term need not be read, because the documents of the last walk stand for them. */
  #savedBy(term: QueryTerm): number {
    const { lead, count } = this.#walked
    const { starts } = this.#index.postings
    return this.#isWalkedAlone && term.has(lead) ? starts[lead + 1]! - starts[lead]! - count : 0
  }

  /** The last walk had the same signature and read all postings of its term. */
  get #isWalkedAlone(): boolean {
    const { lead, second, low, high } = this.#walked
    return 0 <= lead && second < 0 && low === this.#wanted.low && high === this.#wanted.high
  }

  #visitWalked(lead: QueryTerm, budget: Budget, visit: Visit): void {
    for (let i = 0; i < this.#walked.count; i++) {
      if (!budget.spend(FIT_WORK)) return
      const document = this.#walkedDocuments[i]!
      if (this.#fits(document, lead) && !visit(document)) return
    }
  }

  /** Returns how many documents have the signature, or -1 if the walk did not reach its end. */
  #walkPostings(lead: QueryTerm, second: QueryTerm | undefined, budget: Budget, visit: Visit): number {
    const { signaturesLow, signaturesHigh, postings } = this.#index
    const { starts, documents } = postings
    const { low, high } = this.#wanted
    const end = starts[lead.high(0)]!
    const otherEnd = second === undefined ? 0 : starts[second.high(0)]!
    let other = second === undefined ? 0 : starts[second.low(0)]!
    let count = 0
    for (let at = starts[lead.low(0)]!; at < end; ) {
      const chunkEnd = Math.min(end, at + CHUNK)
      if (!budget.spend((chunkEnd - at) * WALK_WORK)) return -1
      for (; at < chunkEnd; at++) {
        const document = documents[at]!
        if (second !== undefined) {
          if (documents[other]! < document) {
            // Galloping search: steps double, then halve.
            let step = 1
            while (other + step < otherEnd && documents[other + step]! < document) {
              other += step
              step *= 2
            }
            for (; 1 <= step; step >>>= 1) {
              if (other + step < otherEnd && documents[other + step]! < document) other += step
            }
            other += 1
            if (other === otherEnd) return count
          }
          if (documents[other] !== document) continue
        }
        if ((signaturesLow[document]! & low) !== low || (signaturesHigh[document]! & high) !== high) continue
        if (!budget.spend(FIT_WORK)) return -1
        if (count < WALKED_MAX) this.#walkedDocuments[count] = document
        count += 1
        if (this.#fits(document, lead) && !visit(document)) return -1
      }
    }
    return count
  }

  #gather(lead: QueryTerm, budget: Budget, visit: Visit): void {
    const { starts } = this.#index.postings
    const walked = this.#isWalkedAlone ? this.#walked.lead : -1
    this.#gatheredCount = 0
    for (let range = 0; range < lead.rangeCount; range++) {
      const low = lead.low(range)
      const high = lead.high(range)
      const isWalked = low <= walked && walked < high
      // If the budget ends half-way, the documents gathered so far are still visited.
      if (!this.#gatherPostings(lead, starts[low]!, starts[isWalked ? walked : high]!, budget)) break
      if (!isWalked) continue
      if (!this.#gatherWalked(lead, budget)) break
      if (!this.#gatherPostings(lead, starts[walked + 1]!, starts[high]!, budget)) break
    }
    const count = this.#gatheredCount
    const sorted = this.#gathered.subarray(0, count).sort()
    for (let i = 0; i < count; i++) {
      if ((i === 0 || sorted[i] !== sorted[i - 1]) && !visit(sorted[i]!)) return
    }
  }

  /** Returns false if the budget is spent. */
  #gatherPostings(lead: QueryTerm, from: number, end: number, budget: Budget): boolean {
    const { documents } = this.#index.postings
    const { signaturesLow, signaturesHigh } = this.#index
    const { low, high } = this.#wanted
    const gathered = this.#gathered
    let count = this.#gatheredCount
    let isAffordable = budget.spend((end - from) * GATHER_WORK)
    for (let at = from; at < end && isAffordable; at++) {
      const document = documents[at]!
      if ((signaturesLow[document]! & low) !== low || (signaturesHigh[document]! & high) !== high) continue
      isAffordable = budget.spend(FIT_WORK)
      if (this.#fits(document, lead)) gathered[count++] = document
    }
    this.#gatheredCount = count
    return isAffordable
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

function hasSignature({ signature: { low, high } }: QueryTerm): boolean {
  return (low | high) !== 0
}
