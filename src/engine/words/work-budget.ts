import type { Budget } from './comparison.ts'

/**
 * The work budget of a query: one to three milliseconds, in units of 5 to 27 ns. A search that needs more returns what
 * it has found.
 */
export const WORK_MAX = 100_000

/** The work that a query may still spend. */
export class WorkBudget implements Budget {
  #workMax = WORK_MAX
  #workLeft = 0
  #workKept = 0
  #stoppedEarly = false
  #wasStopped = false

  /** Begins a query with a full budget. */
  beginQuery(workMax = WORK_MAX): void {
    this.#workMax = workMax
    this.#workLeft = workMax
    this.#workKept = 0
    this.#stoppedEarly = false
    this.#wasStopped = false
  }

  /** Keeps so much of the budget back, or what is left of it, until `useKeptBack`. A second call changes nothing. */
  keepBack(work: number): void {
    if (this.#workKept !== 0) return
    this.#workKept = Math.min(work, Math.max(0, this.#workLeft))
    this.#workLeft -= this.#workKept
  }

  /** Goes on with what was kept back, even if the rest is spent. */
  useKeptBack(): void {
    if (this.#workKept === 0) return
    this.#workLeft = Math.max(0, this.#workLeft) + this.#workKept
    this.#workKept = 0
    this.#wasStopped ||= this.#stoppedEarly
    this.#stoppedEarly = false
  }

  /** The budget has ended this part of the search. The hits are correct, but there may be more. */
  get stoppedEarly(): boolean {
    return this.#stoppedEarly
  }

  /** The budget has ended a part of the search. */
  get wasStopped(): boolean {
    return this.#wasStopped || this.#stoppedEarly
  }

  /** In whole units, though a posting costs less than one. */
  get workSpent(): number {
    return Math.round(this.#workMax - this.#workKept - Math.max(0, this.#workLeft))
  }

  get workLeft(): number {
    return this.#workLeft
  }

  spend(work: number): boolean {
    this.#workLeft -= work
    if (0 <= this.#workLeft) return true
    this.#stoppedEarly = true
    return false
  }
}
