import type { LimitTable } from './limit-table.ts'
import { LIMIT_NAMES, type Limit, type LimitName, type LimitSettings, shareOf } from './limits.ts'

export type TakeOutcome =
  | { readonly outcome: 'taken' }
  | { readonly outcome: 'limited'; readonly limit: LimitName; readonly retryAfterSeconds: number }

/** Limits that time gives back. */
export type RateLimitName = Exclude<LimitName, 'session_life' | 'concurrent'>

export interface LimiterOptions {
  readonly settings: LimitSettings
  /** How many there are at this moment that allow the same people something. */
  readonly nodes?: () => number
}

/** One thread's way to the limits, which all threads share. Of several nodes each allows its share. */
export class Limiter {
  readonly #table: LimitTable
  readonly #settings: LimitSettings
  readonly #nodes: () => number
  #shares: Shares

  constructor(table: LimitTable, { settings, nodes = () => 1 }: LimiterOptions) {
    this.#table = table
    this.#settings = settings
    this.#nodes = nodes
    this.#shares = sharesOf(settings, nodes())
  }

  /** `own`: the subject's own limit, in place of the one that holds for all. */
  take(name: RateLimitName, subject: string, { cost = 1, nowMs, own }: Take): TakeOutcome {
    const shares = this.#sharesNow()
    const limit = own === undefined ? shares.limits[name] : shareOf(own, shares.nodes)
    if (limit === null) return TAKEN
    const draw = { intervalMs: 1000 / limit.rate, burst: limit.burst, cost, nowMs }
    const waitMs = this.#table.take(PREFIXES[name] + subject, draw)
    return waitMs === 0 ? TAKEN : limited(name, waitMs)
  }

  /**
   * Of what a session may do in its whole life, of which so much is left. It is counted from the life's end, which does not move, so nothing comes back. Nodes do not divide it: a page
   * keeps its connection, and so its node, and would not wait for its share but have lost the rest. Who goes from node to node is held by the session's rate and by his project's.
   */
  takeOfLife(subject: string, { leftMs, nowMs }: { readonly leftMs: number; readonly nowMs: number }): TakeOutcome {
    const limit = this.#settings.session_life
    if (limit === null) return TAKEN
    // The end is told by another clock than the limits': each request weighs a second, so that half a one between the two makes no difference.
    const draw = { intervalMs: 1_000, burst: limit.burst + 0.5, cost: 1, nowMs, fromMs: nowMs + leftMs }
    const waitMs = this.#table.take(PREFIXES.session_life + subject, draw)
    return waitMs === 0 ? TAKEN : limited('session_life', leftMs)
  }

  /** Requests of an account that may be under way at this node; null: as many as come. */
  get concurrentMax(): number | null {
    return this.#sharesNow().limits.concurrent?.burst ?? null
  }

  #sharesNow(): Shares {
    const nodes = this.#nodes()
    if (nodes !== this.#shares.nodes) this.#shares = sharesOf(this.#settings, nodes)
    return this.#shares
  }
}

interface Take {
  readonly cost?: number
  readonly nowMs: number
  readonly own?: Limit | undefined
}

interface Shares {
  readonly nodes: number
  readonly limits: LimitSettings
}

function sharesOf(settings: LimitSettings, nodes: number): Shares {
  const shares = LIMIT_NAMES.map((name) => [name, settings[name] && shareOf(settings[name], nodes)])
  return { nodes, limits: Object.fromEntries(shares) as LimitSettings }
}

/** A subject counts for each limit by itself: the letter is the limit's. */
const PREFIXES = Object.fromEntries(
  LIMIT_NAMES.map((name, i) => [name, String.fromCharCode('A'.charCodeAt(0) + i)]),
) as Readonly<Record<LimitName, string>>

const TAKEN: TakeOutcome = { outcome: 'taken' }

function limited(limit: LimitName, waitMs: number): TakeOutcome {
  return { outcome: 'limited', limit, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) }
}
