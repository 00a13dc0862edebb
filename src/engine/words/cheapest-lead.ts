import type { QueryTerm } from './query-term.ts'
import type { WordIndex } from './word-index.ts'

/** How many hits a walk in rank order usually needs. */
const TYPICAL_HITS = 10
/** How many signatures a scan reads for one unit of work. */
export const SCANNED_PER_WORK = 8
/** Work for a posting and its signature, before it is known how many documents are likely. */
const EXPECTED_WORK = 1
/** Work to search a document's forward record: two dependent memory reads. */
export const FIT_WORK = 20
/**
 * How many documents can be gathered and sorted. Above that a scan is better: it can stop early with the best ones.
 */
export const GATHERED_MAX = 1 << 16
/** A second list that is at most this many times as long costs less than the forward records that it saves. */
const ALONG_MAX = 12

/**
 * Chooses the term to begin with, or undefined if a scan of all documents is cheaper. `savedBy` returns how many
 * postings of a term need not be read.
 */
export function cheapestLead(
  { documents: total }: WordIndex,
  terms: readonly QueryTerm[],
  savedBy: (term: QueryTerm) => number,
): QueryTerm | undefined {
  // The estimate assumes that words are independent: then one document in 1 / share has them all.
  const share = shareOfAll(terms, total)
  let lead: QueryTerm | undefined
  const scanned = Math.min(total, TYPICAL_HITS / share)
  let least = scanned / SCANNED_PER_WORK + scanned * passingShare(terms, undefined, total) * FIT_WORK
  for (const term of terms) {
    const { postingCount, isOneTerm: isInOrder } = term
    const gathered = postingCount - savedBy(term)
    const looked = isInOrder ? Math.min(postingCount, (TYPICAL_HITS / share) * (postingCount / total)) : gathered
    const work = looked * (EXPECTED_WORK + passingShare(terms, term, total) * FIT_WORK)
    if (work < least && (isInOrder || gathered <= GATHERED_MAX)) {
      lead = term
      least = work
    }
  }
  return lead
}

/**
 * Chooses the term to begin with where documents are counted. A term without a signature lets every document pass, so
 * reading forward records costs most. The scan is the last resort.
 */
export function cheapestLeadToCount(
  { documents: total }: WordIndex,
  terms: readonly QueryTerm[],
  most: number,
): QueryTerm | undefined {
  const share = shareOfAll(terms, total)
  let lead: QueryTerm | undefined
  let least = Number.POSITIVE_INFINITY
  for (const term of terms) {
    const { postingCount, isOneTerm } = term
    if (!isOneTerm && GATHERED_MAX < postingCount) continue
    const looked = isOneTerm ? Math.min(postingCount, (most / share) * shareOf(term, total)) : postingCount
    const work = looked * (EXPECTED_WORK + passingShare(terms, term, total) * FIT_WORK)
    if (work < least) {
      lead = term
      least = work
    }
  }
  return lead
}

/** Another term, in whose postings the documents of a walk are looked for. */
export function secondTo(lead: QueryTerm, terms: readonly QueryTerm[]): QueryTerm | undefined {
  let second: QueryTerm | undefined
  for (const term of terms) {
    if (term === lead || !term.isOneTerm || ALONG_MAX * lead.postingCount < term.postingCount) continue
    if (second === undefined || term.postingCount < second.postingCount) second = term
  }
  return second
}

function shareOfAll(terms: readonly QueryTerm[], total: number): number {
  let share = 1
  for (const term of terms) share *= shareOf(term, total)
  return share
}

/**
 * The share of the lead's documents, or of all, whose forward records are compared. A term without a signature lets
 * every document pass, unless a walk looks for it in its postings.
 */
function passingShare(terms: readonly QueryTerm[], lead: QueryTerm | undefined, total: number): number {
  const second = lead?.isOneTerm === true ? secondTo(lead, terms) : undefined
  let share = 1
  for (const term of terms) if (term !== lead && (term === second || hasSignature(term))) share *= shareOf(term, total)
  return share
}

function shareOf({ postingCount }: QueryTerm, total: number): number {
  return Math.min(1, postingCount / total)
}

function hasSignature({ signature: { low, high } }: QueryTerm): boolean {
  return (low | high) !== 0
}
