import { InputError } from './input-error.ts'

/** What the system says no to, in words that say what to do. */
const SYSTEM_ERRORS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full; free some space and try again',
  EDQUOT: 'the disk quota of this user is used up; free some space and try again',
  EFBIG: 'a limit on the size of files forbids it; raise it (ulimit -f) and try again',
  EACCES: 'this user may not do that there; give the right to, or use another folder',
  EPERM: 'this user may not do that there; give the right to, or use another folder',
  EROFS: 'the file system is read-only; use another folder',
  ENOTDIR: 'a file stands where a folder is expected; check the path',
  EEXIST: 'something else stands there already; check the path',
  EISDIR: 'a folder stands where a file is expected; check the path',
  ENOENT: 'it does not exist; check the path',
  EMFILE: 'too many files are open; raise the limit of open files (ulimit -n)',
}

/** One line about an error that an operator can mend: a bad input or what the system refuses. Undefined for any other error. */
export function describeKnownError(error: unknown): string | undefined {
  if (error instanceof InputError) return error.message
  const { code, path } = error as NodeJS.ErrnoException
  return code !== undefined && code in SYSTEM_ERRORS
    ? `${path ?? 'a file'}: ${SYSTEM_ERRORS[code]} (${code})`
    : undefined
}
