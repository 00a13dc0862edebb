import type { BatchKey } from '../books/rows.ts'
import type { NodeParts } from './node-parts.ts'

export interface BatchWriterPorts extends NodeParts {
  /** Called when the batch of this number is in the books. */
  written(seq: number): void
  /** Called when the books have another batch of this number. */
  differs(key: BatchKey): void
  /** False: these are not the books that this node wrote. */
  mayWrite(): boolean
  /** Sets whether a commit is in doubt because the disk failed. */
  doubt(state: 'in_doubt' | 'known'): void
}
