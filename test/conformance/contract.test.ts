import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { exampleRelease } from '../../src/http/testing/example-release.ts'
import { startPostgres, type TestPostgres } from '../../src/storage/testing/postgres.ts'
import { ROOT } from '../testing/source-tree.ts'
import { ACCOUNTING, CONTRACT } from './contract/contract.ts'
import { openScene, type Scene } from './scene.ts'
import type { Sentence } from './sentence.ts'

/*
 * The contract, sentence by sentence, over real ports: all of it on SQLite and on PostgreSQL, and what is about units
 * also with two nodes that share one PostgreSQL. A sentence is proved here, or by a test elsewhere that must exist; or
 * it says why no test can ask.
 */

let postgres: TestPostgres
let release: Awaited<ReturnType<typeof exampleRelease>>
before(async () => {
  release = await exampleRelease()
  postgres = await startPostgres()
})
after(async () => {
  await postgres[Symbol.asyncDispose]()
  release.close()
})

const PLACES = [
  ['on SQLite', CONTRACT, () => openScene(release, { nodes: 1 })],
  ['on PostgreSQL', CONTRACT, () => openScene(release, { nodes: 1, databaseUrl: postgres.url })],
  ['with two nodes on one PostgreSQL', ACCOUNTING, () => openScene(release, { nodes: 2, databaseUrl: postgres.url })],
] as const

describe('the contract', { concurrency: PLACES.length }, () => {
  // Those of one place one after the other: some stop its clock or take its data away for a while.
  for (const [place, sections, open] of PLACES)
    describe(place, { concurrency: 1 }, () => {
      let scene: Scene
      before(async () => {
        scene = await open()
      })
      after(() => scene[Symbol.asyncDispose]())
      for (const [section, sentences] of Object.entries<readonly Sentence[]>(sections))
        describe(section, () => {
          for (const [promise, proof] of sentences) if (typeof proof === 'function') test(promise, () => proof(scene))
        })
    })
})

const ALL = Object.values(CONTRACT).flat()

test('no sentence is repeated, and at least 250 of them are tested', () => {
  const promises = ALL.map(([promise]) => promise)
  assert.deepEqual(
    promises.filter((promise, i) => promises.indexOf(promise) !== i),
    [],
  )
  assert(250 <= ALL.filter(([, proof]) => typeof proof === 'function').length)
})

test('every other sentence names an existing test, or the reason why there is none', () => {
  const others = ALL.flatMap(([promise, proof]) => (typeof proof === 'function' ? [] : [{ promise, ...proof }]))
  const named = others.filter((one) => 'test' in one)
  const names = testNames([...new Set(named.map(({ file }) => file))])
  for (const { promise, file, test: name } of named)
    assert(names[file]!.includes(name), `${promise}: there is no test "${name}" in ${file}`)
  for (const one of others) assert('test' in one || one.because !== '', one.promise)
})

function testNames(files: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const lister = join(ROOT, 'test/conformance/list-tests.ts')
  const { stdout, stderr } = spawnSync(process.execPath, [lister, ...files], { cwd: ROOT, encoding: 'utf8' })
  assert.notEqual(stdout, '', stderr)
  return JSON.parse(stdout)
}
