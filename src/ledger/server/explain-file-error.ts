import { InputError, TryLaterError } from '../../stdx/input-error.ts'

/**
 * Turns a file system error into a message for the operator who starts the server. Other errors are returned as they
 * are.
 */
export function explainFileError(error: unknown, path: string): unknown {
  if (!(error instanceof Error && 'code' in error && 'syscall' in error)) return error
  const { code } = error
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new TryLaterError(`${path} cannot be written: the disk is full. Make room.`)
  return new InputError(`${path} cannot be used (${code}). Check the folder and who may write in it.`)
}
