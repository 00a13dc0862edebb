import type { BrokenAccounts, TrustRequest } from '../books/doubts.ts'
import type { Subject } from '../books/rows.ts'

/** The messages between the clients of a node and its bookkeeper. Plain data: it crosses threads. */
export type ToBookkeeper =
  /**
   * The charges of one turn. `payers`: those that are new to this connection, numbered from 0 in the order they come; `renumbers`: all earlier numbers are void.
   * `charges`: ticket, request id, number of the payer and units of each, one after the other: a flat list crosses threads in a fraction of the time.
   */
  | {
      readonly kind: 'charges'
      readonly renumbers: boolean
      readonly payers: readonly Payer[]
      readonly charges: readonly (number | string)[]
    }
  /** So many requests ended without an answer, because their notes could not be written. */
  | { readonly kind: 'unanswered'; readonly charges: number }
  | { readonly kind: 'call'; readonly ticket: number; readonly call: Call }

/** Which account pays, and for what. */
export interface Payer {
  readonly account: string
  readonly subject: Subject
}

/** What is rare, and asked of the bookkeeper as a whole. */
export type Call =
  | { readonly name: 'usage' | 'credits'; readonly account: string }
  | { readonly name: 'set_allowance'; readonly account: string; readonly units: number; readonly who: string }
  | { readonly name: 'set_state'; readonly account: string; readonly state: 'active' | 'suspended' }
  | { readonly name: 'distrust'; readonly account: string | null; readonly reason: string; readonly detail: string }
  | ({ readonly name: 'trust'; readonly broken: BrokenAccounts } & TrustRequest)

export type ToClient =
  /** Durable. `charges`: ticket and available units in turn. After `REFILLING` the same ticket comes again, with the units. */
  | {
      readonly kind: 'charged'
      readonly period: string
      readonly endsAtMs: number
      readonly charges: readonly number[]
    }
  /** Not charged, or void. `known`: requests of the same account that would be refused likewise. */
  | {
      readonly kind: 'refused'
      readonly ticket: number
      readonly refusal: Refusal
      readonly known?: KnownRefusal | undefined
    }
  /** Units of the account may be available again. */
  | { readonly kind: 'account_changed'; readonly account: string }
  | { readonly kind: 'returned'; readonly ticket: number; readonly result: unknown }

/** In place of available units: more are being prepared. */
export const REFILLING = -1

/** Why a request is not charged. */
export interface Refusal {
  readonly outcome: 'refused'
  /**
   * `monthly_limit`: so much is not left of the month's allowance, whoever has it. `busy`: it is left, but in other hands; later it may be had. `untrusted`: the books, or
   * this account's, must be looked at first. `unavailable`: the database does not answer.
   */
  readonly reason: 'monthly_limit' | 'busy' | 'untrusted' | 'unavailable' | 'unknown_account' | 'suspended'
  readonly retryAfterSeconds: number
}

/** Charges of the account of so many units or more are refused for so long. */
export interface KnownRefusal {
  readonly account: string
  readonly atLeastUnits: number
  readonly forMs: number
}
