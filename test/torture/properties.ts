import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text as readText } from 'node:stream/consumers'
import { PROPERTY_SEED } from '../../src/stdx/testing/properties.ts'
import { ROOT, sourcesBelow } from '../testing/source-tree.ts'
import { count, readTrialOptions, text, whole } from '../testing/trial.ts'

const chosen = readTrialOptions({
  name: 'torture:properties',
  what: 'Runs the test files that have properties with other seeds than npm test, about a minute each.',
  options: {
    seeds: count('how many', 20),
    from: whole('the first seed', 2),
    below: text('only the files below this folder, as in src/engine', ''),
  },
})

const files = ['src', 'sample', 'test', 'client'].flatMap(sourcesBelow).flatMap(({ path, text }) => {
  const isBelow = chosen.below === '' || path.startsWith(`${chosen.below.replace(/\/$/, '')}/`)
  return isBelow && path.endsWith('.test.ts') && /\bfc\.(assert|property)\(/.test(text) ? [path] : []
})
if (files.length === 0) {
  console.error(`torture:properties: no test file below ${chosen.below} has a property.`)
  process.exit(2)
}

let run: ChildProcess | undefined
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => run?.kill('SIGTERM'))

let redSeeds = 0
for (let seed = chosen.from; seed < chosen.from + chosen.seeds; seed++) {
  const said = await runSeed(seed)
  if (run?.killed) process.exit(130)
  console.log(said === undefined ? `seed ${seed}: green` : `seed ${seed}: red\n${said}`)
  if (said !== undefined) redSeeds += 1
}
console.log(`${chosen.seeds} seeds of ${files.length} files, ${redSeeds} red`)
process.exitCode = redSeeds === 0 ? 0 : 1

/** What the run said of its failures, or undefined if it had none. */
async function runSeed(seed: number): Promise<string | undefined> {
  const child = spawn(process.execPath, ['test/run.ts', ...files], {
    cwd: ROOT,
    env: { ...process.env, [PROPERTY_SEED]: String(seed) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  run = child
  const [said, [code]] = await Promise.all([readText(child.stdout), once(child, 'exit')])
  if (code === 0) return undefined
  const failures = said.indexOf('✖ failing tests')
  return failures === -1 ? said : said.slice(failures)
}
