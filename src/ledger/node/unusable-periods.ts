import type { AcquireOutcome } from '../books/acquire.ts'
import type { NodeParts } from './node-parts.ts'

type UnusablePeriodsPorts = Pick<NodeParts, 'clock' | 'trust' | 'report'>

/** At the end of a month the node and the books disagree for less than this. */
const UNUSABLE_MS = 5_000
/** Without a refusal for this long it is forgotten: a server that is not ready may get no requests. */
const FORGET_MS = 10_000

/**
 * Detects that the books refuse the current month of ledger time for every account, because they have closed it or it
 * has not begun for them. The readiness and the log show it.
 */
export class UnusablePeriods {
  readonly #ports: UnusablePeriodsPorts
  #refused: { readonly period: string; readonly sinceMs: number; lastMs: number } | undefined

  constructor(ports: UnusablePeriodsPorts) {
    this.#ports = ports
  }

  /** Takes the outcome of a request for units. */
  note(period: string, { outcome }: AcquireOutcome): void {
    if (outcome === 'granted' || outcome === 'short') this.#forget()
    if (outcome !== 'period_over' && outcome !== 'not_yet') return
    const nowMs = this.#ports.clock.monotonicMs()
    if (this.#refused?.period !== period) this.#refused = { period, sinceMs: nowMs, lastMs: nowMs }
    this.#refused.lastMs = nowMs
    const { trust, report } = this.#ports
    if (nowMs < this.#refused.sinceMs + UNUSABLE_MS || trust.has('period')) return
    const why =
      outcome === 'not_yet'
        ? 'has not begun for the books'
        : `is closed in the books. If the clock is right, open it with: regista accounting reopen ${period} --why "…"`
    const detail = `no account can use ${period}: it ${why}`
    trust.set('period', detail)
    report?.(`period: ${detail}`)
  }

  /** Called at every heartbeat. */
  tick(): void {
    if (this.#refused !== undefined && this.#refused.lastMs + FORGET_MS < this.#ports.clock.monotonicMs())
      this.#forget()
  }

  #forget(): void {
    this.#refused = undefined
    if (!this.#ports.trust.has('period')) return
    this.#ports.trust.clear('period')
    this.#ports.report?.('period: units are granted again')
  }
}
