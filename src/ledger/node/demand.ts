import type { HeldGrant } from './held-grant.ts'

/** Estimates how much a grant should hold: what the account uses in about a second, found by doubling. */
export class Demand {
  chunk = CHUNK_MIN
  #grantedAtMs = Number.NEGATIVE_INFINITY
  #last: { readonly grant: number; readonly spent: number } | undefined
  #movedAtMs = Number.NEGATIVE_INFINITY

  granted(nowMs: number): void {
    if (nowMs < this.#grantedAtMs + BRISK_MS) this.chunk = Math.min(CHUNK_MAX, this.chunk * 2)
    if (this.#grantedAtMs + SLOW_MS < nowMs) this.chunk = Math.max(CHUNK_MIN, Math.floor(this.chunk / 2))
    this.#grantedAtMs = nowMs
  }

  /** A new grant is not idle, even if as much of it is spent as of the last one. */
  isIdle({ id: grant, spent }: HeldGrant, nowMs: number): boolean {
    if (this.#last?.grant !== grant || this.#last.spent !== spent) this.#movedAtMs = nowMs
    this.#last = { grant, spent }
    return this.#movedAtMs + IDLE_MS < nowMs
  }
}

/** The first grant of an account: ten company details, or a hundred suggestions. */
const CHUNK_MIN = 100
/** What the busiest account uses in a second. */
const CHUNK_MAX = 2 ** 16
const BRISK_MS = 1_000
const SLOW_MS = 10_000
/** An unused grant is returned after this time, so that other nodes need not ask for it. */
const IDLE_MS = 30_000
