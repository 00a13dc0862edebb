import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { idOfDay, timeOfDay } from './testing/releases.ts'
import { Follower, Publisher } from './testing/roles.ts'
import { SCENES, type Scene, setTimes } from './testing/scene.ts'
import { asked, assertSame, contentsOf, forget, PAGE, PAGES, prepare } from './testing/two-days.ts'

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

/** Publishes from the third day to another one, and lets the store remove what is old. */
async function publishMany(scene: Scene, publisher: Publisher, last: number): Promise<void> {
  for (let day = 3; day <= last; day++) {
    setTimes(scene, 1)
    const small = { companies: `day ${day}`, addresses: null }
    await publisher.publish(day, last - day < 3 ? contentsOf(day) : small)
  }
}

describe('a server that follows a store', () => {
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

  test('that was away for thirty releases, which the store has removed, fetches the last one', async () => {
    await using scene = await SCENES.web()
    const { publisher, follower } = await prepare(scene)
    await publishMany(scene, publisher, 32)
    assert.equal(readdirSync(join(scene.dir, 'manifests')).length, 5)
    forget(scene)
    follower.nowMs = timeOfDay(33)
    assert.equal(await follower.check(), idOfDay(32))
    assert.deepEqual(asked(scene), { patches: 3, packed: 3, files: 0 })
    assertSame(follower, publisher, idOfDay(32))
  })

  for (const form of ['patches', 'packed', 'files'])
    test(`fetches the next release if the store removes ${form} of the last one while it fetches them`, async () => {
      await using scene = await SCENES.web()
      const { publisher, follower } = await prepare(scene)
      if (form !== 'patches') rmSync(join(scene.dir, 'patches'), { recursive: true })
      if (form === 'files') rmSync(join(scene.dir, 'packed'), { recursive: true })
      let published: Promise<unknown> | undefined
      scene.server!.fault = (request) => {
        if (published !== undefined || !request.includes(`/${form}/`)) return undefined
        published = publishMany(scene, publisher, 9)
        return { after: published }
      }
      await follower.check()
      await published
      assert.equal(await follower.check(), idOfDay(9))
      assertSame(follower, publisher, idOfDay(9))
      assert.equal(follower.problem, undefined)
    })

  test('fetches the files as they are if the disk fills while a form is unpacked, and names the disk', async () => {
    await using scene = await SCENES.web()
    const { publisher } = await prepare(scene)
    const follower = new Follower(scene.reader)
    const { files } = JSON.parse(readFileSync(join(publisher.folder.path(idOfDay(2)), 'manifest.json'), 'utf8'))
      .segments[0]
    const downloads = join(follower.folder.dir, '.store-downloads')
    mkdirSync(downloads)
    for (const { sha256 } of files) symlinkSync('/dev/full', join(downloads, `${sha256}.made`))
    assert.equal(await follower.check(), idOfDay(2))
    assertSame(follower, publisher, idOfDay(2))
    assert.deepEqual(asked(scene), { patches: 0, packed: 3, files: 3 })
    assert.equal(follower.faults.length, 3)
    for (const { problem } of follower.faults)
      assert.match(problem, /store-downloads\/.* cannot be written: the disk is full/)
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

  test('and a publisher do without a patch of a file that is gone', async () => {
    await using scene = await SCENES.web()
    const { publisher, follower } = await prepare(scene)
    for (const { folder } of [follower, publisher]) rmSync(join(folder.path(idOfDay(1)), 'companies-sk.index'))
    assert.equal(await follower.check(), idOfDay(2))
    assert.deepEqual(asked(scene), { patches: 2, packed: 1, files: 0 })
    await publisher.publish(3, contentsOf(3))
    assert.equal(await follower.check(), idOfDay(3))
    assertSame(follower, publisher, idOfDay(3))
  })

  test('finds no form of a file that no kept release has', async () => {
    await using scene = await SCENES.folder()
    const publisher = new Publisher(scene.writer)
    for (let day = 1; day <= 15; day++) await publisher.publish(day, contentsOf(day))
    setTimes(scene, 1)
    await publisher.publish(16, contentsOf(16))
    const kept = new Set(readdirSync(join(scene.dir, 'files')))
    assert.equal(kept.size, 5 * 3)
    for (const folder of ['packed', 'patches']) {
      const names = readdirSync(join(scene.dir, folder))
      assert(0 < names.length)
      for (const name of names)
        assert(
          name.split('-').every((hash) => kept.has(hash)),
          name,
        )
    }
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
      const fault = scene.server!.fault
      scene.server!.fault = (request) =>
        /\/(current|manifests)\//.test(request) ? undefined : (fault(request) ?? { status: 503 })
      assert.equal(await follower.check(), idOfDay(1))
      scene.server!.fault = () => undefined
      forget(scene)
      const again = new Follower(scene.reader, { folder: follower.folder })
      assert.equal(await again.check(), idOfDay(2))
      assert.equal(scene.server!.requests.filter((request) => / bytes=[1-9]/.test(request)).length, 1)
      assertSame(again, publisher, idOfDay(2))
    })

  test('and is killed at any step of a patch, ends with the release all the same', async () => {
    await using scene = await SCENES.folder()
    const { publisher, follower } = await prepare(scene)
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
