import { randomBytes } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { InputError } from '../../stdx/input-error.ts'
import { replaceFile } from '../../stdx/replace-file.ts'
import { syncFolder } from '../../stdx/sync-folder.ts'
import { type Sqlite, tryLockFile } from '../../storage/storage.ts'
import { explainFileError } from './explain-file-error.ts'

/** Creates the folder if there is none. Throws InputError if another server uses it. */
export function openServerFolder(path: string) {
  try {
    createFolder(path)
    const lock = lockFolder(path)
    try {
      return nodeFolder(path, lock)
    } catch (error) {
      lock.close()
      throw error
    }
  } catch (error) {
    throw explainFileError(error, path)
  }
}

/** Whether a server runs on this data folder now. */
export function isServerRunning(data: string): boolean {
  const path = join(data, 'node', LOCK)
  if (!existsSync(path)) return false
  const lock = tryLockFile(path)
  lock?.close()
  return lock === undefined
}

/**
 * What belongs to one server and not to the books: its identity, its mark, its recent batches. The lock keeps other
 * processes out until it is disposed.
 */
function nodeFolder(path: string, lock: Sqlite) {
  /** 32 hexadecimal digits, chosen at random when the folder was made. */
  const node = readIdentity(path)
  // Node closes a database that is no longer referenced, and the lock with it.
  held.add(lock)
  const close = (): void => {
    if (held.delete(lock)) lock.close()
  }
  return { node, path, markPath: join(path, 'mark'), [Symbol.dispose]: close }
}

const held = new Set<Sqlite>()

function createFolder(path: string): void {
  if (!existsSync(path)) {
    mkdirSync(dirname(path), { recursive: true })
    try {
      mkdirSync(path, { mode: 0o700 })
    } catch (error) {
      // Another server may have created it meanwhile.
      if (!existsSync(path)) throw error
    }
    syncFolder(dirname(path))
  }
  for (const name of [path, join(path, LOCK)]) if (existsSync(name)) accessSync(name, constants.R_OK | constants.W_OK)
}

const LOCK = 'lock.db'

/**
 * SQLite's lock on an empty database, which is a kernel lock (fcntl) on the file. It ends with the process, and two
 * containers on one volume of one host see each other's lock. The alternatives:
 * - A file with the process id: after a restart, or in another container, another process can have the same id.
 * - A file or folder that is created exclusively stays after `kill -9`.
 * - The file of a socket stays too; other containers do not see a socket without a file.
 *
 * Nothing else in this process may open the file: closing it would drop the lock. The file must not be removed while a
 * server runs.
 */
function lockFolder(path: string): Sqlite {
  const lock = tryLockFile(join(path, LOCK))
  if (lock !== undefined) return lock
  throw new InputError(
    `${path} is in use: another server is running on this data folder. Stop it first, or give this one a data folder of its own.`,
  )
}

/** Runs under the lock: of two servers that start at once only one chooses the name. */
function readIdentity(path: string): string {
  const file = join(path, 'identity')
  if (!existsSync(file)) {
    const node = randomBytes(16).toString('hex')
    replaceFile(file, `${node}\n`, { mode: 0o600 })
    return node
  }
  const [, node] = /^([0-9a-f]{32})\n$/.exec(readFileSync(file, 'latin1')) ?? []
  if (node !== undefined) return node
  throw new InputError(
    `${file} is damaged: 32 hexadecimal digits and the end of the line were expected. Restore it from a copy, or remove it: the server then has a new name.`,
  )
}
