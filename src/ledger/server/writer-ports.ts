import type { Books } from '../tables/books.ts'
import type { ChainEnd } from '../tables/lines.ts'
import type { AccountMemory, BooksMonth } from './account-memory.ts'
import type { ChargeWatch } from './charge-watch.ts'
import type { Count } from './counters.ts'
import type { PendingCharge } from './pending-charge.ts'
import type { MonotonicClock, Timers } from './ports.ts'
import type { RestartReason } from './server-notices.ts'

/** What the writer of batches gets from its server. */
export interface BatchWriterPorts {
  /** The connection for batches. */
  readonly books: Books
  readonly clock: MonotonicClock
  readonly timers: Timers
  readonly count: Count
  memory(account: string): AccountMemory
  month(): BooksMonth
  /** The most units of one account in one batch. */
  window(): number
  /** The batch is durable, and its requests are answered. Also called for an empty one: it must leave no gap. */
  acknowledged(end: ChainEnd, charges: readonly PendingCharge[]): void
  /** Gets what the books decide, and their faults. */
  readonly watch: ChargeWatch
  /** Only rows of this account are refused, or (null) those of each account. Resolves when the doubt is stored. */
  damaged(account: string | null, detail: string): Promise<void>
  /** The incarnation cannot go on. Resolves when a new one has begun. */
  restart(why: RestartReason): Promise<void>
}
