import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { ROOT } from './testing/source-tree.ts'
import { count, flag, oneOf, parseTrial, seconds, seed, text } from './testing/trial.ts'

const TRIAL = {
  name: 'torture:example',
  what: 'Tries it.',
  options: {
    kills: count('how often', 20),
    seeds: count('how many', undefined),
    seed,
    seconds: seconds('each', 0.5),
    database: oneOf('where', ['sqlite', 'postgres'], 'sqlite'),
    theme: text('which', '', /^[a-z]*$/),
    write: flag('keeps it'),
  },
}
const DEFAULTS = { kills: 20, seeds: undefined, seed: 1, seconds: 0.5, database: 'sqlite', theme: '', write: false }

const ACCEPTED: readonly (readonly [words: string, values: object])[] = [
  ['', {}],
  ['--kills 3 --seed 0', { kills: 3, seed: 0 }],
  ['--kills=3 --seeds 200000', { kills: 3, seeds: 200_000 }],
  ['--seconds 10', { seconds: 10 }],
  ['--seconds 0.25', { seconds: 0.25 }],
  ['--database postgres --write', { database: 'postgres', write: true }],
  ['--theme streets', { theme: 'streets' }],
]

const WRONG: readonly (readonly [words: string, message: RegExp])[] = [
  ['--kills 0', /--kills .* '0' .* from 1 on/],
  ['--kills 5oo', /--kills .* '5oo'/],
  ['--kills 1e3', /--kills/],
  ['--kills -3', /--kills/],
  ['--kills', /--kills/],
  ['--seed x', /--seed .* 'x'/],
  ['--seed 1.5', /--seed/],
  ['--seconds 0', /--seconds/],
  ['--seconds 0.000', /--seconds/],
  ['--database postgresql', /--database .* sqlite, postgres/],
  ['--theme A', /--theme/],
  ['--kill 3', /--kill/],
  ['3', /arguments/],
]

describe('a command line of a trial', () => {
  for (const [words, values] of ACCEPTED) {
    test(`is accepted: ${words || 'no arguments'}`, () => {
      const reading = parseTrial(TRIAL, words.split(' ').filter(Boolean))
      assert.deepEqual(reading, { outcome: 'parsed', values: { ...DEFAULTS, ...values } })
    })
  }

  for (const [words, message] of WRONG) {
    test(`is rejected in one line: ${words}`, () => {
      const reading = parseTrial(TRIAL, words.split(' '))
      assert(reading.outcome === 'wrong', reading.outcome)
      assert.match(reading.message, message)
      assert.doesNotMatch(reading.message, /\n/)
    })
  }

  test('gets with --help every option with its default', () => {
    const reading = parseTrial(TRIAL, ['--help'])
    assert(reading.outcome === 'help', reading.outcome)
    for (const name of Object.keys(TRIAL.options)) assert.match(reading.text, new RegExp(`--${name} `))
    assert.match(reading.text, /default: 20/)
  })
})

describe('a trial or benchmark of package.json', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const trials = Object.entries(scripts).filter(([name]) => /^(bench|torture):|^relevance$/.test(name))

  test('runs nothing and ends with 2 for wrong arguments, and with 0 for --help', () => {
    const path = join(ROOT, 'test/torture/import.ts')
    const ask = (...words: string[]) => spawnSync(process.execPath, [path, ...words], { encoding: 'utf8' })
    const wrong = ask('--kills', 'x')
    assert.deepEqual([wrong.status, wrong.stdout], [2, ''])
    assert.match(wrong.stderr, /^torture:import: .*--kills.*--help\)\n$/)
    const help = ask('--help')
    assert.deepEqual([help.status, help.stderr], [0, ''])
    assert.match(help.stdout, /npm run torture:import/)
  })

  test('exists more than ten times', () => assert(10 < trials.length))

  for (const [name, script] of trials) {
    test(`takes only its declared options: ${name}`, () => {
      const source = readFileSync(join(ROOT, script.split(' ').at(-1)!), 'utf8')
      assert.match(source, new RegExp(`readTrialOptions\\(\\{\\n +name: '${name}',`))
      assert.doesNotMatch(source, /parseArgs|process\.argv/)
    })
  }
})
