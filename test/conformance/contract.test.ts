import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { exampleRelease } from '../../src/http/testing/example-release.ts'
import { startPostgres } from '../../src/storage/testing/postgres.ts'
import { ROOT } from '../testing/source-tree.ts'
import { ACCOUNTING, CONTRACT } from './contract/contract.ts'
import { openScene, type Scene } from './scene.ts'
import { hasTest } from './test-names.ts'

/*
 * The contract, sentence by sentence, over real ports: all of it on SQLite and on PostgreSQL, and what is about units
 * also with two servers that share one PostgreSQL. A sentence is proved here, or by a test elsewhere that must exist;
 * or it says why no test can ask.
 */

const release = await exampleRelease()
const postgres = await startPostgres()
after(async () => {
  await postgres[Symbol.asyncDispose]()
  release.close()
})

const PLACES = [
  ['on SQLite', CONTRACT, () => openScene(release, { servers: 1 })],
  ['on PostgreSQL', CONTRACT, () => openScene(release, { servers: 1, databaseUrl: postgres.url })],
  [
    'with two servers on one PostgreSQL',
    ACCOUNTING,
    () => openScene(release, { servers: 2, databaseUrl: postgres.url }),
  ],
] as const

const sentencesOf = (section: (typeof CONTRACT)[string]) => [section].flat().flatMap((part) => Object.entries(part))

describe('the contract', { concurrency: PLACES.length }, () => {
  // Those of one place one after the other: some stop its clock or take its data away for a while.
  for (const [place, sections, open] of PLACES)
    describe(place, { concurrency: 1 }, () => {
      let scene: Scene
      before(async () => {
        scene = await open()
      })
      after(() => scene[Symbol.asyncDispose]())
      for (const [name, section] of Object.entries(sections))
        describe(name, () => {
          for (const [promise, proof] of sentencesOf(section))
            if (typeof proof === 'function') test(promise, () => proof(scene))
        })
    })
})

const ALL = Object.values(CONTRACT).flatMap(sentencesOf)

test('no sentence is repeated, and at least 250 of them are tested', () => {
  const promises = ALL.map(([promise]) => promise)
  const repeated = promises.filter((promise, i) => promises.indexOf(promise) !== i)
  assert.deepEqual(repeated, [])
  assert(250 <= ALL.filter(([, proof]) => typeof proof === 'function').length)
})

test('every other sentence names an existing test, or the reason why there is none', () => {
  for (const [promise, proof] of ALL) {
    if (typeof proof === 'function') continue
    if ('because' in proof) assert.notEqual(proof.because, '', promise)
    else {
      const text = readFileSync(join(ROOT, proof.file), 'utf8')
      assert(hasTest(text, proof.test), `${promise}: there is no test "${proof.test}" in ${proof.file}`)
    }
  }
})

test('a test is found by its name, also if a row of its table is a part of the name', () => {
  const text = `const ROWS = [['one', 'x', '']]\ntest('plain', f)\ntest(\`row \${row}: it is \${what}, so\`, f)`
  const names = ['plain', 'row one: it is x, so', 'row two: it is x, so', 'row one: it is x', 'plai', '']
  const found = names.filter((name) => hasTest(text, name))
  assert.deepEqual(found, ['plain', 'row one: it is x, so'])
})
