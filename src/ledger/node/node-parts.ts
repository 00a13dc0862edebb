import type { Books } from '../books/books.ts'
import type { Count } from './counters.ts'
import type { HeldGrant } from './held-grant.ts'
import type { MarkFile, MonotonicClock, NodeNotes, Timers } from './ports.ts'
import type { Trust } from './trust.ts'

/** What the parts of one node share. */
export interface NodeParts {
  readonly books: Books
  readonly clock: MonotonicClock
  readonly timers: Timers
  readonly notes: NodeNotes
  readonly mark: MarkFile
  readonly count: Count
  /** The node's name, the same in every incarnation. */
  readonly node: string
  readonly incarnation: number
  /** `sole`: no other node uses the books. */
  readonly shape: 'sole' | 'shared'
  readonly trust: Trust
  /** All grants of the node by id. */
  readonly grants: Map<number, HeldGrant>
  ledgerMs(): number
  /** Called when units of the account may be available again. */
  unitsReturned(account: string): void
  /** Called when the books refuse what the node expects them to accept. */
  contradiction(held: HeldGrant): void
  /** Called when the database finds damage that belongs to no single account. */
  damaged(message: string): void
  /** Called when a later incarnation of this node has begun. */
  fenced(): void
  /** Writes a line to the log. */
  report?(text: string): void
}
