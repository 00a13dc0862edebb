import type { FinalUnits } from './audit-grant.ts'

/**
 * What earlier audits verified, as the books store it: how far the history of each incarnation was read, and the sums
 * of its lines up to there. It covers only batches whose lines are all final, so no later event changes these sums.
 */
export interface Checkpoint {
  /** Every audit that moves the checkpoint raises it. */
  readonly version: number
  readonly incarnations: ReadonlyMap<number, IncarnationCheckpoint>
  /** By id: grants that may still change, or that have lines above the checkpoint. */
  readonly grants: ReadonlyMap<number, GrantCheckpoint>
  /** The sums of all other grants, by month. These grants are closed and do not change. */
  readonly months: ReadonlyMap<string, MonthCheckpoint>
}

export interface IncarnationCheckpoint {
  readonly incarnation: number
  /** Batches up to this one are verified. */
  readonly seq: number
  /** The hash of that batch, in hexadecimal. The next batch is chained to it. */
  readonly hash: string
  /** How many lines the verified batches have. */
  readonly lines: number
  /**
   * The largest grant id seen so far; 0: none. Every lower id is in `grants`, or its grant is folded into `months`.
   */
  readonly grantsTo: number
  /** `settled`: the incarnation has ended, and the audit has read all of it. */
  readonly state: 'open' | 'settled'
}

export interface GrantCheckpoint extends FinalUnits {
  readonly id: number
  /** `unseen`: no grant has this id yet. A node may keep an id for hours before it gets units for it. */
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

/** A line feed is the one character that an account's name cannot contain. */
export function monthKey({ account, period }: { readonly account: string; readonly period: string }): string {
  return `${period}\n${account}`
}
