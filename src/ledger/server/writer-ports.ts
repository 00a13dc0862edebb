import type { Books } from '../tables/books.ts'
import type { ChainEnd } from '../tables/lines.ts'
import type { AccountMemory, BooksMonth } from './account-memory.ts'
import type { ChargeWatch } from './charge-watch.ts'
import type { Count } from './counters.ts'
import type { PendingCharge } from './pending-charge.ts'
import type { MonotonicClock, Timers } from './ports.ts'

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
  /** The books lack the last batch, or do not decide it. Resolves when a new incarnation has begun. */
  restart(why: 'behind' | 'cloned' | 'abandoned'): Promise<void>
  /** A new incarnation needs the number of its subject anew; then it is added again. */
  renumber(charge: PendingCharge): void
}
