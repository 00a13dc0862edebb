import { assert } from '../../stdx/assert.ts'
import type { MonotonicClock, Timers } from '../node/ports.ts'

interface Timer {
  readonly atMs: number
  readonly number: number
  readonly work: () => void
}

/**
 * Virtual time over a real database: it stands still while work is under way, and jumps to the next timer when there is
 * none. So a test of seconds takes milliseconds, and the speed of the machine does not matter.
 */
export class VirtualTime implements MonotonicClock, Timers {
  #nowMs = 1_000_000
  #numbers = 0
  readonly #timers = new Set<Timer>()
  /** The number of end-of-turn callbacks and database operations under way. */
  #underWay = 0
  /** The number of callers that wait until nothing is under way. */
  #settling = 0
  readonly #waiting: (() => void)[] = []

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
      this.#end()
      work()
    })
  }

  /** Keeps time still until this has ended. */
  async awaiting<T>(operation: Promise<T>): Promise<T> {
    this.#underWay++
    try {
      return await operation
    } finally {
      this.#end()
    }
  }

  #end(): void {
    this.#underWay--
    if (this.#underWay === 0) for (const goOn of this.#waiting.splice(0)) goOn()
  }

  /** Lets time pass until the promise settles. */
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
   * Stops the machine for so long: when it wakes, everything that is due happens before any message. The latest timer
   * goes first, because a timer that was set later may be set earlier another time.
   */
  async sleep(ms: number): Promise<void> {
    await this.#quiet()
    this.#nowMs += ms
    const due = [...this.#timers].filter(({ atMs }) => atMs <= this.#nowMs)
    for (const timer of due.sort((a, b) => b.atMs - a.atMs || b.number - a.number)) {
      this.#timers.delete(timer)
      timer.work()
      // Like Node between two timers: whatever need not wait continues.
      await new Promise<void>((resolve) => process.nextTick(resolve))
    }
  }

  /** Resolves when nothing is under way; time does not pass. */
  async settled(): Promise<void> {
    this.#settling++
    do await this.#turn()
    while (0 < this.#underWay)
    // The caller continues in this turn, before time can pass.
    this.#settling--
  }

  #next(): void {
    const [first] = [...this.#timers].sort((a, b) => a.atMs - b.atMs || a.number - b.number)
    assert(first !== undefined, 'something will happen')
    this.#timers.delete(first)
    this.#nowMs = Math.max(this.#nowMs, first.atMs)
    first.work()
  }

  /** Waits two turns, because work that has just ended may have begun other work. */
  async #quiet(): Promise<void> {
    for (let turns = 0; turns < 2; turns = 0 < this.#underWay + this.#settling ? 0 : turns + 1) {
      await this.#turn()
    }
  }

  /** Waits until nothing is under way, without turns in which nothing happens, and then for one turn. */
  async #turn(): Promise<void> {
    if (0 < this.#underWay) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Longer than any wait in the ledger except for the end of a month. */
const UNTIL_MAX_MS = 240_000
