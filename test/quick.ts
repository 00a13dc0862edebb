import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './testing/source-tree.ts'

/*
 * For a change in hand: types, format, and the tests of the folders and test files that differ from the last commit.
 * `npm test` runs everything.
 */

function run(command: string, args: readonly string[]): string {
  const { status, stdout } = spawnSync(command, args, {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['inherit', command === 'git' ? 'pipe' : 'inherit', 'inherit'],
  })
  if (status !== 0) process.exit(status ?? 1)
  return stdout ?? ''
}

/** `src/text/words.ts` belongs to src/text; a test file outside of src is run itself. */
function testsOf(path: string): string | undefined {
  const folder = /^(?:src\/[^/]+|client|sample)(?=\/)/.exec(path)?.[0]
  return folder ?? (path.endsWith('.test.ts') ? path : undefined)
}

const status = run('git', ['status', '--porcelain', '--untracked-files=all', '--no-renames'])
const changed = status
  .split('\n')
  .map((line) => line.slice(3))
  .filter((path) => path !== '' && existsSync(join(ROOT, path)))
const tests = new Set(changed.map(testsOf).filter((one) => one !== undefined))
run('npx', ['tsc', '--noEmit'])
if (changed.length !== 0) run('npx', ['biome', 'check', '--error-on-warnings', '--no-errors-on-unmatched', ...changed])
if (tests.size === 0) process.stdout.write('no folder with tests has changed since the last commit\n')
else run('node', ['test/run.ts', ...tests])
