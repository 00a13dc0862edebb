import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { ROOT } from './testing/source-tree.ts'
import { count, oneOf, readTrialOptions } from './testing/trial.ts'

/*
 * Runs a room as on a machine that is slow and shared: on one processor, with a lower priority than the busy processes
 * beside it. Prints how long it took, the processor time of its processes, and every red test.
 */

const { room, burners } = readTrialOptions({
  name: 'test:slow',
  what: 'Run the tests of a room on one processor, beside busy processes of a higher priority. Linux only.',
  options: {
    room: oneOf('test or test:system', ['test', 'test:system'], 'test'),
    burners: count('how many busy processes run beside it (default: 3, for test:system 1)', undefined),
  },
})

/** All limits of the tests are multiplied by it. */
const PATIENCE = '10'
/** Of /proc, on every Linux. */
const TICKS_PER_SECOND = 100
const ON_ONE = ['-c', '0'] as const
const SCRIPTS = { test: ['test/run.ts'], 'test:system': ['test/run.ts', 'test/system'] } as const

const busy: ChildProcess[] = []
const endAll = (): void => {
  for (const one of busy) one.kill('SIGKILL')
}
process.once('exit', endAll)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
for (let n = burners ?? (room === 'test' ? 3 : 1); 0 < n; n--)
  busy.push(spawn('taskset', [...ON_ONE, process.execPath, '-e', 'for (;;);'], { stdio: 'ignore' }))
const startedMs = performance.now()
const tests = spawn('taskset', [...ON_ONE, 'nice', '-n', '5', process.execPath, ...SCRIPTS[room]], {
  cwd: ROOT,
  env: { ...process.env, REGISTA_TEST_PATIENCE: PATIENCE },
  stdio: ['ignore', 'pipe', 'inherit'],
})
const ended = once(tests, 'close')
let isSummary = false
for await (const line of createInterface({ input: tests.stdout })) {
  isSummary ||= line.startsWith('ℹ tests')
  if (isSummary || /^\s*✖/.test(line)) process.stdout.write(`${line}\n`)
}
const [code] = (await ended) as [number | null]
const processorSeconds = readChildTicks() / TICKS_PER_SECOND
endAll()
process.stdout.write(
  `${room} beside ${busy.length} busy processes: ${Math.round((performance.now() - startedMs) / 1000)} s, ${Math.round(processorSeconds)} s of processor, exit code ${code}\n`,
)
process.exitCode = code === 0 ? 0 : 1

/** The processor time of the children that have ended, theirs included. The busy ones have not ended. */
function readChildTicks(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]!.split(' ')
  return Number(fields[13]) + Number(fields[14])
}
