import type { Checkpoint } from './audit-checkpoint.ts'
import type { Difference } from './difference.ts'
import type { AccountRow, AllowanceChange, GrantRow, LineStateRow, NoticeRow, PackedBatch, PeriodRow } from './rows.ts'

/**
 * The rows that an audit compares. Rows that can still change come from one snapshot. Batches and folded grants never
 * change, so the audit reads them later, page by page.
 */
export interface AuditInput {
  readonly booksId: string
  readonly accounts: readonly AccountRow[]
  /** Oldest first. */
  readonly changes: readonly AllowanceChange[]
  readonly periods: readonly PeriodRow[]
  readonly notices: readonly NoticeRow[]
  readonly subjects: readonly { readonly id: number; readonly account: string }[]
  /** Incarnations that have not ended. */
  readonly unended: ReadonlySet<number>
  readonly checkpoint: Checkpoint
  /** All incarnations that have a batch or a grant, by number. */
  readonly incarnations: readonly AuditedIncarnation[]
  /** By incarnation: all grants that earlier audits have not folded. */
  readonly grants: ReadonlyMap<number, readonly GrantRow[]>
  /** The line states above the checkpoint; for a full audit, all. */
  readonly lineStates: readonly LineStateRow[]
  readonly archive: ArchiveCheck
  /** Reads the batches of an incarnation after `after`, in order, up to the last one of the snapshot. */
  batches(incarnation: AuditedIncarnation, after: number): AsyncIterable<PackedBatch>
  /** Reads the grants of an incarnation up to this id. */
  grantsUpTo(incarnation: number, id: number): AsyncIterable<GrantRow>
  grant(id: number): Promise<GrantRow | undefined>
}

export interface AuditedIncarnation {
  readonly incarnation: number
  readonly lastSeq: number
}

/** `new`: what lies above the checkpoint. `full`: everything, and the checkpoint is checked too. */
export type AuditDepth = 'new' | 'full'

export interface ArchiveCheck {
  readonly differences: readonly Difference[]
  /** Incarnations with batches in a missing or altered file. */
  readonly unreadable: ReadonlySet<number>
}
