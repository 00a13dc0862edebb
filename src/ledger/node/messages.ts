import type { BrokenAccounts, TrustRequest } from '../books/doubts.ts'
import type { Subject } from '../books/rows.ts'

/** The messages between a node and its clients. They are plain data, because they cross threads. */
export type ToNode =
  /**
   * The charges of one turn. `payers` are new to this connection and numbered from 0 in order; `renumbers`: earlier
   * numbers are void. `charges` has ticket, request id, payer number and units of each, flat, because that crosses
   * threads in a fraction of the time.
   */
  | {
      readonly kind: 'charges'
      readonly renumbers: boolean
      readonly payers: readonly Payer[]
      readonly charges: readonly (number | string)[]
    }
  /** This many requests ended without an answer, because their notes could not be written. */
  | { readonly kind: 'unanswered'; readonly charges: number }
  | { readonly kind: 'call'; readonly ticket: number; readonly call: Call }

/** An account and what it pays for. */
export interface Payer {
  readonly account: string
  readonly subject: Subject
}

/** Rare requests to the node. */
export type Call =
  | { readonly name: 'usage' | 'credits'; readonly account: string }
  | { readonly name: 'set_allowance'; readonly account: string; readonly units: number; readonly who: string }
  | { readonly name: 'set_state'; readonly account: string; readonly state: 'active' | 'suspended' }
  | { readonly name: 'distrust'; readonly account: string | null; readonly reason: string; readonly detail: string }
  | ({ readonly name: 'trust'; readonly broken: BrokenAccounts } & TrustRequest)

export type ToClient =
  /**
   * Durable. `charges` has ticket and available units in turn. After `REFILLING` the same ticket comes again with the
   * units.
   */
  | {
      readonly kind: 'charged'
      readonly period: string
      readonly endsAtMs: number
      readonly charges: readonly number[]
    }
  /** Not charged, or void. `known`: other requests that would be refused likewise. */
  | {
      readonly kind: 'refused'
      readonly ticket: number
      readonly refusal: Refusal
      readonly known?: KnownRefusal | undefined
    }
  /** Units of the account may be available again. */
  | { readonly kind: 'account_changed'; readonly account: string }
  | { readonly kind: 'returned'; readonly ticket: number; readonly result: unknown }

/** In place of available units: more units are being prepared. */
export const REFILLING = -1

/** Why a request is not charged. */
export interface Refusal {
  readonly outcome: 'refused'
  /**
   * `monthly_limit`: the allowance of the month has fewer units left. `busy`: other nodes hold the units; a retry may
   * succeed. `untrusted`: the operator must check the books, or those of this account. `unavailable`: the database does
   * not answer.
   */
  readonly reason: 'monthly_limit' | 'busy' | 'untrusted' | 'unavailable' | 'unknown_account' | 'suspended'
  readonly retryAfterSeconds: number
}

/** Charges of the account of at least this many units are refused for this long. */
export interface KnownRefusal {
  readonly account: string
  readonly atLeastUnits: number
  readonly forMs: number
}
