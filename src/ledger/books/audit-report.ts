import type { AuditDepth } from './audit-input.ts'
import type { Difference } from './difference.ts'

/** What an audit read, and what it found. */
export interface AuditReport {
  readonly depth: AuditDepth
  /** The rows that were read. An audit of new rows reads no batches below the checkpoint and no folded grants. */
  readonly checked: {
    readonly accounts: number
    readonly periods: number
    readonly grants: number
    readonly incarnations: number
    readonly batches: number
    readonly lines: number
  }
  /** The first differences, at most `DIFFERENCES_LISTED`. Empty: everything agrees. */
  readonly differences: readonly Difference[]
  readonly differencesTotal: number
  /** The accounts whose books are wrong. `all`: something is wrong that belongs to no single account. */
  readonly failed: readonly string[] | 'all'
  /** The broken rules of all differences, such as `E4 of 2026-11`. `account` is null if it is not known. */
  readonly broken: readonly { readonly account: string | null; readonly rules: readonly string[] }[]
}
