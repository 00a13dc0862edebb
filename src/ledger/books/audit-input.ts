import type { ArchiveCheck } from '../archive/journal-archive.ts'
import type { Checkpoint } from './audit-checkpoint.ts'
import type { AccountRow, AllowanceChange, GrantRow, LineStateRow, NoticeRow, PackedBatch, PeriodRow } from './rows.ts'

/**
 * What an audit compares. Rows that can still change come from one snapshot. Batches and folded grants never change, so they are read after it, page by
 * page.
 */
export interface AuditInput {
  readonly booksId: string
  readonly accounts: readonly AccountRow[]
  readonly changes: readonly AllowanceChange[]
  readonly periods: readonly PeriodRow[]
  readonly notices: readonly NoticeRow[]
  readonly subjects: readonly { readonly id: number; readonly account: string }[]
  /** Incarnations that have not ended. */
  readonly unended: ReadonlySet<number>
  readonly checkpoint: Checkpoint
  /** All that have a batch or a grant, by number, with the last batch of each (0: none). */
  readonly incarnations: readonly AuditedIncarnation[]
  /** By incarnation: all but those that earlier audits folded. */
  readonly grants: ReadonlyMap<number, readonly GrantRow[]>
  /** Those above the checkpoint; all, for a full audit. */
  readonly lineStates: readonly LineStateRow[]
  readonly archive: ArchiveCheck
  /** The batches of an incarnation after this one, up to the last one of that moment, in order. */
  batches(incarnation: AuditedIncarnation, after: number): AsyncIterable<PackedBatch>
  /** The grants of an incarnation up to this id. */
  grantsUpTo(incarnation: number, id: number): AsyncIterable<GrantRow>
  grant(id: number): Promise<GrantRow | undefined>
}

export interface AuditedIncarnation {
  readonly incarnation: number
  readonly lastSeq: number
}

/** `new`: what lies above the checkpoint. `full`: everything again, the checkpoint too. */
export type AuditDepth = 'new' | 'full'
