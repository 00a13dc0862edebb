import { existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { InputError } from './input-error.ts'

/** Messages for errors of the system that an operator can mend. */
const SYSTEM_ERRORS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full; free some space and try again',
  EDQUOT: 'the disk quota of this user is used up; free some space and try again',
  EFBIG: 'the limit on file sizes was reached; raise it (ulimit -f) and try again',
  EACCES: 'permission denied; give this user the right or use another folder',
  EPERM: 'permission denied; give this user the right or use another folder',
  EROFS: 'the file system is read-only; use another folder',
  ENOTDIR: 'a file is where a folder is expected; check the path',
  EEXIST: 'it exists already; check the path',
  EISDIR: 'a folder is where a file is expected; check the path',
  ENOENT: 'it does not exist; check the path',
  EMFILE: 'too many files are open; raise the limit of open files (ulimit -n)',
}

/** Describes an error that an operator can mend in one line. Undefined for any other error. */
export function describeKnownError(error: unknown): string | undefined {
  if (error instanceof InputError) return error.message
  const { code, path } = error as NodeJS.ErrnoException
  if (code === undefined || !(code in SYSTEM_ERRORS)) return undefined
  const fault = path === undefined || !/^ENO(ENT|TDIR)$/.test(code) ? undefined : describeFolder(dirname(path))
  return `${fault ?? `${path ?? 'a file'}: ${SYSTEM_ERRORS[code]}`} (${code})`
}

function describeFolder(folder: string): string | undefined {
  const file = findFileIn(folder)
  if (file !== undefined) return `${file} is a file; name a folder`
  return existsSync(folder) ? undefined : `the folder ${folder} does not exist; create it or check the path`
}

/** The part of a path that is a file, where a folder is expected or nothing yet. */
export function findFileIn(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return findFileIn(dirname(path))
  return stats.isDirectory() ? undefined : path
}
