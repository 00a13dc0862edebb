import type { LimitTable } from './limit-table.ts'
import { LIMIT_NAMES, type Limit, type LimitName, type LimitSettings, shareOf } from './limits.ts'

export type TakeOutcome =
  | { readonly outcome: 'taken' }
  | { readonly outcome: 'limited'; readonly limit: LimitName; readonly retryAfterSeconds: number }

/** Limits that time gives back. */
export type RateLimitName = Exclude<LimitName, 'session_life' | 'concurrent'>

/** One thread's way to the limits, which all threads share. */
export class Limiter {
  readonly #table: LimitTable
  readonly #limits: ReadonlyMap<LimitName, Limit & { readonly prefix: string }>

  /** `nodes`: how many there are that allow the same people something. */
  constructor(
    table: LimitTable,
    { settings, nodes = 1 }: { readonly settings: LimitSettings; readonly nodes?: number },
  ) {
    this.#table = table
    this.#limits = new Map(
      LIMIT_NAMES.flatMap((name, i) => {
        const limit = settings[name]
        // A subject counts for each limit by itself: the letter is the limit's.
        const prefix = String.fromCharCode('A'.charCodeAt(0) + i)
        return limit === null ? [] : [[name, { ...shareOf(limit, nodes), prefix }] as const]
      }),
    )
  }

  take(name: RateLimitName, subject: string, { cost = 1, nowMs }: { cost?: number; nowMs: number }): TakeOutcome {
    const limit = this.#limits.get(name)
    if (limit === undefined) return TAKEN
    const { rate, burst, prefix } = limit
    const waitMs = this.#table.take(prefix + subject, { intervalMs: 1000 / rate, burst, cost, nowMs })
    return waitMs === 0 ? TAKEN : limited(name, waitMs)
  }

  /** Of what a session may do in its whole life. It is counted from the life's end, which does not move, so nothing comes back. */
  takeOfLife(subject: string, { endsAtMs, nowMs }: { readonly endsAtMs: number; readonly nowMs: number }): TakeOutcome {
    const limit = this.#limits.get('session_life')
    if (limit === undefined) return TAKEN
    const { burst, prefix } = limit
    const waitMs = this.#table.take(prefix + subject, { intervalMs: 1, burst, cost: 1, nowMs, fromMs: endsAtMs })
    return waitMs === 0 ? TAKEN : limited('session_life', endsAtMs - nowMs)
  }
}

const TAKEN: TakeOutcome = { outcome: 'taken' }

function limited(limit: LimitName, waitMs: number): TakeOutcome {
  return { outcome: 'limited', limit, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) }
}
