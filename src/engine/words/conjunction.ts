import type { Operand } from './operand.ts'
import type { SmallestFirst } from './smallest-first.ts'
import { TERM, type WordIndex } from './word-index.ts'

/** False: no more, please. */
export type Visit = (document: number) => boolean

/** What a query may still cost. */
export interface Budget {
  /** False when there is no more to spend. */
  spend(work: number): boolean
}

/** So many documents are gathered, checked and sorted faster than a long list is walked that rarely meets them. */
const GATHERED_MAX = 4096
/** What a walk in rank order usually looks for. */
const TYPICAL_HITS = 10

/**
 * Visits the documents that have every operand, in ascending order. The cheapest way leads:
 *
 *     one term        its postings lie in order: walk them, check the other operands in each document's forward record, stop when told
 *     few postings    gather them all, check, sort
 *     otherwise       take the documents of its terms smallest first
 */
export class Conjunction {
  readonly #index: WordIndex
  readonly #merge: SmallestFirst
  readonly #gathered = new Uint32Array(GATHERED_MAX)

  constructor(index: WordIndex, merge: SmallestFirst) {
    this.#index = index
    this.#merge = merge
  }

  visit(operands: readonly Operand[], budget: Budget, visit: Visit): void {
    if (operands.some((operand) => operand.postings === 0)) return
    const lead = this.#cheapest(operands)
    const others = operands.filter((operand) => operand !== lead)
    if (lead.isOneTerm) this.#walkPostings(lead, others, budget, visit)
    else if (lead.postings <= GATHERED_MAX && others.length !== 0) this.#gather(lead, others, budget, visit)
    else this.#mergeStretches(lead, others, budget, visit)
  }

  #cheapest(operands: readonly Operand[]): Operand {
    let best = operands[0]!
    let bestCost = Number.POSITIVE_INFINITY
    for (const operand of operands) {
      const cost = this.#cost(operand, operands)
      if (cost < bestCost) {
        best = operand
        bestCost = cost
      }
    }
    return best
  }

  /** Documents looked at until enough are found, if words were independent of each other. */
  #cost(operand: Operand, operands: readonly Operand[]): number {
    let looked = TYPICAL_HITS
    for (const other of operands) if (other !== operand) looked *= this.#index.documents / other.postings
    if (operand.isOneTerm) return Math.min(operand.postings, looked)
    if (operand.postings <= GATHERED_MAX) return operand.postings
    return MERGE_COST * Math.min(operand.postings, looked)
  }

  #walkPostings(lead: Operand, others: readonly Operand[], budget: Budget, visit: Visit): void {
    const { starts, documents } = this.#index.postings
    const end = starts[lead.high(0)]!
    for (let at = starts[lead.low(0)]!; at < end; at++) {
      const document = documents[at]!
      if (!budget.spend(1)) return
      if (this.#hasAll(document, others) && !visit(document)) return
    }
  }

  #gather(lead: Operand, others: readonly Operand[], budget: Budget, visit: Visit): void {
    const { starts, documents } = this.#index.postings
    let count = 0
    for (let stretch = 0; stretch < lead.stretches; stretch++) {
      const end = starts[lead.high(stretch)]!
      for (let at = starts[lead.low(stretch)]!; at < end; at++) {
        if (!budget.spend(1)) return
        if (this.#hasAll(documents[at]!, others)) this.#gathered[count++] = documents[at]!
      }
    }
    const sorted = this.#gathered.subarray(0, count).sort()
    for (let i = 0; i < count; i++) {
      if ((i === 0 || sorted[i] !== sorted[i - 1]) && !visit(sorted[i]!)) return
    }
  }

  #mergeStretches(lead: Operand, others: readonly Operand[], budget: Budget, visit: Visit): void {
    const merge = this.#merge
    merge.begin(this.#index.firstDocuments, this.#index.postings)
    for (let stretch = 0; stretch < lead.stretches; stretch++) {
      if (!budget.spend(1)) return
      merge.addStretch(lead.low(stretch), lead.high(stretch))
    }
    let last = -1
    for (let document = merge.take(); 0 <= document; document = merge.take()) {
      if (!budget.spend(MERGE_COST)) return
      if (document === last) continue
      last = document
      if (this.#hasAll(document, others) && !visit(document)) return
    }
    if (merge.overflowed) budget.spend(Number.POSITIVE_INFINITY)
  }

  #hasAll(document: number, operands: readonly Operand[]): boolean {
    for (let i = 0; i < operands.length; i++) if (!this.#has(document, operands[i]!)) return false
    return true
  }

  #has(document: number, operand: Operand): boolean {
    const { forward, forwardStarts } = this.#index
    const end = forwardStarts[document + 1]!
    const low = operand.low(0)
    const high = operand.high(0)
    const isOneStretch = operand.stretches === 1
    for (let at = forwardStarts[document]!; at < end; at++) {
      const term = forward[at]! & TERM
      if (isOneStretch ? low <= term && term < high : operand.has(term)) return true
    }
    return false
  }
}

/** Taking the smallest of many costs about so many looks at a document. */
const MERGE_COST = 4
