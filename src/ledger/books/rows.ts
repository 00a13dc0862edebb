/** The rows of the books. `migrations/` has the tables in SQL, and `docs/reference/` the resulting schema. */

/**
 * The project, credential and operation of a charge, as the caller names them. The books number each combination
 * once, because every charge writes a line.
 */
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
  /** The allowance with which a new month starts. */
  readonly allowance: number
  readonly state: 'active' | 'suspended'
}

/** An account was opened, or its allowance changed. */
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
  /** The largest allowance that was in force: a cut does not undo what was charged. */
  readonly allowanceMax: number
  /** Acknowledged units of closed grants. */
  readonly confirmed: number
  /** The sum of the sizes of the open grants. */
  readonly reserved: number
  /** Units whose answer is unknown for ever. At most 100. */
  readonly hold: number
  /** The units that the open grants may leave unacknowledged if their nodes are lost. */
  readonly exposure: number
  /** Written units that found no room in the hold: the operator's loss. */
  readonly clipped: number
  readonly state: 'open' | 'closed'
  /** Until this time nodes return units that they do not use. 0: no recall. */
  readonly recallUntilMs: number
}

/** Units of one account and month that one incarnation may charge. */
export interface GrantRow {
  /** `incarnation * GRANTS_MAX + counter` */
  readonly id: number
  readonly account: string
  readonly period: string
  readonly incarnation: number
  readonly size: number
  /** The units of its lines in the journal, without void lines. */
  readonly spent: number
  /** The part of `spent` that was answered with success. */
  readonly acked: number
  /** How much of `spent` may be unacknowledged at a time. 0: no limit. */
  readonly exposure: number
  readonly state: 'open' | 'closed'
  /** Every change of the size and closing raise it, so a repeated or late message changes nothing. */
  readonly version: number
  /** Units of requests that were being computed at the node's last heartbeat. */
  readonly inFlightHint: number
}

/** What a node reports about a grant between two batches. */
export interface GrantHint {
  readonly grant: number
  /** Units that were answered with success. */
  readonly acked: number
  readonly inFlight: number
}

/** One start of a node. The books give each number once, so an older incarnation has a smaller number. */
export interface IncarnationRow {
  readonly incarnation: number
  readonly node: string
  readonly startedAtMs: number
  /** After this time any node may close its grants. */
  readonly leaseUntilMs: number
  /** `fenced`: a later incarnation of the node has begun, and this one may open no grant. `ended`: it is settled. */
  readonly state: 'live' | 'fenced' | 'ended'
  /** How many of its grants other nodes have closed. */
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
  /** Empty: a tombstone. The node has given the batch up, and a late copy of it finds its number taken. */
  readonly lines: readonly Line[]
}

/** A batch as the journal stores it: packed lines, and the hash in hexadecimal. */
export interface PackedBatch extends BatchKey {
  readonly atMs: number
  readonly hash: string
  readonly packed: Uint8Array
}

/** The state of a line that did not simply become acknowledged. */
export interface LineStateRow extends BatchKey {
  readonly requestId: string
  readonly grant: number
  readonly units: number
  /**
   * `void`: the request was answered with an error. `hold`, `clipped`: the node was lost before it reported the
   * answer. `charged`: a held or clipped line that turned out to be answered with success.
   */
  readonly state: 'void' | 'hold' | 'clipped' | 'charged'
}

/** A reason not to trust the books, and how it was resolved. */
export interface DoubtRow {
  readonly id: number
  /** Null: all accounts. */
  readonly account: string | null
  readonly reason: string
  /** The finding, for the operator. The same doubt raised twice has the same detail. */
  readonly detail: string
  readonly raisedAtMs: number
  readonly resolvedAtMs: number | null
  readonly resolvedBy: string | null
  readonly resolvedWhy: string | null
}

/** Ledger time as the books store it. `ledger-time.ts` has the rules. */
export interface LedgerTimeRow {
  /**
   * The newest time that the ledger has trusted; 0: no node has started yet. It lags behind the clock by up to a
   * second.
   */
  readonly nowMs: number
  /** Months that ended by then are closed for good. */
  readonly finalMs: number
  /** How long the clock has run since the month began or since its last doubt. */
  readonly undisputedMs: number
  /** How often ledger time has returned to an earlier month. */
  readonly returns: number
}

/** A fact for the operator. It blocks nothing. */
export interface NoticeRow {
  readonly id: number
  readonly atMs: number
  readonly reason: string
  readonly detail: string
}

/** A grant that a batch takes units from. `acked`: how many of the grant's units are acknowledged by now. */
export interface GrantUse {
  readonly grant: number
  readonly units: number
  readonly acked: number
}

/**
 * Two facts about the database server. A standby that takes over begins another timeline. What it can have lost
 * depends on how its predecessor committed.
 */
export interface ServerHistory {
  /** Empty if the server has none, or does not show it. */
  readonly timeline: string
  /** A commit waits until it is on a standby's disk too. */
  readonly isSynchronous: boolean
}

/**
 * How many grants one incarnation may open: more than a year of a thousand accounts that each come and go every half
 * minute. With this limit an id is an exact number up to eight million incarnations: one every ten seconds for two
 * years.
 */
export const GRANTS_MAX = 2 ** 30
