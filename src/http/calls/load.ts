/** How often the loop says that it still turns, in ms. */
const TICK_MS = 25
/** A thread that gets round only so late, in ms, has more to do than it can: who comes now would wait longer than typing lasts. */
const LATE_MS = 150
/** One long turn says little, for the machine may have been busy with something else: lateness counts by the share of this time that it lasted. */
const REMEMBERED_MS = 1_000
/** Requests under way in one thread. They wait for the books; memory is not what they should wait in. */
const UNDER_WAY_MAX = 4_096

/** Knows when requests are to be sent away before everybody waits: in a thread that is late, an answer that says so at once costs a tenth of a right one. */
export class Load {
  readonly #monotonic: { monotonicMs(): number }
  readonly #timer: NodeJS.Timeout
  #tickedMs: number
  /** How late the last turns were, the longer ones counting more. */
  #lateMs = 0
  #underWay = 0

  constructor(monotonic: { monotonicMs(): number }) {
    this.#monotonic = monotonic
    this.#tickedMs = monotonic.monotonicMs()
    this.#timer = setInterval(() => this.tick(), TICK_MS).unref()
  }

  /** A turn has ended. */
  tick(): void {
    const nowMs = this.#monotonic.monotonicMs()
    this.#lateMs = this.#lateAt(nowMs)
    // In time again: what was before is over soon.
    if (nowMs < this.#tickedMs + TICK_MS + LATE_MS) this.#lateMs /= 2
    this.#tickedMs = nowMs
  }

  async carry<T>(work: () => T | Promise<T>): Promise<T> {
    this.#underWay++
    try {
      return await work()
    } finally {
      this.#underWay--
    }
  }

  isTooMuch(): boolean {
    return UNDER_WAY_MAX <= this.#underWay || LATE_MS < this.#lateAt(this.#monotonic.monotonicMs())
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #lateAt(nowMs: number): number {
    const late = nowMs - this.#tickedMs - TICK_MS
    if (late < LATE_MS) return this.#lateMs
    return this.#lateMs + (late - this.#lateMs) * Math.min(1, late / REMEMBERED_MS)
  }
}
