import { spawnSync } from 'node:child_process'
import { InputError } from '../src/stdx/input-error.ts'
import { endWithMessage } from './end-with-message.ts'
import { readManifest } from './manifest.ts'

/*
 * `node packaging/check-node.ts` fails if npm has a newer Node of the same major version than package.json pins. The
 * archives ship the pinned one.
 */

export function newestOf(versions: readonly string[]): string {
  return versions.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1)!
}

function checkNode(): void {
  for (const [name, pinned] of Object.entries(readManifest().optionalDependencies)) {
    const range = `${name}@${Number.parseInt(pinned, 10)}`
    const { status, stdout, stderr } = spawnSync('npm', ['view', range, 'version', '--json'], { encoding: 'utf8' })
    if (status !== 0) throw new InputError(`npm view ${range} failed:\n${stderr}`)
    const newest = newestOf([JSON.parse(stdout)].flat())
    if (newest !== pinned)
      throw new InputError(
        `${name} ${newest} is out, ${pinned} is pinned. Run: npm install --save-optional --save-exact ${name}@${newest}`,
      )
    console.log(`${name} ${pinned} is the newest.`)
  }
}

if (import.meta.main) endWithMessage(checkNode)
