import { assert } from '../../stdx/assert.ts'
import type { MonotonicClock, Timers } from './ports.ts'

interface Timer {
  readonly atMs: number
  readonly number: number
  readonly work: () => void
}

/**
 * Time for tests, over a real database: it stands still while anything is being done, and leaps to the next timer when nothing is. So a test
 * of seconds takes milliseconds, and what a timer finds does not depend on how fast the machine is.
 */
export class SteeredTime implements MonotonicClock, Timers {
  #nowMs = 1_000_000
  #numbers = 0
  readonly #timers = new Set<Timer>()
  /** What happens at the end of this turn, and operations on the database. */
  #underWay = 0
  /** Who waits until nothing is under way. */
  #settling = 0

  monotonicMs(): number {
    return this.#nowMs
  }

  after(ms: number, work: () => void): () => void {
    const timer = { atMs: this.#nowMs + Math.max(0, ms), number: this.#numbers++, work }
    this.#timers.add(timer)
    return () => this.#timers.delete(timer)
  }

  endOfTurn(work: () => void): void {
    this.#underWay++
    setImmediate(() => {
      this.#underWay--
      work()
    })
  }

  /** Time stands still until this has ended. */
  async awaiting<T>(operation: Promise<T>): Promise<T> {
    this.#underWay++
    try {
      return await operation
    } finally {
      this.#underWay--
    }
  }

  /** Lets time pass until this is known. */
  async until<T>(promise: Promise<T>): Promise<T> {
    let state: 'waiting' | 'known' = 'waiting'
    const end = (): void => void (state = 'known')
    promise.then(end, end)
    const lastMs = this.#nowMs + UNTIL_MAX_MS
    for (await this.#quiet(); state === 'waiting'; await this.#quiet()) {
      assert(this.#nowMs < lastMs, 'what is waited for comes within four minutes')
      this.#next()
    }
    return await promise
  }

  async pass(ms: number): Promise<void> {
    await this.until(new Promise<void>((resolve) => this.after(ms, resolve)))
  }

  /**
   * The machine is stopped for so long: all that fell due meanwhile happens in one go when it wakes, before anything is heard. The latest first: a timer that
   * was set a little later is another time set a little earlier.
   */
  async sleep(ms: number): Promise<void> {
    await this.#quiet()
    this.#nowMs += ms
    const due = [...this.#timers].filter(({ atMs }) => atMs <= this.#nowMs)
    for (const timer of due.sort((a, b) => b.atMs - a.atMs || b.number - a.number)) {
      this.#timers.delete(timer)
      timer.work()
      // As between two timers of Node: what can go on without waiting has gone on.
      await new Promise<void>((resolve) => process.nextTick(resolve))
    }
  }

  /** When nothing is being done any more; time itself does not pass. */
  async settled(): Promise<void> {
    this.#settling++
    do await new Promise((resolve) => setImmediate(resolve))
    while (0 < this.#underWay)
    // What follows begins in this turn, before time can pass.
    this.#settling--
  }

  #next(): void {
    const [first] = [...this.#timers].sort((a, b) => a.atMs - b.atMs || a.number - b.number)
    assert(first !== undefined, 'something will happen')
    this.#timers.delete(first)
    this.#nowMs = Math.max(this.#nowMs, first.atMs)
    first.work()
  }

  /** Twice, because what has just ended may have begun something else. */
  async #quiet(): Promise<void> {
    for (let turns = 0; turns < 2; turns = 0 < this.#underWay + this.#settling ? 0 : turns + 1) {
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
}

/** Longer than anything in the ledger waits but the end of a month. */
const UNTIL_MAX_MS = 240_000
