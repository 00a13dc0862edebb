import type { BrokenAccounts, TrustRequest } from '../books/doubts.ts'
import type { Subject } from '../books/rows.ts'

/** What tellers and the bookkeeper say to each other. Plain data: it crosses threads. */
export type ToBookkeeper =
  | {
      readonly kind: 'ask'
      readonly ticket: number
      readonly account: string
      readonly units: number
      readonly subject: Subject
    }
  | { readonly kind: 'debits'; readonly debits: readonly DebitRequest[] }
  /** Units of a grant whose generation has passed in the till. */
  | { readonly kind: 'cancelled'; readonly grant: number; readonly units: number }
  | { readonly kind: 'low'; readonly slot: number }
  /** Is there nothing more for this slot? Answered when more was tried. */
  | { readonly kind: 'refill'; readonly ticket: number; readonly slot: number }
  | { readonly kind: 'call'; readonly ticket: number; readonly call: Call }

export interface DebitRequest {
  readonly ticket: number
  readonly requestId: string
  readonly grant: number
  readonly subject: number
  readonly units: number
}

/** What is rare, and asked of the bookkeeper as a whole. */
export type Call =
  | { readonly name: 'usage'; readonly account: string }
  | { readonly name: 'set_allowance'; readonly account: string; readonly units: number; readonly who: string }
  | { readonly name: 'set_state'; readonly account: string; readonly state: 'active' | 'suspended' }
  | { readonly name: 'distrust'; readonly account: string | null; readonly reason: string; readonly detail: string }
  | ({ readonly name: 'trust'; readonly broken: BrokenAccounts } & TrustRequest)

export type ToTeller =
  | ({ readonly kind: 'reserved'; readonly ticket: number } & Place)
  | { readonly kind: 'refused'; readonly ticket: number; readonly refusal: Refusal }
  /** Ticket and result in turn. */
  | { readonly kind: 'debited'; readonly results: readonly (number | DebitResult)[] }
  | { readonly kind: 'refilled'; readonly ticket: number }
  | { readonly kind: 'returned'; readonly ticket: number; readonly result: unknown }

/** Where reserved units come from. */
export interface Place {
  readonly slot: number
  readonly subject: number
  readonly grant: number
  readonly generation: number
  readonly period: number
  readonly endsAtMs: number
}

/** Why units could not be reserved. */
export interface Refusal {
  readonly outcome: 'refused'
  /**
   * `monthly_limit`: so much is not left of the month's allowance, whoever has it. `busy`: it is left, but in other hands; later it may be had. `untrusted`: the books, or
   * this account's, must be looked at first. `unavailable`: the database does not answer.
   */
  readonly reason: 'monthly_limit' | 'busy' | 'untrusted' | 'unavailable' | 'unknown_account' | 'suspended'
  readonly retryAfterSeconds: number
}

/**
 * `written`: durable. `grant_closed`: its grant was closed by somebody else, and another reservation may succeed. `unavailable`: the database could not write it in time;
 * it is not charged. `unknown`: nobody knows, and not even that could be put on the disk: say nothing to the client.
 */
export type DebitResult = 'written' | 'grant_closed' | 'unavailable' | 'untrusted' | 'unknown'
