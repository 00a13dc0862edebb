import { randomBytes } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { InputError } from '../../stdx/input-error.ts'
import { syncFolder } from '../../stdx/sync-folder.ts'
import { type Sqlite, tryLockFile } from '../../storage/storage.ts'
import { explainFileError, writeWhole } from './whole-file.ts'

/** What belongs to one node and not to the books: its identity, its notes, its mark. No other process uses it until it is closed. */
export interface NodeFolder extends Disposable {
  /** 32 hexadecimal digits, chosen at random when the folder was made. */
  readonly node: string
  readonly notesPath: string
  readonly markPath: string
  close(): void
}

/** Makes the folder if there is none. Throws InputError if another server uses it. */
export function openNodeFolder(path: string): NodeFolder {
  try {
    makeFolder(path)
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

/** Does a server run on this folder now? */
export function isInUse(path: string): boolean {
  if (!existsSync(join(path, LOCK))) return false
  const lock = tryLockFile(join(path, LOCK))
  lock?.close()
  return lock === undefined
}

function nodeFolder(path: string, lock: Sqlite): NodeFolder {
  const node = identityIn(path)
  // A database that nobody refers to is collected, and its lock with it.
  held.add(lock)
  const close = (): void => {
    if (held.delete(lock)) lock.close()
  }
  return { node, notesPath: join(path, 'notes.db'), markPath: join(path, 'mark'), close, [Symbol.dispose]: close }
}

const held = new Set<Sqlite>()

function makeFolder(path: string): void {
  if (!existsSync(path)) {
    mkdirSync(dirname(path), { recursive: true })
    try {
      mkdirSync(path, { mode: 0o700 })
    } catch (error) {
      // Another server may have made it in the meantime.
      if (!existsSync(path)) throw error
    }
    syncFolder(dirname(path))
  }
  for (const name of [path, join(path, LOCK)]) if (existsSync(name)) accessSync(name, constants.R_OK | constants.W_OK)
}

const LOCK = 'lock.db'

/**
 * The lock is one that SQLite holds on an empty database, which is one of the kernel (fcntl) on the file: it is gone when the process is, by whatever
 * way, with nothing to clean up; and the kernel knows no containers, so two of them on one volume of one host see each other. What else there is:
 * - a file with the number of the process: after a restart, or in another container, the same number is somebody else; and it must be taken from the dead by a race.
 * - a file or folder made exclusively: stays after `kill -9`.
 * - a socket: its file stays too, and removing it is the same race; a socket without a file is not seen by other containers.
 *
 * Nothing else in this process may open the file: closing it would drop the lock. And it must not be removed while a server runs.
 */
function lockFolder(path: string): Sqlite {
  const lock = tryLockFile(join(path, LOCK))
  if (lock !== undefined) return lock
  throw new InputError(
    `${path} is in use: another server is running on this data folder. Stop it first, or give this one a data folder of its own.`,
  )
}

/** Under the lock: of two servers that start at once only one chooses the name. */
function identityIn(path: string): string {
  const file = join(path, 'identity')
  if (!existsSync(file)) {
    const node = randomBytes(16).toString('hex')
    writeWhole(file, Buffer.from(`${node}\n`))
    return node
  }
  const [, node] = /^([0-9a-f]{32})\n$/.exec(readFileSync(file, 'latin1')) ?? []
  if (node !== undefined) return node
  throw new InputError(
    `${file} is damaged: 32 hexadecimal digits and the end of the line were expected. Put it back from a copy, or remove it: this server is then a new one, ` +
      'and what the old one had not finished is settled without it.',
  )
}
