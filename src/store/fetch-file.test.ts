import assert from 'node:assert/strict'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { seededRandom } from '../stdx/random.ts'
import { cases } from '../stdx/testing/cases.ts'
import { type Contents, idOfDay } from './testing/releases.ts'
import { Follower, Publisher } from './testing/roles.ts'
import { SCENES, type Scene } from './testing/scene.ts'

const PAGE = 4096
const PAGES = 30
const random = seededRandom(1)
/** It can be packed, but not to nothing. */
const TEXT = Array.from({ length: PAGES * PAGE }, () => random.below(36).toString(36)).join('')

/** The files of one day differ from those of any other in one page. */
function contentsOf(day: number): Contents {
  const at = (day % PAGES) * PAGE
  return {
    companies: `${TEXT.slice(0, at)}${String(day).padStart(PAGE, '-')}${TEXT.slice(at + PAGE)}`,
    addresses: null,
  }
}

/** A server that has the release of the first day, and a store that has those of both. */
async function prepare(scene: Scene) {
  const publisher = new Publisher(scene.writer)
  await publisher.publish(1, contentsOf(1))
  const follower = new Follower(scene.reader)
  assert.equal(await follower.check(), idOfDay(1))
  await publisher.publish(2, contentsOf(2))
  forget(scene)
  return { publisher, follower }
}

function forget({ server }: Scene): void {
  server!.requests.length = 0
}

