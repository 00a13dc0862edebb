import type { AccountRow, KeyRow, ProjectRow } from './rows.ts'
import type { SharedRows } from './shared-rows.ts'

/** The control database at one moment, as plain values for other threads: all rows, and those that changed since. */
export interface AccessSnapshot extends AccessHead {
  readonly rows: SharedRows
  /** Rows that take the place of shared ones, by number or hash. With each change another map takes the place. */
  readonly accounts: ReadonlyMap<number, RecentRow<AccountRow>>
  readonly projects: ReadonlyMap<number, RecentRow<ProjectRow>>
  readonly keys: ReadonlyMap<string, RecentRow<KeyRow>>
}

/** A server reads these again with every change. */
export interface AccessHead {
  /** The number of the newest change. */
  readonly changes: number
  readonly position: LogPosition
  /** The secrets of browser sessions, newest first. */
  readonly ring: readonly (readonly [secret: Uint8Array, createdAtMs: number])[]
  /** The number of changes that the books do not have yet. */
  readonly pendingChanges: number
}

/** The last row of the log that was read. A log with another row there is not the one that was read before. */
export interface LogPosition {
  readonly number: number
  readonly mark: number
}

export interface RecentRow<Row> {
  readonly row: Row
  /** The number of the row of the log with which it was read. */
  readonly number: number
}

/** The rows that changed. */
export interface ChangedRows extends AccessHead {
  readonly kind: 'changed'
  readonly accounts: readonly AccountRow[]
  readonly projects: readonly ProjectRow[]
  readonly keys: readonly KeyRow[]
}

/** All rows. */
export interface AllRows extends AccessHead {
  readonly kind: 'all'
  /** `continues`: read beside changes, of which some may be newer. `begins`: what was read before does not count. */
  readonly history: 'continues' | 'begins'
  readonly rows: SharedRows
}

export type AccessUpdate = ChangedRows | AllRows

/** Every thread applies the same updates. A snapshot that a request uses stays as it is. */
export function applyUpdate(before: AccessSnapshot | undefined, update: AccessUpdate): AccessSnapshot {
  if (update.kind === 'changed') return applyChanged(before!, update)
  const { kind: _, history, rows, ...head } = update
  if (before === undefined || history === 'begins')
    return { ...head, rows, accounts: new Map(), projects: new Map(), keys: new Map() }
  const { number } = update.position
  return {
    ...(before.position.number < number ? head : before),
    rows,
    accounts: newerThan(before.accounts, number),
    projects: newerThan(before.projects, number),
    keys: newerThan(before.keys, number),
  }
}

function applyChanged(before: AccessSnapshot, update: ChangedRows): AccessSnapshot {
  const { kind: _, accounts, projects, keys, ...head } = update
  const { number } = update.position
  return {
    ...head,
    rows: before.rows,
    accounts: withRows(before.accounts, { rows: accounts, number, keyOf: ([, own]) => own }),
    projects: withRows(before.projects, { rows: projects, number, keyOf: ([, own]) => own }),
    keys: withRows(before.keys, { rows: keys, number, keyOf: ([sha256]) => sha256 }),
  }
}

function withRows<Key, Row>(
  before: ReadonlyMap<Key, RecentRow<Row>>,
  { rows, number, keyOf }: { readonly rows: readonly Row[]; readonly number: number; keyOf(row: Row): Key },
): ReadonlyMap<Key, RecentRow<Row>> {
  if (rows.length === 0) return before
  const after = new Map(before)
  for (const row of rows) after.set(keyOf(row), { row, number })
  return after
}

function newerThan<Key, Row>(
  recent: ReadonlyMap<Key, RecentRow<Row>>,
  number: number,
): ReadonlyMap<Key, RecentRow<Row>> {
  return new Map([...recent].filter(([, row]) => number < row.number))
}

/** Each change copies the recent rows, and each copy should cost less than a millisecond. */
export function hasManyRecentRows({ rows, accounts, projects, keys }: AccessSnapshot): boolean {
  const shared = rows.accounts.numbers.length + rows.projects.numbers.length + rows.keyEnds.length
  return RECENT_MAX + shared / 64 < accounts.size + projects.size + keys.size
}

/** Below this a copy costs some microseconds. */
const RECENT_MAX = 1_024
