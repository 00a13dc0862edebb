import { batchHash, firstHash, packLines } from '../books/line-codec.ts'
import type {
  AccountRow,
  AllowanceChange,
  Batch,
  GrantRow,
  LineStateRow,
  NoticeRow,
  PackedBatch,
  PeriodRow,
} from '../books/rows.ts'
import type { BatchRange } from '../books/sql-batches.ts'
import type { Rows } from '../books/store.ts'
import { readJournal } from './journal.ts'
import { listGrants } from './rows.ts'

/** All rows that an audit reads, so that a test can change them. */
export interface BooksDump {
  readonly booksId: string
  readonly accounts: readonly AccountRow[]
  readonly changes: readonly AllowanceChange[]
  readonly periods: readonly PeriodRow[]
  readonly notices: readonly NoticeRow[]
  readonly grants: readonly GrantRow[]
  readonly unended: readonly number[]
  readonly lineStates: readonly LineStateRow[]
  readonly subjects: readonly { readonly id: number; readonly account: string }[]
  readonly batches: readonly PackedBatch[]
}

export async function dumpBooks(rows: Rows): Promise<BooksDump> {
  return {
    booksId: await rows.booksId(),
    accounts: await rows.accounts(),
    changes: await rows.allowanceChanges(),
    periods: await rows.periods(),
    notices: await rows.notices(),
    grants: await listGrants(rows),
    unended: (await rows.unendedIncarnations()).map(({ incarnation }) => incarnation),
    lineStates: await rows.lineStatesAll(),
    subjects: await rows.subjects(),
    batches: (await Array.fromAsync(readJournal(rows))).map(({ incarnation, seq, atMs, hash, packed }) => {
      return { incarnation, seq, atMs, hash, packed }
    }),
  }
}

/** Rows that an audit can read. */
export function rowsFromDump(dump: BooksDump): Rows {
  const read = {
    booksId: async () => dump.booksId,
    accounts: async () => dump.accounts,
    allowanceChanges: async () => dump.changes,
    periods: async () => dump.periods,
    notices: async () => dump.notices,
    grant: async (id: number) => dump.grants.find((row) => row.id === id),
    grantsBetween: async (after: number, before: number) =>
      dump.grants.filter(({ id }) => after < id && id < before).toSorted((a, b) => a.id - b.id),
    unendedIncarnations: async () => dump.unended.map((incarnation) => ({ incarnation })),
    lineStatesAll: async () => dump.lineStates,
    subjects: async () => dump.subjects,
    batchIncarnations: async () =>
      [...new Set(dump.batches.map(({ incarnation }) => incarnation))]
        .sort((a, b) => a - b)
        .map((incarnation) => ({ incarnation })),
    batchPages: async function* ({ incarnation }: BatchRange) {
      yield dump.batches.filter((batch) => batch.incarnation === incarnation).toSorted((a, b) => a.seq - b.seq)
    },
  }
  return read as unknown as Rows
}

/** Replaces the lines of a batch and computes the hash that it would have with them. */
export function rewriteBatch(dump: BooksDump, batch: PackedBatch, lines: Batch['lines']): PackedBatch {
  const { incarnation, seq } = batch
  const packed = packLines(incarnation, lines)
  const last = dump.batches.find((other) => other.incarnation === incarnation && other.seq === seq - 1)
  const before = last === undefined ? firstHash(dump.booksId, incarnation) : Uint8Array.fromHex(last.hash)
  return { ...batch, packed, hash: batchHash(before, batch, packed).toHex() }
}
