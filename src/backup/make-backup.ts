import { existsSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Clock, isoTime } from '../stdx/clock.ts'
import { InputError } from '../stdx/input-error.ts'
import { syncFolder } from '../stdx/sync-folder.ts'
import { BACKUP_FORMAT, type BackupManifest } from './backup-manifest.ts'
import type { BackupProgress } from './backup-progress.ts'
import { copyBooks, copyData, createWorkFolder, type SavedFrom } from './saved-files.ts'
import { writeArchive } from './write-archive.ts'

export interface BackupOptions {
  /** Where the books are. Those in PostgreSQL are not saved. */
  readonly books: 'sqlite' | 'postgres'
  /** Whether the catalog and the release are saved. */
  readonly data: 'saved' | 'left_out'
  readonly clock: Clock
  readonly interrupted: AbortSignal
  readonly progress: BackupProgress
}

/** Saves a data folder to a new file, beside a server that may be running. */
export async function makeBackup(
  dataDir: string,
  file: string,
  { books, data, clock, interrupted, progress }: BackupOptions,
): Promise<BackupManifest> {
  refuseExisting(file)
  // Beside the file, as only a rename within one disk is done wholly or not at all.
  using making = createWorkFolder(`${file}.making`)
  const from: SavedFrom = {
    data: dataDir,
    copies: making.path,
    clock,
    progress(copy, bytes, bytesTotal) {
      interrupted.throwIfAborted()
      progress({ what: `copying ${copy.from}`, bytes, bytesTotal })
    },
  }
  const files = data === 'saved' ? await copyData(from) : []
  const saved = books === 'sqlite' ? await copyBooks(from) : { madeAt: isoTime(clock.nowMs()), files: [] }
  // The smallest and dearest first, where a look into the archive finds them.
  files.unshift(...saved.files)
  if (files.length === 0) throw new InputError(`${dataDir} holds nothing that could be saved. Check --data.`)
  const bytesTotal = files.reduce((sum, { bytes }) => sum + bytes, 0)
  let done = 0
  const made = join(making.path, 'archive')
  const manifest = await writeArchive(
    made,
    { format: BACKUP_FORMAT, madeAt: saved.madeAt, books, files },
    (_, bytes) => {
      interrupted.throwIfAborted()
      done += bytes
      progress({ what: 'writing', bytes: done, bytesTotal })
    },
  )
  refuseExisting(file)
  renameSync(made, file)
  syncFolder(dirname(file))
  return manifest
}

function refuseExisting(file: string): void {
  if (existsSync(file))
    throw new InputError(`${file} is there already, and a backup is never overwritten. Name another file.`)
}
