import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { archivedFiles, doubtCopiedBooks, filesOfBooks } from '../ledger/ledger.ts'
import { ReleaseFolder } from '../release/release.ts'
import { type Clock, isoTime } from '../stdx/clock.ts'
import { InputError } from '../stdx/input-error.ts'
import { copySqliteFiles, type SqliteCopyOptions } from '../storage/storage.ts'
import { isPartName } from './part-name.ts'
import type { ArchivedFile } from './write-archive.ts'

export interface SavedFrom {
  /** The data folder. */
  readonly data: string
  /** An empty folder of ours, for copies of what changes. */
  readonly copies: string
  readonly clock: Clock
  readonly progress: SqliteCopyOptions['progress']
}

export interface SavedBooks {
  /** Everything that was acknowledged before is in them. */
  readonly madeAt: string
  readonly files: readonly ArchivedFile[]
}

/** What can be made again from the registries, but for what the operator withdrew. It comes first: it may be refused, and takes longest. */
export async function savedData({ data, copies, progress }: SavedFrom): Promise<ArchivedFile[]> {
  const catalog = join(data, CATALOG)
  const saved: ArchivedFile[] = []
  if (existsSync(catalog)) {
    await copySqliteFiles([{ from: catalog, to: join(copies, CATALOG) }], { atMoment: () => undefined, progress })
    saved.push(fileIn(copies, CATALOG))
  }
  return [...saved, ...currentRelease(data, copies)]
}

/**
 * The books and who may call, as they were at one moment: an account's state is marked as told to the books in one and stands in the other. Neither goes on by itself from
 * there: the copy of the books gets a doubt of its own. A trust request that was under way does not name that one.
 */
export async function savedBooks({ data, copies, clock, progress }: SavedFrom): Promise<SavedBooks> {
  // In the order in which the server locks them; it holds no other lock while it writes the notes.
  const databases = [CONTROL, filesOfBooks.database, filesOfBooks.notes].filter((name) => existsSync(join(data, name)))
  for (const name of databases) mkdirSync(join(copies, dirname(name)), { recursive: true })
  const names: string[] = [...databases]
  let madeAt = ''
  await copySqliteFiles(
    databases.map((name) => ({ from: join(data, name), to: join(copies, name) })),
    {
      atMoment() {
        madeAt = isoTime(clock.nowMs())
        for (const name of filesOfBooks.others) {
          if (!existsSync(join(data, name))) continue
          mkdirSync(join(copies, dirname(name)), { recursive: true })
          copyFileSync(join(data, name), join(copies, name))
          names.push(name)
        }
      },
      progress,
    },
  )
  if (databases.includes(filesOfBooks.database)) await doubtCopiedBooks(join(copies, filesOfBooks.database), madeAt)
  return { madeAt, files: names.map((name) => fileIn(copies, name)) }
}

/** Archived charges. A file never changes, and is there before the books name it: so it is looked for after the books were copied. */
export function savedArchive(data: string): ArchivedFile[] {
  return archivedFiles(data).map((name) => fileIn(data, name))
}

const CONTROL = 'control.db'
const CATALOG = 'catalog.db'

/** The release that is served. It never changes, so it is read where it lies; only the file that names it might name another one soon. */
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

/** A folder beside a file that is being made, for everything that is not it yet; gone when it is disposed of. */
export function makingFolder(path: string): { readonly path: string } & Disposable {
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
