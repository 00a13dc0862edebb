import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Minted, Principal } from '../access/access.ts'
import type { LimitName } from '../access/limits/limits.ts'
import type { Ip } from '../access/network/network.ts'
import type { Credits as LedgerCredits } from '../ledger/ledger.ts'
import type { ByteString } from '../stdx/byte-string.ts'
import type { Rejection } from './errors.ts'
import type { HttpPorts } from './ports.ts'

/** A page that creates a session presents only the public client id of its project. */
export interface NewSession extends Omit<Extract<Minted, { readonly outcome: 'minted' }>, 'outcome'> {
  readonly kind: 'client_id'
  readonly credential: string
  readonly subject: string
  readonly ip: Principal['ip']
}

export type Caller = Principal | NewSession

/** The rate limits that are taken once the caller is known. */
export type CallerLimit = Exclude<LimitName, 'ip_guesses' | 'concurrent'>

/** Node's request and its response. */
export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/** One well-formed request to an existing path, as all steps share it. */
export interface RequestContext extends Exchange {
  readonly requestId: string
  readonly ip: Ip
  /** Without its question mark; still encoded. */
  readonly query: string
  readonly pathParameters: readonly (readonly [name: string, value: string])[]
  /** Empty until it is received. */
  body: Buffer
  /** Counted by the load monitor until it ends. */
  isInProgress: boolean
  /** Undefined until the request is authenticated. */
  caller: Caller | undefined
  /** Has a concurrency slot of this caller's account until it ends. */
  slotOf: Caller | undefined
}

/** What an operation works with, after all checks. */
export interface Work<Parameters, C = Caller> {
  readonly ports: HttpPorts
  readonly context: RequestContext
  readonly caller: C
  readonly parameters: Parameters
}

/** What the credit headers show. */
export type Credits = Pick<LedgerCredits, 'availableUnits' | 'period' | 'endsAtMs'>

/** A whole response. Nothing is sent before all of it is known. */
export interface ApiResponse {
  readonly status: number
  /** All but those that Node adds. */
  readonly headers: Readonly<Record<string, string>>
  /** No Buffer: Node sends head and body in one write if both are strings. */
  readonly body: ByteString
  /** The rest of the connection cannot be read any more. */
  readonly connection?: 'closes'
}

/** What a request ends in. */
export type Outcome = ApiResponse | Rejection | NoResponse

/**
 * The connection is closed without a response. `charge_unknown`: the request may be charged, so any response could be
 * wrong.
 */
export type NoResponse = 'client_gone' | 'charge_unknown'
