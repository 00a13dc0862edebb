import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { constants, copyFile, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { InputError, MissingError } from '../stdx/input-error.ts'
import { replaceFile } from '../stdx/replace-file.ts'
import { syncFile } from '../stdx/sync-file.ts'
import { syncFolder } from '../stdx/sync-folder.ts'
import { tryLockFile } from '../storage/storage.ts'
import type { PlaceWriter, StorePlace } from './place.ts'

/** A store in a folder: on this machine, on a shared volume, or copied by rsync. */
export function folderPlace(dir: string): StorePlace {
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
    async fetch(path, to, { bytes, atMost, progress }) {
      const found = statSync(join(dir, path), { throwIfNoEntry: false })
      if (found === undefined) throw new MissingError(`${join(dir, path)} does not exist. Publish again.`)
      if (!found.isFile()) throw new InputError(`${join(dir, path)} is no file. Delete it, then publish again.`)
      const { size } = found
      if (atMost ? bytes < size : size !== bytes)
        throw new InputError(`${join(dir, path)} has ${size} bytes; ${atMost ? 'at most ' : ''}${bytes} were expected.`)
      await copyDurably(join(dir, path), to)
      progress?.(size)
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
