import type { Batch, GrantUse } from './rows.ts'
import type { createRows } from './sql-rows.ts'

/** The database of the books: SQLite or PostgreSQL. Its methods throw DatabaseError. */
export interface BooksStore {
  /**
   * Writes a batch and takes its units from the grants, all or nothing. Every request needs this, so each database
   * has its own implementation.
   */
  post(batch: Batch, uses: readonly GrantUse[]): Promise<PostOutcome>
  transaction<T>(work: (rows: Rows) => Promise<T>): Promise<T>
  /** Reads at one moment. `work` must not write. */
  snapshot<T>(work: (rows: Rows) => Promise<T>): Promise<T>
  /** Reads without a transaction: each statement reads at its own moment and costs one round trip. */
  read<T>(work: (rows: Rows) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/**
 * The rows as one transaction reads and writes them. `lock…` reads rows and keeps other transactions from changing
 * them; all other reads take no lock. `put…` inserts a row or replaces the one with its key.
 * Locks are taken in one order: account, period, grants by id, lines, ledger time; many rows of a kind in the order
 * of their keys.
 */
export type Rows = ReturnType<typeof createRows>

/**
 * `done`: this call has written the batch. `found`: it was there before; `lines` is 0 for a tombstone.
 * `differs`: the books have another batch of this number. `refused`: a grant is closed or too small, and nothing was
 * written.
 */
export type PostOutcome =
  | { readonly outcome: 'done' }
  | { readonly outcome: 'found'; readonly lines: number }
  | { readonly outcome: 'differs' | 'refused' }