/** How often each form was asked for. */
function asked({ server }: Scene): Readonly<Record<string, number>> {
  const folders = server!.requests.map((request) => /\/(files|packed|patches)\//.exec(request)?.[1])
  return Object.fromEntries(['patches', 'packed', 'files'].map((one) => [one, folders.filter((f) => f === one).length]))
}

function assertSame(follower: Follower, publisher: Publisher, id: string): void {
  for (const name of readdirSync(publisher.folder.path(id)))
    assert(
      readFileSync(join(follower.folder.path(id), name)).equals(readFileSync(join(publisher.folder.path(id), name))),
    )
}

for (const [kind, open] of Object.entries(SCENES))
  if (kind !== 'folder')
    describe(`a server whose store is of the kind ${kind}`, () => {
      test('fetches patches of what it has, and packed files of what it lacks', async () => {
        await using scene = await open()
        const { publisher, follower } = await prepare(scene)
        assert.equal(await follower.check(), idOfDay(2))
        assert.deepEqual(asked(scene), { patches: 3, packed: 0, files: 0 })
        assertSame(follower, publisher, idOfDay(2))
        forget(scene)
        const empty = new Follower(scene.reader)
        assert.equal(await empty.check(), idOfDay(2))
        assert.deepEqual(asked(scene), { patches: 0, packed: 3, files: 0 })
        assertSame(empty, publisher, idOfDay(2))
      })
    })

/** What became of the forms in the store. */
const SPOILT = cases<[what: string, spoil: (form: Buffer, of: Buffer) => Buffer]>`
  are damaged                   | ${(form: Buffer) => form.map((byte, at) => (at === form.length - 9 ? byte ^ 1 : byte))}
  are cut off                   | ${(form: Buffer) => form.subarray(0, -9)}
  are those of other files      | ${(_: Buffer, other: Buffer) => other}
  are longer than their files   | ${() => Buffer.alloc(2 * PAGES * PAGE)}
  are web pages                 | ${() => Buffer.from('<!doctype html>')}
`

describe('a server that follows a store', () => {
  for (const [what, spoil] of SPOILT)
    test(`fetches the files as they are if patches and packed files ${what}, and says so once for each`, async () => {
      await using scene = await SCENES.web()
      const { publisher, follower } = await prepare(scene)
      const others = { packed: readForms(scene, 'packed'), patches: readForms(scene, 'patches') }
      for (const folder of ['packed', 'patches'] as const)
        for (const name of readdirSync(join(scene.dir, folder))) {
          const path = join(scene.dir, folder, name)
          const form = readFileSync(path)
          writeFileSync(path, spoil(form, others[folder].find((one) => !one.equals(form))!))
        }
      assert.equal(await follower.check(), idOfDay(2))
      assert.equal(asked(scene).files, 3)
      assertSame(follower, publisher, idOfDay(2))
      assert.equal(follower.log.filter((line) => line.includes('in a longer form')).length, 6)
      assert.equal(follower.problem, undefined)
    })

  test('that another version publishes to, fetches the files as they are', async () => {
    await using scene = await SCENES.web()
    const { publisher, follower } = await prepare(scene)
    for (const folder of ['packed', 'patches']) rmSync(join(scene.dir, folder), { recursive: true })
    assert.equal(await follower.check(), idOfDay(2))
    assertSame(follower, publisher, idOfDay(2))
    assert.deepEqual(
      follower.log.filter((line) => line.includes('in a longer form')),
      [],
    )
  })

  test('that was away for three releases fetches patches, and after more of them packed files', async () => {
    await using scene = await SCENES.web()
    const { publisher, follower } = await prepare(scene)
    for (const day of [3, 4]) await publisher.publish(day, contentsOf(day))
    forget(scene)
    assert.equal(await follower.check(), idOfDay(4))
    assert.deepEqual(asked(scene), { patches: 3, packed: 0, files: 0 })
    for (const day of [5, 6, 7, 8]) await publisher.publish(day, contentsOf(day))
    forget(scene)
    assert.equal(await follower.check(), idOfDay(8))
    assert.equal(asked(scene).packed, 3)
  })

  test('makes no use of a local file that is damaged', async () => {
    await using scene = await SCENES.web()
    const { publisher, follower } = await prepare(scene)
    const path = join(follower.folder.path(idOfDay(1)), 'companies-sk.index')
    const bytes = readFileSync(path)
    bytes[PAGES * PAGE - 9]! ^= 1
    writeFileSync(path, bytes)
    assert.equal(await follower.check(), idOfDay(2))
    assertSame(follower, publisher, idOfDay(2))
  })

  for (const folder of ['patches', 'packed'] as const)
    test(`goes on with the bytes that it has of ${folder} after a restart`, async () => {
      await using scene = await SCENES.s3()
      const { publisher, follower } = await prepare(scene)
      if (folder === 'packed') rmSync(join(scene.dir, 'patches'), { recursive: true })
      let dropped = 0
      scene.server!.fault = (request) => {
        if (!request.includes(`/${folder}/`)) return undefined
        dropped += 1
        return dropped === 1 ? { dropAfter: 1_000 } : { status: 503 }
      }
      assert.equal(await follower.check(), idOfDay(1))
      assert.equal(asked(scene).files, 0)
      scene.server!.fault = () => undefined
      forget(scene)
      const again = new Follower(scene.reader, { folder: follower.folder })
      assert.equal(await again.check(), idOfDay(2))
      assert.equal(scene.server!.requests.filter((request) => / bytes=[1-9]/.test(request)).length, 1)
      assertSame(again, publisher, idOfDay(2))
    })

  test('and is killed at any step of a patch, ends with the release all the same', async () => {
    await using scene = await SCENES.folder()
    const { publisher, follower } = await prepare({ ...scene, server: { requests: [] } as never })
    for (let steps = 0, isDone = false; !isDone; steps++) {
      const stop = new AbortController()
      let left = steps
      const killed = new Follower(scene.reader, {
        folder: follower.folder,
        signal: stop.signal,
        report: () => {
          left -= 1
          if (left < 0) stop.abort(new Error('killed'))
        },
      })
      isDone = (await killed.check()) === idOfDay(2)
      assert(steps < 200)
    }
    assertSame(follower, publisher, idOfDay(2))
  })
})

function readForms({ dir }: Scene, folder: string): Buffer[] {
  return readdirSync(join(dir, folder)).map((name) => readFileSync(join(dir, folder, name)))
}
