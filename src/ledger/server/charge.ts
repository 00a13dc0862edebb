import type { Subject } from '../tables/subjects.ts'

export interface ChargeRequest {
  readonly account: string
  readonly units: number
  readonly subject: Subject
  /** 32 hexadecimal digits, never used before. */
  readonly requestId: string
}

export interface Charge {
  readonly outcome: Promise<ChargeOutcome>
  /**
   * Before its batch is sealed, withdraws the charge: it is certainly not written and its outcome is `withdrawn`. Later
   * the outcome is `withdrawn` only if the batch is certainly not written.
   */
  withdraw(): void
}

export type ChargeOutcome =
  /** Durable. `availableUnits`: what this server may charge with its next commit. */
  | {
      readonly outcome: 'charged'
      /** `2026-11` */
      readonly period: string
      readonly endsAtMs: number
      readonly availableUnits: number
    }
  /** Not charged. */
  | Refusal
  | { readonly outcome: 'withdrawn' }
  /** The charge may stand or not. The request gets no answer: the connection is closed. */
  | { readonly outcome: 'unknown' }

/** Why a request is not charged. */
export interface Refusal {
  readonly outcome: 'refused'
  /**
   * `monthly_limit`: fewer units are left of the month. `untrusted`: the operator must check the books, or those of
   * this account. `unavailable`: the database does not answer.
   */
  readonly reason: 'monthly_limit' | 'untrusted' | 'unavailable' | 'unknown_account' | 'suspended'
  readonly retryAfterSeconds: number
}

export const SUSPENDED = refusal('suspended', 1)
export const UNKNOWN_ACCOUNT = refusal('unknown_account', 1)
export const UNAVAILABLE = refusal('unavailable', 2)
export const UNTRUSTED = refusal('untrusted', 5)

/** The units of the month are used up. */
export function monthlyLimit(endsAtMs: number, nowMs: number): Refusal {
  return refusal('monthly_limit', Math.max(1, Math.ceil((endsAtMs - nowMs) / 1000)))
}

function refusal(reason: Refusal['reason'], retryAfterSeconds: number): Refusal {
  return { outcome: 'refused', reason, retryAfterSeconds }
}
