import { closeSync, fdatasyncSync, openSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import { InputError } from '../../stdx/input-error.ts'
import { syncFolder } from '../../stdx/sync-folder.ts'
import { writeAll } from '../../stdx/write-all.ts'

/** Writes a file so that its name always refers to whole content, also after a crash. Only its owner may read it. */
export function writeFileAtomically(path: string, bytes: Uint8Array): void {
  const made = `${path}.new`
  const file = openSync(made, 'w', 0o600)
  try {
    writeAll(file, bytes)
    fdatasyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(made, path)
  syncFolder(dirname(path))
}

/**
 * Turns a file system error into a message for the operator who starts the server. Other errors are returned as they
 * are.
 */
export function explainFileError(error: unknown, path: string): unknown {
  if (!(error instanceof Error && 'code' in error && 'syscall' in error)) return error
  const { code } = error
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new InputError(`${path} cannot be written: the disk is full. Make room and start again.`)
  return new InputError(`${path} cannot be used (${code}). Check the folder and who may write in it.`)
}
