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
  return code !== undefined && code in SYSTEM_ERRORS
    ? `${path ?? 'a file'}: ${SYSTEM_ERRORS[code]} (${code})`
    : undefined
}
