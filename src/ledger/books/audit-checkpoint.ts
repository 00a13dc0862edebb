import type { FinalUnits } from './audit-grant.ts'

/**
 * What earlier audits verified, as the books keep it: of each incarnation the history up to a batch, and what the lines up to there sum up to. Only
 * batches whose every line is final are in it: no later event changes what they sum up to.
 */
export interface Checkpoint {
  /** Raised by every audit that moves it. */
  readonly version: number
  readonly incarnations: ReadonlyMap<number, IncarnationCheckpoint>
  /** Grants that may still change, or whose lines are not all below the checkpoint. By id. */
  readonly grants: ReadonlyMap<number, GrantCheckpoint>
  /** All other grants, which are closed for good, summed up by month. */
  readonly months: ReadonlyMap<string, MonthCheckpoint>
}

export interface IncarnationCheckpoint {
  readonly incarnation: number
  /** Batches up to this one are verified. */
  readonly seq: number
  /** The hash of that batch, as hexadecimal digits: the next one is chained to it. */
  readonly hash: string
  /** How many lines these batches have. */
  readonly lines: number
  /** The largest id of a grant that was seen; 0: none. Every lower id is in `grants`, or its grant is folded into `months`. */
  readonly grantsTo: number
  /** `settled`: it has ended, and nothing of it is left to read. */
  readonly state: 'open' | 'settled'
}

export interface GrantCheckpoint extends FinalUnits {
  readonly id: number
  /** `unseen`: no grant had this id yet. A node may keep an id for hours before it gets units for it. */
  readonly state: 'seen' | 'unseen'
}

export interface MonthCheckpoint extends FinalUnits {
  readonly account: string
  readonly period: string
}

/** The rows that a new checkpoint inserts, replaces and removes. */
export interface CheckpointChanges {
  readonly from: Pick<Checkpoint, 'version'>
  readonly incarnations: readonly IncarnationCheckpoint[]
  readonly grants: readonly GrantCheckpoint[]
  readonly removedGrants: readonly number[]
  readonly months: readonly MonthCheckpoint[]
}

export const NO_CHECKPOINT: Checkpoint = {
  version: 0,
  incarnations: new Map(),
  grants: new Map(),
  months: new Map(),
}

/** An account's name may hold anything but a line feed. */
export function monthKey({ account, period }: { readonly account: string; readonly period: string }): string {
  return `${period}\n${account}`
}
