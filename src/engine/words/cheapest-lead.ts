import { workToMark } from './document-marks.ts'
import type { QueryTerm } from './query-term.ts'
import type { WordIndex } from './word-index.ts'

/** How many hits a walk in rank order usually needs. */
const TYPICAL_HITS = 10
/** How many signatures a scan reads for one unit of work. */
export const SCANNED_PER_WORK = 5
/** Work for a posting and its signature, before it is known how many documents are likely. */
const EXPECTED_WORK = 0.5
/** A scan that costs so many times what was expected is given up. */
const PATIENCE = 3
/** Work to search a document's forward record: two dependent memory reads. */
export const FIT_WORK = 20
/** How many postings of many terms are gathered. Above that a scan is better: it can stop early with the best ones. */
const GATHERED_MAX = 1 << 17
/** A second list that is at most this many times as long costs less than the forward records that it saves. */
const ALONG_MAX = 12

/** How a search begins. */
export interface Lead {
  /** How much work is done by a scan before the term's postings are read. */
  readonly scanWork: number
  /** Undefined: the scan goes on to the end. */
  readonly lead: QueryTerm | undefined
  /** So few documents are expected that all postings will be read. */
  readonly areFew: boolean
}

/**
 * Chooses the cheapest way. `savedBy` returns how many postings of a term need not be read.
 *
 * The estimate of a scan assumes that words are independent: then one document in 1 / share has them all. They are not,
 * so a scan that costs more than the cheapest list would have cost ends, and the list goes on where it ended.
 */
export function cheapestLead(
  index: WordIndex,
  terms: readonly QueryTerm[],
  savedBy: (term: QueryTerm) => number,
): Lead {
  const { documents: total } = index
  const share = shareOfAll(terms, total)
  const scanned = Math.min(total, TYPICAL_HITS / share)
  const scanWork = scanned / SCANNED_PER_WORK + scanned * passingShare(terms, undefined, total) * FIT_WORK
  let lead: QueryTerm | undefined
  let least = scanWork
  let surest: QueryTerm | undefined
  let leastOfAll = Number.POSITIVE_INFINITY
  for (const term of terms) {
    const { postingCount, isOneTerm: isInOrder } = term
    const gathered = postingCount - savedBy(term)
    if (!isInOrder && GATHERED_MAX < gathered) continue
    const looked = isInOrder ? Math.min(postingCount, (TYPICAL_HITS / share) * (postingCount / total)) : gathered
    const work = workToRead(index, terms, term, looked)
    if (work < least) {
      lead = term
      least = work
    }
    const workOfAll = workToRead(index, terms, term, gathered)
    if (workOfAll < leastOfAll) {
      surest = term
      leastOfAll = workOfAll
    }
  }
  const areFew = share * total < TYPICAL_HITS
  if (lead !== undefined) return { scanWork: 0, lead, areFew }
  if (surest === undefined) return { scanWork: Number.POSITIVE_INFINITY, lead, areFew }
  const patience = Math.min(leastOfAll, Math.max(PATIENCE * scanWork, leastOfAll / PATIENCE))
  return { scanWork: patience, lead: surest, areFew }
}

/**
 * Chooses the term to begin with where documents are counted. A term without a signature lets every document pass, so
 * reading forward records costs most. The scan is the last resort.
 */
export function cheapestLeadToCount(index: WordIndex, terms: readonly QueryTerm[], most: number): Lead {
  const { documents: total } = index
  const share = shareOfAll(terms, total)
  let lead: QueryTerm | undefined
  let least = Number.POSITIVE_INFINITY
  for (const term of terms) {
    const { postingCount, isOneTerm } = term
    if (!isOneTerm && GATHERED_MAX < postingCount) continue
    const looked = isOneTerm ? Math.min(postingCount, (most / share) * shareOf(term, total)) : postingCount
    const work = workToRead(index, terms, term, looked)
    if (work < least) {
      lead = term
      least = work
    }
  }
  return { scanWork: lead === undefined ? Number.POSITIVE_INFINITY : 0, lead, areFew: share * total < most }
}

/** Work to read so many postings of a term, and to compare their documents or to mark those of another term. */
function workToRead(index: WordIndex, terms: readonly QueryTerm[], lead: QueryTerm, postings: number): number {
  const compared = postings * passingShare(terms, lead, index.documents) * FIT_WORK
  let marked = Number.POSITIVE_INFINITY
  for (const term of terms) if (term !== lead) marked = Math.min(marked, workToMark(index, term.postingCount))
  return postings * EXPECTED_WORK + Math.min(compared, marked)
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
