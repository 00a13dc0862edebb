import type { Subject } from '../books/rows.ts'
import type { Refusal } from './messages.ts'

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
  /** Durable. `availableUnits` are left in the node's grant; 0: no more could be prepared. */
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
