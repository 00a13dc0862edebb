import { CONTROL_MIGRATIONS } from '../access/control/control.ts'
import { BOOKS_MIGRATIONS } from '../ledger/ledger.ts'
import { ReleaseFolder } from '../release/release.ts'
import { readProgramVersion } from '../stdx/program-version.ts'
import { knownSchema } from '../storage/storage.ts'
import { currentCall } from './shell.ts'

/** Prints what decides whether two installations understand each other’s files and databases. */
export function printVersion(json: boolean): void {
  const { version, commit } = readProgramVersion()
  const formats = {
    release: ReleaseFolder.FORMAT,
    books: knownSchema(new URL('sqlite/', BOOKS_MIGRATIONS)),
    control: knownSchema(new URL('sqlite/', CONTROL_MIGRATIONS)),
  }
  const listed = Object.entries(formats).map(([name, format]) => `${name} ${format}`)
  const text = json
    ? JSON.stringify({ version, commit, formats })
    : `regista ${version}\ncommit ${commit}\nformats: ${listed.join(', ')}`
  currentCall().stdout.write(`${text}\n`)
}
