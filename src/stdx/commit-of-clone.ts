import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** The commit that a clone or a work tree of Git has checked out. Its files may differ from it. */
export function readCommitOfClone(folder: string): string | undefined {
  const git = readIfThere(folder, '.git/HEAD') === undefined ? readGitFile(folder) : resolve(folder, '.git')
  if (git === undefined) return undefined
  const head = readIfThere(git, 'HEAD')
  const name = head?.match(/^ref: (.+)$/)?.[1]
  if (name === undefined) return head
  // Branches of a work tree are those of its clone.
  const clone = resolve(git, readIfThere(git, 'commondir') ?? '.')
  const packed = readIfThere(clone, 'packed-refs')?.split('\n') ?? []
  return readIfThere(clone, name) ?? packed.find((line) => line.endsWith(` ${name}`))?.split(' ')[0]
}

/** In a work tree `.git` is a file with the name of the folder. */
function readGitFile(folder: string): string | undefined {
  const named = readIfThere(folder, '.git')?.match(/^gitdir: (.+)$/)?.[1]
  return named === undefined ? undefined : resolve(folder, named)
}

function readIfThere(...path: readonly [string, string]): string | undefined {
  try {
    return readFileSync(resolve(...path), 'utf8').trim()
  } catch {
    return undefined
  }
}
