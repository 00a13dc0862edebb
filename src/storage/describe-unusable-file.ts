import { accessSync, constants, type Stats, statSync } from 'node:fs'

/** Says why this user cannot open a database, and what to do. Undefined: its files and their folder are as usual. */
export function describeUnusableFile(path: string): string | undefined {
  for (const file of [path, `${path}-wal`, `${path}-shm`]) {
    const stats = statOf(file)
    if (stats?.isDirectory() === true)
      return `${file} is a folder, and a database is expected there. Move it away, or check --data.`
    if (stats !== undefined && !mayWrite(file)) return describeOwner(file, stats)
  }
  return undefined
}

function statOf(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

function mayWrite(file: string): boolean {
  try {
    accessSync(file, constants.R_OK | constants.W_OK)
    return true
  } catch {
    return false
  }
}

function describeOwner(file: string, { uid, mode }: Stats): string {
  const rights = (mode & 0o777).toString(8)
  return `${file} cannot be read and written by user ${process.getuid?.()}: it belongs to user ${uid}, with mode ${rights}. Run the command as its owner, or change the owner (chown).`
}
