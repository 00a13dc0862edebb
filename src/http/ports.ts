import type { BrowserSpending, Concurrency, Limiter } from '../access/limits/limits.ts'
import type { Ip, TrustedProxies } from '../access/network/network.ts'
import type { AccessView } from '../access/view/view.ts'
import type { CreditsOutcome, LedgerClient, UsageOutcome } from '../ledger/ledger.ts'
import type { Country } from '../records/country.ts'
import type { Position } from '../search/search.ts'
import type { Clock } from '../stdx/clock.ts'
import type { ErrorCode } from './errors.ts'
import type { ServedRelease } from './served-release.ts'

/** What the API of one thread works with. The caller of `HttpServer` passes it. */
export interface HttpPorts {
  readonly clock: Clock
  readonly monotonic: { monotonicMs(): number }
  /** 32 hexadecimal digits, never the same twice. Responses, logs and the books show it. */
  readonly newRequestId: () => string
  readonly access: AccessPort
  readonly limits: LimitsPort
  readonly ledger: LedgerPort
  /** The release that is served at this moment. Undefined: nothing was published yet. */
  readonly release: () => ServedRelease | undefined
  /** The approximate position of an address, if the operator has configured a file for it. */
  readonly positionOf?: (ip: Ip) => Position | undefined
  readonly log: Log
  readonly meter?: Meter
  readonly signs?: Signs
}

/** What a request of a thread is doing. */
export type Step = 'request' | 'search' | 'details' | 'charge' | 'answer'

/** Shows a watch that the thread moves, and what it does. */
export interface Signs {
  /** The event loop has moved. */
  beat(): void
  enter(step: Step): void
}

export interface AccessPort {
  readonly view: () => AccessView
  /** Whether the view was compared with the database recently. A stale view may miss a revocation. */
  readonly isFresh: () => boolean
  readonly proxies: TrustedProxies
}

export interface LimitsPort {
  /** Milliseconds of a monotonic clock. */
  readonly nowMs: () => number
  readonly limiter: Limiter
  readonly concurrency: Concurrency
  /** This thread's number in `concurrency`. */
  readonly thread: number
  /** The budgets of browser sessions. */
  readonly browserSpending: BrowserSpending
}

/** Implemented by `Ledger` and by the client of a thread. */
export interface LedgerPort extends Pick<LedgerClient, 'knownRefusal' | 'charge'> {
  usage(account: string): Promise<UsageOutcome>
  credits(account: string): Promise<CreditsOutcome>
}

export interface Meter {
  /**
   * Counts a response. `operation`: its operationId, `preflight`, `document`, or `none` for a request without an
   * endpoint.
   */
  answered(operation: string, status: number, ms: number): void
  /** Counts and notes a request that was answered with an error. */
  refused(refusal: Refusal): void
  /** Counts a list of suggestions: `found` says how it was found, never what was typed. */
  suggested(operation: string, country: Country, found: string): void
  /** Counts a server key that was seen where no server would send it. */
  exposed(where: 'page' | 'url'): void
}

export interface Refusal {
  readonly code: ErrorCode
  readonly requestId: string
  /** As of `answered`. */
  readonly operation: string
  /** As the client sent it. */
  readonly origin?: string | undefined
  /** The id of the project that the request was for, if that is known. */
  readonly project?: string | undefined
}

/** Facts about requests, and never a query text, a token or a key. */
export interface Log {
  error(facts: object, message: string): void
  warn(facts: object, message: string): void
  info(facts: object, message: string): void
  debug(facts: object, message: string): void
}
