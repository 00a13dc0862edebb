import type { AuditDepth } from './audit-input.ts'
import type { Difference } from './difference.ts'

/** What an audit read, and what it found. */
export interface AuditReport {
  readonly depth: AuditDepth
  /** What was read. An audit of what is new does not read batches below the checkpoint, nor grants that are folded. */
  readonly checked: {
    readonly accounts: number
    readonly periods: number
    readonly grants: number
    readonly incarnations: number
    readonly batches: number
    readonly lines: number
  }
  /** None: everything agrees. At most `DIFFERENCES_LISTED`, the first found. */
  readonly differences: readonly Difference[]
  readonly differencesTotal: number
  /** Whose books cannot be trusted. `all`: something is wrong, and it cannot be said whose it is. */
  readonly failed: readonly string[] | 'all'
  /** Which rules are broken, of all differences: `E4 of 2026-11`. The account is null if it cannot be said. */
  readonly broken: readonly { readonly account: string | null; readonly rules: readonly string[] }[]
}
