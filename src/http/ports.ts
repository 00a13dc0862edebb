import type { AccessView, BrowserSpending, Concurrency, Ip, Limiter, TrustedProxies } from '../access/access.ts'
import type { CreditsOutcome, LedgerClient, UsageOutcome } from '../ledger/ledger.ts'
import type { Position } from '../search/search.ts'
import type { Clock } from '../stdx/clock.ts'
import type { ServedRelease } from './served-release.ts'

/** What the service is made of, handed in by whoever starts it. One for each thread. */
export interface HttpPorts {
  readonly clock: Clock
  readonly monotonic: { monotonicMs(): number }
  /** 32 hexadecimal digits, never the same twice: the request's name, in answers, logs and the books. */
  readonly newRequestId: () => string
  readonly access: AccessPort
  readonly limits: LimitsPort
  readonly ledger: LedgerPort
  /** What is served at this moment; undefined as long as nothing was published. */
  readonly release: () => ServedRelease | undefined
  /** A guess where an address is, if the operator has given a file for it. */
  readonly positionOf?: (ip: Ip) => Position | undefined
  readonly log: Log
  /** Is told of every answer. */
  readonly meter?: Meter
}

export interface AccessPort {
  readonly view: () => AccessView
  /** Whether the view was compared with the database lately: who may not know of a revocation must not accept a key. */
  readonly isFresh: () => boolean
  readonly proxies: TrustedProxies
}

export interface LimitsPort {
  /** Of a clock of their own, which goes on whatever is done to the time of day. */
  readonly nowMs: () => number
  readonly limiter: Limiter
  readonly concurrency: Concurrency
  /** This thread's number in `concurrency`. */
  readonly thread: number
  /** The daily budgets of browser sessions. */
  readonly browserSpending: BrowserSpending
}

/** As `Ledger` has it, or the client of a thread. */
export interface LedgerPort extends Pick<LedgerClient, 'knownRefusal' | 'charge'> {
  usage(account: string): Promise<UsageOutcome>
  credits(account: string): Promise<CreditsOutcome>
}

export interface Meter {
  /** `operation`: its name in the API, `preflight`, `document`, or `none` for what never got to one. */
  answered(operation: string, status: number, ms: number): void
  /** A server key was seen where no server would send it. */
  exposed(where: 'page' | 'url'): void
}

/** Facts about requests; never a query text, a token or a key. */
export interface Log {
  error(facts: object, message: string): void
  warn(facts: object, message: string): void
  info(facts: object, message: string): void
  debug(facts: object, message: string): void
}
