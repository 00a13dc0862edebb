import { backup, DatabaseSync } from 'node:sqlite'
import { InputError } from '../stdx/input-error.ts'
import { explainSqliteError } from './sqlite-errors.ts'

export interface SqliteCopy {
  readonly from: string
  /** A new file. It is complete without a log beside it. */
  readonly to: string
}

export interface SqliteCopyOptions {
  /** Runs while no program can commit to any of the files, to read other data of the same moment. It must be quick. */
  readonly atMoment: () => void
  /** Receives the bytes copied of one file. An exception from it ends the copying. */
  readonly progress: (copy: SqliteCopy, bytes: number, bytesTotal: number) => void
}

/**
 * Copies files as they all were at one moment, while other programs write them. All files are locked for some
 * milliseconds, in the order given, to open a read transaction on each. The copies come from those transactions, so
 * writers continue and never restart the copying.
 */
export async function copySqliteFiles(copies: readonly SqliteCopy[], copying: SqliteCopyOptions): Promise<void> {
  using opened = new DisposableStack()
  // Only a writer keeps others from committing. It is closed last, so no log remains beside a stopped server's file.
  const locks = copies.map(({ from }) => opened.use(beginTransaction(from, 'writer')))
  const views = copies.map(({ from }) => opened.use(beginTransaction(from, 'reader')))
  copying.atMoment()
  for (const lock of locks) lock.exec('rollback')
  for (const [i, copy] of copies.entries()) await copyFrom(views[i]!, copy, copying.progress)
}

function beginTransaction(path: string, as: 'writer' | 'reader'): DatabaseSync {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(path, { readOnly: as === 'reader', timeout: LOCK_MS })
    database.exec(as === 'reader' ? 'begin' : 'begin immediate')
    // SQLite opens the read transaction at the first read.
    if (as === 'reader') database.prepare('select count(*) from sqlite_schema').get()
    return database
  } catch (error) {
    database?.close()
    throw explainSqliteError(error, path)
  }
}

/**
 * SQLite tries ten times a second or more. A busy server leaves gaps between its commits, an import none for minutes.
 */
const LOCK_MS = 20_000

async function copyFrom(view: DatabaseSync, copy: SqliteCopy, progress: SqliteCopyOptions['progress']): Promise<void> {
  const { page_size: pageBytes } = view.prepare('pragma page_size').get() as { page_size: number }
  try {
    await backup(view, copy.to, {
      rate: PAGES_AT_ONCE,
      progress: ({ totalPages, remainingPages }) =>
        progress(copy, (totalPages - remainingPages) * pageBytes, totalPages * pageBytes),
    })
  } catch (error) {
    throw explainSqliteError(error, copy.to)
  }
  using made = new DatabaseSync(copy.to)
  const rows = made.prepare('pragma quick_check(1)').all() as { quick_check: string }[]
  if (rows[0]?.quick_check !== 'ok')
    throw new InputError(
      `${copy.from} is damaged (${rows[0]?.quick_check}). It was not backed up. Restore it from an older backup.`,
    )
}

/** 8 MiB with pages of 8 KiB; progress is reported after each. */
const PAGES_AT_ONCE = 1024
