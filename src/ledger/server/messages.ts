import type { WantedAccount } from '../account-differences.ts'
import type { AccountState } from '../tables/accounts.ts'
import type { BrokenAccounts, NewDoubt, TrustRequest } from '../tables/doubts.ts'
import type { NoticeRow } from '../tables/notices.ts'
import type { Subject } from '../tables/subjects.ts'
import type { Refusal } from './charge.ts'

/** The messages between a server's ledger and its clients. They are plain data, because they cross threads. */
export type ToServer =
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
  | { readonly kind: 'call'; readonly ticket: number; readonly call: Call }

/** An account and what it pays for. */
export interface Payer {
  readonly account: string
  readonly subject: Subject
}

/** Rare requests. */
export type Call =
  | { readonly name: 'credits'; readonly account: string }
  | { readonly name: 'set_allowance'; readonly account: string; readonly units: number; readonly who: string }
  | { readonly name: 'set_state'; readonly account: string; readonly state: AccountState }
  | { readonly name: 'enforce'; readonly accounts: readonly WantedAccount[] }
  | { readonly name: 'accounts_passed'; readonly incarnation: number }
  | ({ readonly name: 'notice' } & Pick<NoticeRow, 'reason' | 'detail'>)
  | { readonly name: 'distrust'; readonly doubts: readonly NewDoubt[] }
  | ({ readonly name: 'trust'; readonly broken: BrokenAccounts } & TrustRequest)

export type ToClient =
  /** Durable. `charges` has ticket and available units in turn. */
  | {
      readonly kind: 'charged'
      readonly period: string
      readonly endsAtMs: number
      readonly charges: readonly number[]
    }
  /** Not charged. `known`: other requests that would be refused likewise. */
  | {
      readonly kind: 'refused'
      readonly ticket: number
      readonly refusal: Refusal
      readonly known?: KnownRefusal | undefined
    }
  /** Nothing will ever be known of this charge. */
  | { readonly kind: 'lost'; readonly ticket: number }
  /** Units of the account may be available again. Null: of every account. */
  | { readonly kind: 'account_changed'; readonly account: string | null }
  | { readonly kind: 'returned'; readonly ticket: number; readonly result: unknown }

/** Charges of the account of at least this many units are refused for this long. */
export interface KnownRefusal {
  readonly account: string
  readonly atLeastUnits: number
  readonly forMs: number
}
