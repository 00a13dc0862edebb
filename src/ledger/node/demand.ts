import type { HeldGrant } from './held-grant.ts'

/** How much a grant should hold: what the account used in about a second, found by doubling. */
export class Demand {
  chunk = CHUNK_MIN
  #grantedAtMs = Number.NEGATIVE_INFINITY
  #movedUnits = 0
  #movedAtMs = Number.NEGATIVE_INFINITY

  granted(nowMs: number): void {
    if (nowMs < this.#grantedAtMs + BRISK_MS) this.chunk = Math.min(CHUNK_MAX, this.chunk * 2)
    if (this.#grantedAtMs + SLOW_MS < nowMs) this.chunk = Math.max(CHUNK_MIN, Math.floor(this.chunk / 2))
    this.#grantedAtMs = nowMs
  }

  isIdle({ spent }: HeldGrant, nowMs: number): boolean {
    if (spent !== this.#movedUnits || this.#movedAtMs === Number.NEGATIVE_INFINITY) this.#movedAtMs = nowMs
    this.#movedUnits = spent
    return this.#movedAtMs + IDLE_MS < nowMs
  }
}

/** Ten requests for a company, or a hundred keystrokes: what an account gets at first. */
const CHUNK_MIN = 100
/** What the busiest account uses in a second. */
const CHUNK_MAX = 2 ** 16
const BRISK_MS = 1_000
const SLOW_MS = 10_000
/** An unused grant goes back after this time, so that other nodes need not ask for it. */
const IDLE_MS = 30_000
