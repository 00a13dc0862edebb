import type { Books } from '../books/books.ts'
import type { BatchKey } from '../books/rows.ts'
import type { Count } from './counters.ts'
import type { HeldGrant } from './held-grant.ts'
import type { Notes, Timers } from './ports.ts'

export interface BatchWriterPorts {
  readonly books: Books
  readonly timers: Timers
  readonly notes: Pick<Notes, 'forget'>
  readonly incarnation: number
  readonly count: Count
  ledgerMs(): number
  /** Called when the batch of this number is in the books. */
  written(seq: number): void
  /** Called when the books have another batch of this number. */
  differs(key: BatchKey): void
  /** Called when the database finds damage that belongs to no single account. */
  damaged(message: string): void
  /** False: these are not the books that this node wrote. */
  mayWrite(): boolean
  /** Sets whether a commit is in doubt because the disk failed. */
  doubt(state: 'in_doubt' | 'known'): void
  /** Called when units of the account may be available again. */
  unitsReturned(account: string): void
  /** Called when the books refuse what the node expects them to accept. */
  contradiction(held: HeldGrant): void
}
