import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readCommitOfClone } from './commit-of-clone.ts'

export interface ProgramVersion {
  readonly version: string
  /** A package names its own. That of a clone is marked, because its files may differ from every commit. */
  readonly commit: string
}

export function readProgramVersion(): ProgramVersion {
  const root = new URL('../../', import.meta.url)
  const { version, gitHead } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))
  const cloned = gitHead === undefined ? readCommitOfClone(fileURLToPath(root)) : undefined
  return { version, commit: gitHead ?? (cloned === undefined ? 'unknown' : `${cloned}-clone`) }
}
