import { readFileSync } from 'node:fs'

/** Of this program. In a checkout the commit is unknown, because its files may differ from every one. */
export interface ProgramVersion {
  readonly version: string
  readonly commit: string
}

export function readProgramVersion(): ProgramVersion {
  const { version, gitHead = 'unknown' } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  )
  return { version, commit: gitHead }
}
