import type { BloomSignature } from './bloom-signature.ts'
import type { KWayMerge } from './k-way-merge.ts'
import type { QueryTerm } from './query-term.ts'
import type { WordIndex } from './word-index.ts'

/** False: no more, please. */
export type Visit = (document: number) => boolean

/** What a query may still cost, in units of ten nanoseconds where memory is near, and forty where it is far. */
export interface Budget {
  /** False when there is no more to spend. */
  spend(work: number): boolean
}

/** The term to begin with, or undefined to scan: all choices find the same, and tests try them all. */
export type ChooseLead = (terms: readonly QueryTerm[]) => QueryTerm | undefined

/** What a walk in rank order usually looks for. */
const TYPICAL_HITS = 10
/** Signatures that are read in their order: so many for a unit. */
const SCANNED_PER_WORK = 8
/** A document of a list, and its signature: the list is in order, so the next look begins before this one is back from memory. */
const WALK_WORK = 2
/** The same where the list is in no order. */
const GATHER_WORK = 3
/** To look for words in a document's forward record: two places in memory, one after the other. */
const FIT_WORK = 30
/** To take the smallest of many. */
export const MERGE_WORK = 25
/** Documents looked at between two looks at the budget. */
const CHUNK = 256
/** Gathered documents wait for being sorted. More are not gathered: a scan may stop half-way with the best of them, this may not. */
const GATHERED_MAX = 1 << 14

/** Where a second list is at most so many times as long, to go along it costs less than to look at signatures. */
const ALONG_MAX = 12

/**
 * Visits the documents that have every term, in ascending order. Of the ways to find them the cheapest is taken:
 *
 *     walk     the postings of one term lie in order: go along them, and along those of a second term; stop when told
 *     gather   the postings of many terms: look at each, keep what fits, sort that
 *     scan     all signatures in their order, stop when told: for words that are everywhere
 *     merge    one term alone, of many terms: its documents smallest first
 *
 * To look at a document is to compare signatures, and then, hardly ever in vain, to look for each term in its forward record.
 */
export class Intersection {
  readonly #index: WordIndex
  readonly #merge: KWayMerge
  readonly #gathered = new Uint32Array(GATHERED_MAX)
  readonly #wanted: BloomSignature = { low: 0, high: 0 }
  readonly #chooseLead: ChooseLead | undefined
  #terms: readonly QueryTerm[] = []

  constructor(index: WordIndex, merge: KWayMerge, chooseLead?: ChooseLead) {
    this.#index = index
    this.#merge = merge
    this.#chooseLead = chooseLead
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

  /** The same for a visitor that counts: it wants all documents, if they are no more than so many, and one of the terms has no signature. */
  visitFew(terms: readonly QueryTerm[], most: number, budget: Budget, visit: Visit): void {
    if (!this.#begin(terms)) return
    this.#visitFrom(
      this.#chooseLead === undefined ? this.#cheapestToCount(most) : this.#chooseLead(terms),
      budget,
      visit,
    )
  }

  /** False if no document can have all. */
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

  /** The term to begin with; undefined if all documents had better be looked at. */
  #cheapest(): QueryTerm | undefined {
    // Of documents in rank order so many are looked at until enough are found, if words were independent of each other.
    const total = this.#index.documents
    let share = 1
    for (const { postingCount } of this.#terms) share *= Math.min(1, postingCount / total)
    let lead: QueryTerm | undefined
    let least = Math.min(total, TYPICAL_HITS / share) / SCANNED_PER_WORK
    for (const term of this.#terms) {
      const { postingCount } = term
      const isInOrder = term.isOneTerm
      const looked = isInOrder ? Math.min(postingCount, (TYPICAL_HITS / share) * (postingCount / total)) : postingCount
      const work = looked * (isInOrder ? WALK_WORK : GATHER_WORK)
      if (work < least && (isInOrder || postingCount <= GATHERED_MAX)) {
        lead = term
        least = work
      }
    }
    return lead
  }

  /**
   * The term to begin with where documents are counted. Signatures pass every document of an term that has none, so reading forward records is
   * what costs: the scan is the last resort.
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

  /** An term whose postings are walked along with the leading ones. */
  #secondTo(lead: QueryTerm): QueryTerm | undefined {
    let second: QueryTerm | undefined
    for (const term of this.#terms) {
      if (term === lead || !term.isOneTerm || ALONG_MAX * lead.postingCount < term.postingCount) continue
      if (second === undefined || term.postingCount < second.postingCount) second = term
    }
    return second
  }

  /** Along the documents of one term, and of a second one beside it. */
  #walk(lead: QueryTerm, second: QueryTerm | undefined, budget: Budget, visit: Visit): void {
    const { signaturesLow, signaturesHigh, postings } = this.#index
    const { starts, documents } = postings
    const { low, high } = this.#wanted
    const end = starts[lead.high(0)]!
    const otherEnd = second === undefined ? 0 : starts[second.high(0)]!
    let other = second === undefined ? 0 : starts[second.low(0)]!
    for (let at = starts[lead.low(0)]!; at < end; ) {
      const chunkEnd = Math.min(end, at + CHUNK)
      if (!budget.spend((chunkEnd - at) * WALK_WORK)) return
      for (; at < chunkEnd; at++) {
        const document = documents[at]!
        if (second !== undefined) {
          if (documents[other]! < document) {
            // Pass over what lies before in steps that double, then halve.
            let step = 1
            while (other + step < otherEnd && documents[other + step]! < document) {
              other += step
              step *= 2
            }
            for (; 1 <= step; step >>>= 1) {
              if (other + step < otherEnd && documents[other + step]! < document) other += step
            }
            other += 1
            if (other === otherEnd) return
          }
          if (documents[other] !== document) continue
        }
        if ((signaturesLow[document]! & low) !== low || (signaturesHigh[document]! & high) !== high) continue
        if (!budget.spend(FIT_WORK)) return
        if (this.#fits(document, lead) && !visit(document)) return
      }
    }
  }

  #gather(lead: QueryTerm, budget: Budget, visit: Visit): void {
    const { starts, documents } = this.#index.postings
    const { signaturesLow, signaturesHigh } = this.#index
    const { low, high } = this.#wanted
    const gathered = this.#gathered
    let count = 0
    // When the budget ends half-way, what was gathered is still worth showing.
    let isAffordable = true
    for (let range = 0; range < lead.rangeCount && isAffordable; range++) {
      const from = starts[lead.low(range)]!
      const end = starts[lead.high(range)]!
      isAffordable = budget.spend((end - from) * GATHER_WORK)
      for (let at = from; at < end && isAffordable; at++) {
        const document = documents[at]!
        if ((signaturesLow[document]! & low) !== low || (signaturesHigh[document]! & high) !== high) continue
        isAffordable = budget.spend(FIT_WORK)
        if (this.#fits(document, lead)) gathered[count++] = document
      }
    }
    const sorted = gathered.subarray(0, count).sort()
    for (let i = 0; i < count; i++) {
      if ((i === 0 || sorted[i] !== sorted[i - 1]) && !visit(sorted[i]!)) return
    }
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
