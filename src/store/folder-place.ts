import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { constants, copyFile, open, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { explainDiskError } from '../stdx/download-body.ts'
import { InputError, MissingError } from '../stdx/input-error.ts'
import { replaceFile } from '../stdx/replace-file.ts'
import { syncFile } from '../stdx/sync-file.ts'
import { syncFolder } from '../stdx/sync-folder.ts'
import { writeAll } from '../stdx/write-all.ts'
import { tryLockFile } from '../storage/storage.ts'
import type { FetchOptions, PlaceWriter, StorePlace } from './place.ts'

const CHUNK_BYTES = 1 << 20

/** A store in a folder: on this machine, on a shared volume, or copied by rsync. */
export function folderPlace(dir: string): StorePlace {
  /** One that hangs keeps a thread of the whole process, so there are not several of them. */
  let copies = 0
  return {
    name: dir,
    async read(path, { bytesMax }) {
      const file = join(dir, path)
      requireFolder(dir)
      const found = statSync(file, { throwIfNoEntry: false })
      if (found === undefined) return null
      // To read a pipe would keep this thread until another program writes to it.
      if (!found.isFile()) throw new InputError(`${file} is no file. Delete it, then publish again.`)
      if (bytesMax < found.size)
        throw new InputError(`${file} has ${found.size} bytes; at most ${bytesMax} are accepted.`)
      return { text: readFileSync(file, 'utf8'), etag: undefined }
    },
    async fetch(path, to, options) {
      if (options.isForm && 0 < copies) throw new InputError(`${dir} still sends an earlier file.`)
      options.signal?.throwIfAborted()
      copies += 1
      const copying = copyToDisk(join(dir, path), to, options).finally(() => (copies -= 1))
      await unlessAborted(copying, options.signal)
    },
    writer: folderWriter(dir),
  }
}

/** A volume that is not mounted is no empty store. */
function requireFolder(dir: string): void {
  if (statSync(dir, { throwIfNoEntry: false })?.isDirectory()) return
  throw new InputError(`${dir} is no folder. Mount the volume, or create the folder.`)
}

function folderWriter(dir: string): PlaceWriter {
  return {
    async put(path, content) {
      const to = join(dir, path)
      mkdirSync(dirname(to), { recursive: true })
      if ('file' in content) return await copyDurably(content.file, to)
      replaceFile(to, content.text)
    },
    async list(folder) {
      const path = join(dir, folder)
      const names = statSync(path, { throwIfNoEntry: false }) === undefined ? [] : readdirSync(path)
      return names.flatMap((name) => {
        const found = name.startsWith('.') ? undefined : statSync(join(path, name), { throwIfNoEntry: false })
        return found === undefined ? [] : [{ name, bytes: found.size, modifiedMs: found.mtimeMs }]
      })
    },
    async remove(path) {
      rmSync(join(dir, path), { force: true })
    },
    lock() {
      requireFolder(dir)
      return tryLockFile(join(dir, 'lock'))
    },
  }
}

/** A volume may hang. Nothing ends a call of the system, but its caller need not wait. */
async function unlessAborted(work: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = (): void => reject(signal?.reason)
  signal?.addEventListener('abort', abort)
  await Promise.race([work, aborted]).finally(() => signal?.removeEventListener('abort', abort))
}

/** Errors of reading name the file of the store, and those of writing the other one. */
async function copyToDisk(from: string, to: string, { bytes, isForm, signal, progress }: FetchOptions): Promise<void> {
  const unreadable = (error: NodeJS.ErrnoException): never => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR')
      throw new MissingError(`${from} does not exist. Publish again.`)
    throw new InputError(`${from} cannot be read (${error.code}). Delete it, then publish again.`)
  }
  // To open a pipe would otherwise wait for another program that writes to it.
  await using source = await open(from, constants.O_RDONLY | constants.O_NONBLOCK).catch(unreadable)
  const found = await source.stat().catch(unreadable)
  if (!found.isFile()) throw new InputError(`${from} is no file. Delete it, then publish again.`)
  const { size } = found
  if (isForm ? bytes < size : size !== bytes)
    throw new InputError(`${from} has ${size} bytes; ${isForm ? 'at most ' : ''}${bytes} were expected.`)
  try {
    await using target = await open(temporary(to), 'w')
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
    for (let at = 0; at < size; ) {
      const { bytesRead } = await source.read(chunk, 0, Math.min(CHUNK_BYTES, size - at), at).catch(unreadable)
      if (bytesRead === 0) throw new InputError(`${from} became shorter while it was read.`)
      signal?.throwIfAborted()
      writeAll(target.fd, chunk.subarray(0, bytesRead), at)
      at += bytesRead
      progress?.(at)
    }
    await target.sync()
    signal?.throwIfAborted()
    await rename(temporary(to), to)
    syncFolder(dirname(to))
  } catch (error) {
    throw await explainDiskError(error, to)
  }
}

/** The file gets its name when all of it is on the disk. */
async function copyDurably(from: string, to: string): Promise<void> {
  await copyFile(from, temporary(to), constants.COPYFILE_FICLONE)
  syncFile(temporary(to))
  await rename(temporary(to), to)
  syncFolder(dirname(to))
}

/** A killed command leaves it, and the next one writes over it. Lists pass over it. */
function temporary(path: string): string {
  return join(dirname(path), `.${path.slice(dirname(path).length + 1)}.tmp`)
}
