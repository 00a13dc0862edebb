import { backup, DatabaseSync } from 'node:sqlite'
import { InputError } from '../stdx/input-error.ts'
import { explainSqliteError } from './sqlite-errors.ts'

export interface SqliteCopy {
  readonly from: string
  /** A new file, which is then whole without any other beside it. */
  readonly to: string
}

export interface SqliteCopyOptions {
  /** Runs while nobody can commit to any of the files: what it reads elsewhere is of the same moment. It must be quick. */
  readonly atMoment: () => void
  /** Bytes of this file that are copied. What it throws ends the copying. */
  readonly progress: (copy: SqliteCopy, bytes: number, bytesTotal: number) => void
}

/**
 * Copies files as they all were at one moment, while others go on writing them. For that moment, some milliseconds, all of them are locked, in the order given;
 * then each is copied out of a view that was opened in it. So no writer is kept from writing, and none makes the copying begin again.
 */
export async function copySqliteFiles(copies: readonly SqliteCopy[], copying: SqliteCopyOptions): Promise<void> {
  using opened = new DisposableStack()
  // A lock writes nothing, but only a writer keeps others from committing; and, as it is closed last, it leaves no log beside the file of a server that is stopped.
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
    // A view begins with the first thing that is read.
    if (as === 'reader') database.prepare('select count(*) from sqlite_schema').get()
    return database
  } catch (error) {
    database?.close()
    throw explainSqliteError(error, path)
  }
}

/** A busy server leaves a gap between two commits, and a look for it comes ten times a second or more often; an import leaves none for minutes. */
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
    throw new InputError(`${copy.from} is damaged (${rows[0]?.quick_check}): it is not worth keeping like that.`)
}

/** With pages of 8 KiB, 8 MiB: between two such pieces progress is told. */
const PAGES_AT_ONCE = 1024
