import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { ROOT } from '../testing/source-tree.ts'
import type { MutantResult } from './mutant-run.ts'
import type { Patch } from './patches.ts'

/** Runs one test file in a process that loads the product with these patches. */
export async function runTest(
  file: string,
  patches: readonly Patch[],
): Promise<Pick<MutantResult, 'end' | 'seeds' | 'message'>> {
  const hooks = fileURLToPath(new URL('./patched-process.ts', import.meta.url))
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const child = spawn(process.execPath, ['--import', hooks, '--test-reporter=spec', '--test-force-exit', file], {
    cwd: ROOT,
    env: { ...env, REGISTA_TEST_PATCHES: JSON.stringify(patches) },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: TEST_MAX_MS,
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  if ((await ended) === 0) return { end: 'not_caught', seeds: 0, message: '' }
  const failed = /^ *✖ (.*) \([\d.]+ms\)$/m.exec(output)?.[1]
  const end = failed !== undefined && FOUND.test(output) && !NO_LEDGER.test(output) ? 'caught' : 'broken'
  return { end, seeds: 0, message: failed ?? errors }
}

/** A test file that takes longer waits for something that never comes. */
const TEST_MAX_MS = 300_000

/** An assertion of the test or of the ledger, rows that the ledger finds damaged, or an error of the database. */
const FOUND =
  /ERR_ASSERTION|assertion failed|Damage: |violates (check|not-null|unique)|constraint failed|deadlock detected/

/** What a patch with a typing error causes, in TypeScript or in SQL. */
const NO_LEDGER = /SyntaxError|ReferenceError|syntax error|no such (column|table)|(column|relation) .* does not exist/
