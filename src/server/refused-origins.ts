import { HOUR_MS, MINUTE_MS } from '../stdx/time-units.ts'

/** An origin of a web page that no project allows. */
export interface RefusedOrigin {
  readonly origin: string
  readonly count: number
  readonly lastAtMs: number
}

/** A client can send any text as its origin, so few are kept and long ones are cut. */
const KEPT_MAX = 32
const LENGTH_MAX = 100

/**
 * The origins that were refused within an hour of their last refusal. Where there is no room, the one with the fewest
 * refusals is dropped: a flood of invented origins does not displace a page that asks again and again.
 */
export class RefusedOrigins {
  readonly #kept = new Map<string, RefusedOrigin>()

  /** `origin`: as `cutOrigin` returns it. */
  add(origin: string, nowMs: number): void {
    this.#forgetOld(nowMs)
    const known = this.#kept.get(origin)
    if (known === undefined && KEPT_MAX <= this.#kept.size) this.#kept.delete(this.list(nowMs).at(-1)!.origin)
    this.#kept.set(origin, { origin, count: (known?.count ?? 0) + 1, lastAtMs: nowMs })
  }

  /** Most often refused first. */
  list(nowMs: number): RefusedOrigin[] {
    this.#forgetOld(nowMs)
    return [...this.#kept.values()].sort((a, b) => b.count - a.count || b.lastAtMs - a.lastAtMs)
  }

  #forgetOld(nowMs: number): void {
    for (const { origin, lastAtMs } of this.#kept.values()) if (lastAtMs + HOUR_MS <= nowMs) this.#kept.delete(origin)
  }
}

export function cutOrigin(text: string): string {
  return text.length <= LENGTH_MAX ? text : `${text.slice(0, LENGTH_MAX)}…`
}

/** Lets only so many through in a minute. */
export class MinuteGate {
  readonly #passMax: number
  #minute = 0
  #passed = 0

  constructor(passMax: number) {
    this.#passMax = passMax
  }

  passes(nowMs: number): boolean {
    const minute = Math.floor(nowMs / MINUTE_MS)
    if (minute !== this.#minute) [this.#minute, this.#passed] = [minute, 0]
    return this.#passed++ < this.#passMax
  }
}
