import type { DatabaseSync } from 'node:sqlite'
import { InputError } from '../stdx/input-error.ts'

/**
 * Makes commits go to a log beside the file, so that who reads never waits for who writes. When the log has so many pages, the commit that filled it
 * copies them into the file, and the log is begun again. Neither can be done past what somebody still reads: while a view is open, the log grows by all that
 * is written meanwhile, without a limit. The copying is never made to wait for readers, for then commits would wait for them too; the second commit after the
 * last reader is gone begins the log again, and gives the disk back what is more than is kept.
 */
export function enableWriteAheadLog(database: DatabaseSync, path: string): void {
  const { journal_mode: mode } = database.prepare('pragma journal_mode = wal').get() as { journal_mode: string }
  if (mode !== 'wal' && mode !== IN_MEMORY_MODE) {
    throw new InputError(
      `${path} cannot have a write-ahead log (SQLite answers "${mode}"): on its file system processes cannot share memory, as on many network ones. Put the data folder on a local disk.`,
    )
  }
  database.exec(`pragma wal_autocheckpoint = ${CHECKPOINT_PAGES}; pragma journal_size_limit = ${LOG_KEPT_BYTES}`)
}

/** What a database without a file answers: it needs no log. */
const IN_MEMORY_MODE = 'memory'

/**
 * 8 MiB. With 250, 1000 and 4000 pages the slowest commits were equally slow: what takes time is the disk's own sync, and the same pages are written again and
 * again.
 */
const CHECKPOINT_PAGES = 1000

/** Twice what the log has when nobody reads: giving space back and asking for it again costs time, so it is done only after a long reader or a huge commit. */
export const LOG_KEPT_BYTES = 16 * 2 ** 20
