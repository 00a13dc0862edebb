import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { updateCopiedBooks } from '../ledger/copied-books.ts'
import { isServerRunning } from '../ledger/ledger.ts'
import { requireSpace } from '../stdx/free-bytes.ts'
import { InputError } from '../stdx/input-error.ts'
import { syncFolder } from '../stdx/sync-folder.ts'
import type { BackupManifest } from './backup-manifest.ts'
import type { BackupProgress } from './backup-progress.ts'
import { openArchive } from './read-archive.ts'
import { createWorkFolder } from './saved-files.ts'

interface RestoreOptions {
  readonly interrupted: AbortSignal
  readonly progress: BackupProgress
}

/** Unpacks a backup into an empty or new data folder. Nothing appears there before every byte of it was checked. */
export async function restore(
  file: string,
  dataDir: string,
  { interrupted, progress }: RestoreOptions,
): Promise<BackupManifest> {
  refuseUsed(dataDir)
  if (!existsSync(file)) throw new InputError(`${file}: no such file. Check the path.`)
  using archive = openArchive(file)
  const isNew = !existsSync(dataDir)
  if (isNew) mkdirSync(dirname(dataDir), { recursive: true })
  // An existing folder may be a volume, which a rename cannot replace. So each part is moved into it, the books last.
  using making = createWorkFolder(isNew ? `${dataDir}.making` : join(dataDir, '.making'))
  const bytesTotal = archive.manifest.parts.reduce((sum, { bytes }) => sum + bytes, 0)
  await requireSpace(dirname(making.path), bytesTotal)
  let bytes = 0
  const unpacked = join(making.path, 'data')
  mkdirSync(unpacked)
  await archive.unpack(unpacked, (_, more) => {
    interrupted.throwIfAborted()
    bytes += more
    progress({ what: 'restoring', bytes, bytesTotal })
  })
  refuseWrongCurrent(unpacked, archive.manifest, file)
  const books = join(unpacked, 'ledger.db')
  if (existsSync(books)) await updateCopiedBooks(books)
  syncFolders(unpacked)
  if (isNew) {
    renameSync(unpacked, dataDir)
    syncFolder(dirname(dataDir))
  } else {
    moveInto(dataDir, unpacked)
  }
  return archive.manifest
}

function refuseUsed(dataDir: string): void {
  if (!existsSync(dataDir)) return
  if (isServerRunning(dataDir)) throw new InputError(`a server is running on ${dataDir}. Restore into another folder.`)
  // The root of a disk of its own has that one from the beginning.
  if (readdirSync(dataDir).every((name) => name === 'lost+found')) return
  throw new InputError(
    `${dataDir} is not empty. A backup is restored into an empty or new folder: name another one with --data.`,
  )
}

/** The one content that is a path: it names the folder that a server opens. */
function refuseWrongCurrent(unpacked: string, { parts }: BackupManifest, file: string): void {
  if (!parts.some(({ name }) => name === CURRENT)) return
  const id = readFileSync(join(unpacked, CURRENT), 'utf8').trim()
  if (parts.some(({ name }) => name === `releases/${id}/manifest.json`)) return
  throw new InputError(`${file} names a current release that is not in it: it is no backup of Regista.`)
}

const CURRENT = 'releases/current'

/** Moves all parts or none. If the machine stops in between, there are no books, and a server charges no account. */
function moveInto(dataDir: string, unpacked: string): void {
  const names = readdirSync(unpacked).toSorted((a, b) => Number(a === 'ledger.db') - Number(b === 'ledger.db'))
  const moved: string[] = []
  try {
    for (const name of names) {
      if (existsSync(join(dataDir, name)))
        throw new InputError(`${dataDir} is not empty any more. Nothing was restored.`)
      renameSync(join(unpacked, name), join(dataDir, name))
      moved.push(join(dataDir, name))
    }
  } catch (error) {
    for (const path of moved) rmSync(path, { recursive: true })
    throw error
  }
  syncFolder(dataDir)
}

function syncFolders(path: string): void {
  for (const entry of readdirSync(path, { withFileTypes: true }))
    if (entry.isDirectory()) syncFolders(join(path, entry.name))
  syncFolder(path)
}
