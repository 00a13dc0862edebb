import type { DatabaseSync } from 'node:sqlite'
import { InputError } from '../stdx/input-error.ts'

/**
 * Switches to a write-ahead log, so that readers never wait for the writer. The commit that fills the log copies it
 * into the file (a checkpoint). An open read transaction stops the checkpoint, and the log grows without limit
 * meanwhile. Checkpoints never wait for readers, because commits would wait too. The second commit after the last
 * reader has ended restarts the log and truncates it.
 */
export function enableWriteAheadLog(database: DatabaseSync, path: string): void {
  const [mode] = database.prepare('pragma journal_mode = wal').get() as unknown as [string]
  if (mode !== 'wal' && mode !== IN_MEMORY_MODE) {
    throw new InputError(
      `${path} cannot have a write-ahead log (SQLite answers "${mode}"): its file system does not support shared memory, as many network file systems. Put the data folder on a local disk.`,
    )
  }
  database.exec(`pragma wal_autocheckpoint = ${CHECKPOINT_PAGES}; pragma journal_size_limit = ${LOG_KEPT_BYTES}`)
}

/** The journal mode of a database without a file, which needs no log. */
const IN_MEMORY_MODE = 'memory'

/** 8 MiB. The slowest commits were equally slow with 250, 1000 and 4000 pages: the disk's sync dominates. */
const CHECKPOINT_PAGES = 1000

/** Twice the usual log: truncating costs time, so it happens only after a long reader or a huge commit. */
export const LOG_KEPT_BYTES = 16 * 2 ** 20
