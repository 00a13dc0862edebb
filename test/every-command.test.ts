import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { COMMANDS } from '../src/cli/commands.ts'
import { regista } from './testing/regista.ts'

/* Mistakes that a person can make with each command, made from what its help says. */

const dir = mkdtempSync(join(tmpdir(), 'regista-every-'))
after(() => rmSync(dir, { recursive: true }))
const file = join(dir, 'a-file')
writeFileSync(file, '')
const nowhere = join(dir, 'nowhere')

interface Leaf {
  readonly path: readonly string[]
  readonly required: readonly string[]
  readonly takesMore: boolean
  /** Options with a value, each with the name of the value. */
  readonly options: readonly (readonly [option: string, value: string])[]
}

/** The commands below this one that have no command below them. */
async function findLeaves(path: readonly string[]): Promise<readonly Leaf[]> {
  const { code, stdout } = await regista([...path, '--help'])
  assert.equal(code, 0, path.join(' '))
  const [head, commands] = stdout.split(/^Commands:\n/m)
  if (commands !== undefined) {
    const names = [...commands.matchAll(/^ {2}([a-z][a-z-]*)/gm)].map(([, name]) => name!)
    const below = names.filter((name) => name !== 'help').map((name) => findLeaves([...path, name]))
    return (await Promise.all(below)).flat()
  }
  const [, usage] = /^Usage: ([^\n]*(?:\n[^\n]+)*)\n\n/.exec(head!)!
  const required = [...usage!.matchAll(/<([a-z]+)(?:\.\.\.)?>/g)].map(([, name]) => name!)
  const options = [...head!.matchAll(/^ {2}(--[a-z-]+) <([^>]+)>/gm)].map(([, name, value]) => [name!, value!] as const)
  return [{ path, required, takesMore: /\.\.\./.test(usage!), options }]
}

interface Mistake {
  readonly words: readonly string[]
  /** Undefined: one of those that mean a mistake. */
  readonly code?: number
}

function mistakesWith({ path, required, takesMore, options }: Leaf): readonly Mistake[] {
  const whole = [...path, ...required.map(() => '1')]
  const elsewhere = options.some(([name]) => name === '--data') ? ['--data', nowhere] : []
  return [
    { words: [...whole, '--nonsense'], code: 2 },
    ...(required.length === 0
      ? []
      : [
          { words: path, code: 2 },
          { words: whole.slice(0, -1), code: 2 },
        ]),
    ...(takesMore ? [] : [{ words: [...whole, '2', '3', '4', '5'], code: 2 }]),
    ...options.flatMap(([name]) => [
      { words: [...whole, ...elsewhere, name], code: 2 },
      { words: [...whole, ...elsewhere, name, '--json'], code: 2 },
    ]),
    ...options
      .filter(([, value]) => /^(?:n|port|units|percent|days|count|ms|limit|seconds|score)$/.test(value))
      .flatMap(([name]) => ['x', '-1', '1e99', ''].map((value) => ({ words: [...whole, name, value], code: 2 }))),
    ...(elsewhere.length === 0 ? [] : [file, ''].map((data) => ({ words: [...whole, '--data', data] }))),
  ]
}

const leaves = (await Promise.all(Object.keys(COMMANDS).map((name) => findLeaves([name])))).flat()

for (const leaf of leaves)
  test(`\`${leaf.path.join(' ')}\` answers each mistake with one line, and changes nothing`, async () => {
    for (const { words, code: wanted } of mistakesWith(leaf)) {
      const hasData = words.includes('--data') || !leaf.options.some(([name]) => name === '--data')
      const { code, stdout, stderr } = await regista(hasData ? words : [...words, '--data', nowhere])
      const what = `regista ${words.map((word) => word || "''").join(' ')}: ${code} ${stdout}${stderr}`
      assert(wanted === undefined ? code === 1 || code === 2 : code === wanted, what)
      assert.match(stderr, /^regista: [^\n]+\n$/, what)
      assert.doesNotMatch(stderr, /fault of Regista|undefined|\bat .*:\d+:\d+/, what)
      if (!words.includes('--json')) assert.equal(stdout, '', what)
      assert(!existsSync(nowhere), what)
    }
  })

test('the mistakes are at least 390, as many as a person once typed', () => {
  const count = leaves.flatMap(mistakesWith).length
  assert(390 <= count, `${count}`)
})
