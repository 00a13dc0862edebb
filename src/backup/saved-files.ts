import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { BOOKS_FILES, raiseRestoreDoubt } from '../ledger/copied-books.ts'
import { ReleaseFolder } from '../release/release.ts'
import { type Clock, isoTime } from '../stdx/clock.ts'
import { InputError } from '../stdx/input-error.ts'
import { copySqliteFiles, type SqliteCopyOptions } from '../storage/storage.ts'
import { isPartName } from './part-name.ts'
import type { ArchivedFile } from './write-archive.ts'

export interface SavedFrom {
  /** The data folder. */
  readonly data: string
  /** An empty folder for copies of files that change. */
  readonly copies: string
  readonly clock: Clock
  readonly progress: SqliteCopyOptions['progress']
}

export interface SavedBooks {
  /** The files contain everything that was acknowledged before. */
  readonly madeAt: string
  readonly files: readonly ArchivedFile[]
}

/** Copies what can be built again from the registers, except withdrawals. It runs first: it may fail, and is slow. */
export async function copyData({ data, copies, progress }: SavedFrom): Promise<ArchivedFile[]> {
  const catalog = join(data, CATALOG)
  const saved: ArchivedFile[] = []
  if (existsSync(catalog)) {
    await copySqliteFiles([{ from: catalog, to: join(copies, CATALOG) }], { atMoment: () => undefined, progress })
    saved.push(fileIn(copies, CATALOG))
  }
  return [...saved, ...currentRelease(data, copies)]
}

/**
 * Copies the books and the control database as of one moment, because the control database knows which changes the
 * books have. The copy of the books gets a doubt of its own, which no earlier trust request names.
 */
export async function copyBooks({ data, copies, clock, progress }: SavedFrom): Promise<SavedBooks> {
  // In the order in which the server locks them.
  const databases = [CONTROL, BOOKS_FILES.database].filter((name) => existsSync(join(data, name)))
  for (const name of databases) mkdirSync(join(copies, dirname(name)), { recursive: true })
  const names: string[] = [...databases]
  let madeAt = ''
  await copySqliteFiles(
    databases.map((name) => ({ from: join(data, name), to: join(copies, name) })),
    {
      atMoment() {
        madeAt = isoTime(clock.nowMs())
        const { identity } = BOOKS_FILES
        if (!existsSync(join(data, identity))) return
        mkdirSync(join(copies, dirname(identity)), { recursive: true })
        copyFileSync(join(data, identity), join(copies, identity))
        names.push(identity)
      },
      progress,
    },
  )
  if (databases.includes(BOOKS_FILES.database)) await raiseRestoreDoubt(join(copies, BOOKS_FILES.database), madeAt)
  return { madeAt, files: names.map((name) => fileIn(copies, name)) }
}

const CONTROL = 'control.db'
const CATALOG = 'catalog.db'

/** The current release. It never changes, so it is read in place; only the file that names it is copied. */
function currentRelease(data: string, copies: string): ArchivedFile[] {
  const releases = new ReleaseFolder(join(data, 'releases'))
  const current = releases.current()
  if (current === null) return []
  const { id } = current.manifest
  mkdirSync(join(copies, 'releases'))
  writeFileSync(join(copies, 'releases/current'), `${id}\n`)
  const files = readdirSync(releases.path(id)).map((name) => fileIn(data, `releases/${id}/${name}`))
  const withdrawals = releases.withdrawals()
  if (withdrawals.length !== 0) new ReleaseFolder(join(copies, 'releases')).setWithdrawals(withdrawals)
  const list = withdrawals.length === 0 ? [] : [fileIn(copies, 'releases/withdrawn.json')]
  return [...files, ...list, fileIn(copies, 'releases/current')]
}

function fileIn(folder: string, name: string): ArchivedFile {
  const path = join(folder, name)
  const found = statSync(path)
  if (!found.isFile() || !isPartName(name))
    throw new InputError(`${path} does not belong there. Move it away, then try again.`)
  return { name, path, bytes: found.size }
}

/** Creates a folder for unfinished work, which is removed when it is disposed of. */
export function createWorkFolder(path: string): { readonly path: string } & Disposable {
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new InputError(
      `${path} is there already: the same command runs, or one was killed. If none runs, remove it and try again.`,
    )
  }
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}
