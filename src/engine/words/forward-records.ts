import { NAME_END, TERM } from './word-index.ts'

/** The forward records of an index while it is built. */
export interface ForwardRecords {
  readonly forward: Uint32Array
  /** Where the record of each document begins, and the end. */
  readonly starts: Uint32Array
  /** How many terms there are. */
  readonly terms: number
}

/** Marks an own name without words. No term has this number. */
export const EMPTY_NAME = (NAME_END | TERM) >>> 0
