import type { createRows } from './sql-store.ts'

/** The rows of the books. `migrations/` has the same tables in SQL, and `docs/reference/` the schema that results. */

/** The project, credential and operation that a charge is for, as the caller names them. The books number each once, because every charge writes a line. */
export interface Subject {
  readonly project: string
  readonly credential: string
  readonly operation: string
}

export interface OwnedSubject extends Subject {
  readonly account: string
}

export interface AccountRow {
  readonly account: string
  /** What a new period starts with. */
  readonly allowance: number
  readonly state: 'active' | 'suspended'
}

/** That an account was opened, or may use another number of units from now on. */
export interface AllowanceChange {
  readonly account: string
  readonly atMs: number
  /** Null: the account was opened. */
  readonly from: number | null
  readonly to: number
  readonly who: string
}

export interface PeriodKey {
  readonly account: string
  /** `2026-11` */
  readonly period: string
}

/** A month of one account. */
export interface PeriodRow extends PeriodKey {
  readonly startsAtMs: number
  readonly endsAtMs: number
  readonly allowance: number
  /** The largest allowance that was in force: a cut does not undo what was sold. */
  readonly allowanceMax: number
  /** Acknowledged units of closed grants. */
  readonly confirmed: number
  /** The sum of the sizes of the open grants. */
  readonly reserved: number
  /** Units whose answer nobody can know any more. At most 100. */
  readonly hold: number
  /** The sum of what the open grants may leave unacknowledged if their node is lost. */
  readonly exposure: number
  /** Units that were written but fit into no hold: the operator's loss. */
  readonly clipped: number
  readonly state: 'open' | 'closed'
  /** Until then nodes give back what they do not use. 0: never. */
  readonly recallUntilMs: number
}

/** Units of one account and period that one incarnation may charge. */
export interface GrantRow {
  /** `incarnation * GRANTS_MAX + counter` */
  readonly id: number
  readonly account: string
  readonly period: string
  readonly incarnation: number
  readonly size: number
  /** Units of its lines in the journal that are not void. */
  readonly spent: number
  /** The part of `spent` that was answered with success. */
  readonly acked: number
  /** How much of `spent` may be unacknowledged at a time; 0: no limit. */
  readonly exposure: number
  readonly state: 'open' | 'closed'
  /** Raised by every change of the size and by closing: a message that comes twice, or late, changes nothing. */
  readonly version: number
  /** Units in requests that were being computed, when the node last said so. */
  readonly inFlightHint: number
}

/** What a node says of its grant between two batches. */
export interface GrantHint {
  readonly grant: number
  /** Units that were answered with success. */
  readonly acked: number
  readonly inFlight: number
}

/** A node from one start to the next. The books give each number once, so an older incarnation has a smaller one. */
export interface IncarnationRow {
  readonly incarnation: number
  readonly node: string
  readonly startedAtMs: number
  /** After it anybody may close its grants. */
  readonly leaseUntilMs: number
  /** `fenced`: a later incarnation of the node has begun, and this one may open no grant. `ended`: everything of it is settled. */
  readonly state: 'live' | 'fenced' | 'ended'
  /** How many of its grants were closed by others. */
  readonly swept: number
}

/** A line of the journal: one debit. */
export interface Line {
  /** 32 hexadecimal digits */
  readonly requestId: string
  readonly grant: number
  readonly subject: number
  readonly units: number
}

export interface BatchKey {
  readonly incarnation: number
  /** 1, 2, 3, … without a gap. */
  readonly seq: number
}

export interface Batch extends BatchKey {
  readonly atMs: number
  /** None: a tombstone. The batch of this key was given up, and whatever of it is still under way will find its place taken. */
  readonly lines: readonly Line[]
}

/** A batch as the journal has it: its lines packed, and its hash as hexadecimal digits. */
export interface PackedBatch extends BatchKey {
  readonly atMs: number
  readonly hash: string
  readonly packed: Uint8Array
}

/** `hashExpected`: what its content gives; empty if these are no lines. */
export interface JournalBatch extends PackedBatch, Batch {
  readonly hashExpected: string
}

/** What became of a line that did not simply end acknowledged. */
export interface LineStateRow extends BatchKey {
  readonly requestId: string
  readonly grant: number
  readonly units: number
  /** `void`: the request was answered with a failure. `hold`, `clipped`: the node was lost before it said. `charged`: a hold that was cleared up. */
  readonly state: 'void' | 'hold' | 'clipped' | 'charged'
}

/** A reason not to trust the books, and how it was cleared up. */
export interface DoubtRow {
  readonly id: number
  /** Null: all accounts. */
  readonly account: string | null
  readonly reason: string
  /** What was found, for the operator; also tells the same doubt raised twice. */
  readonly detail: string
  readonly raisedAtMs: number
  readonly resolvedAtMs: number | null
  readonly resolvedBy: string | null
  readonly resolvedWhy: string | null
}

/** The time of the ledger as it stands in the books. `ledger-time.ts` has its rules. */
export interface LedgerTimeRow {
  /** The newest time that was believed; 0: no node has started yet. It lags behind the clock by up to a second. */
  readonly nowMs: number
  /** Months that ended by then are closed for good. */
  readonly finalMs: number
  /** How long the clock has gone on since the month began, or since it was last in doubt. */
  readonly undisputedMs: number
  /** How often the ledger has returned to an earlier month. */
  readonly returns: number
}

/** What the operator should know and that stops nothing. */
export interface NoticeRow {
  readonly id: number
  readonly atMs: number
  readonly reason: string
  readonly detail: string
}

/** The grants a batch takes from: how many units, and how many of the grant's are acknowledged by now. */
export interface GrantUse {
  readonly grant: number
  readonly units: number
  readonly acked: number
}

/**
 * `done`: it is in the books by this call. `found`: it was already; `lines` tells a tombstone (0) from a batch.
 * `differs`: another batch is in the books under this number. `refused`: some grant is closed, or too small; nothing was written.
 */
export type PostOutcome =
  | { readonly outcome: 'done' }
  | { readonly outcome: 'found'; readonly lines: number }
  | { readonly outcome: 'differs' | 'refused' }

/** Two facts about the database server. A standby that takes over begins another timeline; what it can have lost depends on how the server before it committed. */
export interface ServerHistory {
  /** '' where there is none, or where it cannot be read. */
  readonly timeline: string
  /** A commit waits until it is on the disk of a standby too. */
  readonly isSynchronous: boolean
}

/** The database of the books, SQLite or PostgreSQL. Throws DatabaseError. */
export interface BooksStore {
  /** Writes a batch and takes its units from the grants, all or nothing. The one thing that happens on every request, so each database has its own way. */
  post(batch: Batch, uses: readonly GrantUse[]): Promise<PostOutcome>
  transaction<T>(work: (rows: Rows) => Promise<T>): Promise<T>
  /** Reads of one moment; `work` must not write. */
  snapshot<T>(work: (rows: Rows) => Promise<T>): Promise<T>
  /** Reads without a transaction: each statement is of its own moment, and costs one round trip. */
  read<T>(work: (rows: Rows) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/**
 * The rows within one transaction. `lock…` reads rows and keeps everybody else from changing them; the others only read. Locks are taken in one order:
 * account, period, grants by id, lines, the ledger's time; of many rows of a kind, in the order of their keys. `put…` inserts a row or replaces the one with its key.
 */
export type Rows = ReturnType<typeof createRows>

/**
 * How many grants one incarnation may open: more than a year of a thousand accounts that each come and go every half minute. With it an id stays an exact number
 * up to eight million incarnations: one every ten seconds for two years.
 */
export const GRANTS_MAX = 2 ** 30
