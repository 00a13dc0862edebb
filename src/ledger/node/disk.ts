import { closeSync, fdatasyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { GivenError } from '../../stdx/given-error.ts'
import { syncFolder } from '../../stdx/sync-folder.ts'

/** What the files of a node ask of a disk. Tests put in its place one that fails and forgets. */
export interface Disk {
  /** Undefined: there is no such file. */
  read(path: string): Uint8Array | undefined
  open(path: string): DiskFile
  /** An empty file, whatever stood there before. Nobody else may read it. */
  create(path: string): DiskFile
  rename(from: string, to: string): void
  /** Makes the names in a folder survive a power cut. */
  syncFolder(path: string): void
}

export interface DiskFile {
  /** All of it, or it throws; then any part of it may have been written. */
  write(bytes: Uint8Array, at: number): void
  /** What was written, and how long the file is, survives a power cut. */
  sync(): void
  close(): void
}

export const localDisk: Disk = {
  read(path) {
    try {
      return readFileSync(path)
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined
      throw error
    }
  },
  open: (path) => localFile(openSync(path, 'r+')),
  create: (path) => localFile(openSync(path, 'w', 0o600)),
  rename: renameSync,
  syncFolder,
}

/** A file that is whole under its name, before and after a crash: written beside it, made to survive, then renamed. */
export function writeWhole(disk: Disk, path: string, bytes: Uint8Array): void {
  writeBeside(disk, path, bytes)
  disk.rename(besideOf(path), path)
  disk.syncFolder(dirname(path))
}

/** The first half of `writeWhole`. What stands there from an earlier try is overwritten. */
export function writeBeside(disk: Disk, path: string, bytes: Uint8Array): void {
  const file = disk.create(besideOf(path))
  try {
    file.write(bytes, 0)
    file.sync()
  } finally {
    file.close()
  }
}

export function besideOf(path: string): string {
  return `${path}.new`
}

/** Failures of the disk in words, for whoever starts the server. Everything else is passed on. */
export function diskWords(error: unknown, path: string): unknown {
  const code = codeOf(error)
  if (code === undefined || error instanceof GivenError) return error
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new GivenError(`${path} cannot be written: the disk is full. Make room and start again.`)
  return new GivenError(`${path} cannot be used (${code}). Check the folder and who may write in it.`)
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && 'syscall' in error ? String(error.code) : undefined
}

function localFile(file: number): DiskFile {
  return {
    write(bytes, at) {
      // A disk that is nearly full takes a part and says how much; only the next call fails.
      for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done, bytes.length - done, at + done)
    },
    sync: () => fdatasyncSync(file),
    close: () => closeSync(file),
  }
}
