import { divideLimit, LIMIT_NAMES, type Limit, type LimitName, type LimitSettings } from './limit-settings.ts'
import type { LimitTable } from './limit-table.ts'

export type TakeOutcome =
  | { readonly outcome: 'taken' }
  | { readonly outcome: 'limited'; readonly limit: LimitName; readonly retryAfterSeconds: number }

/** Limits that are refilled with time. */
export type RateLimitName = Exclude<LimitName, 'session_life' | 'concurrent'>

export interface LimiterOptions {
  readonly settings: LimitSettings
  /** The current number of servers that serve the same clients. */
  readonly servers?: () => number
}

/** Applies the limits in one thread. All threads share the table; each of several servers allows its share. */
export class Limiter {
  readonly #table: LimitTable
  readonly #settings: LimitSettings
  readonly #servers: () => number
  #shares: Shares

  constructor(table: LimitTable, { settings, servers = () => 1 }: LimiterOptions) {
    this.#table = table
    this.#settings = settings
    this.#servers = servers
    this.#shares = divideLimits(settings, servers())
  }

  /** `own`: the subject's own limit, instead of the general one. */
  take(name: RateLimitName, subject: string, { cost = 1, nowMs, own }: Take): TakeOutcome {
    const shares = this.#sharesNow()
    const limit = own === undefined ? shares.limits[name] : divideLimit(own, shares.servers)
    if (limit === null) return TAKEN
    const draw = { intervalMs: 1000 / limit.rate, burst: limit.burst, cost, nowMs }
    const waitMs = this.#table.take(PREFIXES[name] + subject, draw)
    return waitMs === 0 ? TAKEN : limited(name, waitMs)
  }

  /**
   * Counts a request against the total of its session, which is never refilled: it is counted from the session's end,
   * which does not move. Servers do not divide it: a page keeps its connection and so its server, and would only
   * ever get a share. The rates of the session and of its project bound a client that changes servers.
   */
  takeFromSessionTotal(
    subject: string,
    { leftMs, nowMs }: { readonly leftMs: number; readonly nowMs: number },
  ): TakeOutcome {
    const limit = this.#settings.session_life
    if (limit === null) return TAKEN
    // The session's end comes from another clock, and a busy machine may stop the thread between the two. A request
    // counts as four seconds, so an error of two is harmless.
    const draw = { intervalMs: 4_000, burst: limit.burst + 0.5, cost: 1, nowMs, fromMs: nowMs + leftMs }
    const waitMs = this.#table.take(PREFIXES.session_life + subject, draw)
    return waitMs === 0 ? TAKEN : limited('session_life', leftMs)
  }

  /** Concurrent requests of an account at this server; null: unlimited. */
  get concurrentMax(): number | null {
    return this.#sharesNow().limits.concurrent?.burst ?? null
  }

  #sharesNow(): Shares {
    const servers = this.#servers()
    if (servers !== this.#shares.servers) this.#shares = divideLimits(this.#settings, servers)
    return this.#shares
  }
}

interface Take {
  readonly cost?: number
  readonly nowMs: number
  readonly own?: Limit | undefined
}

interface Shares {
  readonly servers: number
  readonly limits: LimitSettings
}

function divideLimits(settings: LimitSettings, servers: number): Shares {
  const shares = LIMIT_NAMES.map((name) => [name, settings[name] && divideLimit(settings[name], servers)])
  return { servers, limits: Object.fromEntries(shares) as LimitSettings }
}

/** One letter per limit: the same subject has an entry for each. */
const PREFIXES = Object.fromEntries(
  LIMIT_NAMES.map((name, i) => [name, String.fromCharCode('A'.charCodeAt(0) + i)]),
) as Readonly<Record<LimitName, string>>

const TAKEN: TakeOutcome = { outcome: 'taken' }

function limited(limit: LimitName, waitMs: number): TakeOutcome {
  return { outcome: 'limited', limit, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) }
}
