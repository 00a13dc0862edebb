import type { Books } from '../tables/books.ts'
import type { Count } from './counters.ts'
import type { MarkFile } from './mark-file.ts'
import type { MonotonicClock, Timers } from './ports.ts'
import type { RecentBatches } from './recent-batches.ts'
import type { ServerFlags } from './server-flags.ts'
import type { TrustStatus } from './trust.ts'

/** What a server gets from outside. */
export interface LedgerServerPorts {
  /** For batches. On PostgreSQL a connection of its own, which nothing else delays; on SQLite all three are one. */
  readonly posts: Books
  /** For everything else. */
  readonly books: Books
  /** On PostgreSQL a connection of its own, so that a server does not seem lost because of other requests. */
  readonly heartbeats: Books
  /** This server's own name. */
  readonly node: string
  /** `sole`: no other server uses these books. */
  readonly shape: 'sole' | 'shared'
  /**
   * `passed`: the call `accounts_passed` says when the books have the accounts that the operator wants. Batches that
   * older books lack are put back only then.
   */
  readonly accounts?: 'passed' | undefined
  readonly clock: MonotonicClock
  readonly timers: Timers
  readonly flags: ServerFlags
  readonly mark: MarkFile
  readonly recent: RecentBatches
  readonly count: Count
  /** A random number of 52 bits. */
  newIncarnation(): number
  /** Called when a heartbeat was written. */
  heartbeatWritten?(booksMs: number): void
  trustChanged?(status: TrustStatus): void
  /** A line for the log. */
  report?(line: string): void
}
