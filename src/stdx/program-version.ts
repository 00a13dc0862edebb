import { readFileSync } from 'node:fs'

/** Of this program. `commit` is unknown in a checkout, whose files may differ from every commit. */
export interface ProgramVersion {
  readonly version: string
  readonly commit: string
}

export function readProgramVersion(): ProgramVersion {
  const { version, gitHead = 'checkout' } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  )
  return { version, commit: gitHead }
}
