import assert from 'node:assert/strict'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { ReleaseFolder } from '../release/release.ts'
import { systemSleep } from '../stdx/sleep.ts'
import { cases } from '../stdx/testing/cases.ts'
import { CURRENT_PATH, WITHDRAWN_PATH } from './layout.ts'
import { idOfDay, makeRelease, NEW, OLD, timeOfDay, withdrawal } from './testing/releases.ts'
import { Follower, makeKeys, Publisher } from './testing/roles.ts'
import { filesAsked, makeFolder, SCENES } from './testing/scene.ts'

const WITHDRAWN = withdrawal('1')

function damage(path: string): void {
  const bytes = readFileSync(path)
  bytes[0]! ^= 1
  writeFileSync(path, bytes)
}

/** The only file of a folder of a store with this text in it. */
function findFile(dir: string, text: string): string {
  const path = readdirSync(dir).find((name) => readFileSync(join(dir, name), 'utf8').includes(text))
  return join(dir, path!)
}

function inodeOf(folder: ReleaseFolder, id: string, name: string): number {
  return statSync(join(folder.path(id), name)).ino
}

type Spoiling = (text: string) => string | null

/** What becomes of a file of the store. Null: it is removed. */
const FAULTS = cases<[what: string, path: string, spoil: Spoiling, message: string]>`
  its files have another content | files                         | ${(text: string) => `j${text.slice(1)}`} | other content
  a file is cut off              | files                         | ${() => 'ind'}                           | has 3 bytes; 9 were expected
  a file is gone                 | files                         | ${() => null}                            | files/
  the manifest is another        | manifests/${idOfDay(2)}.json  | ${(text: string) => `[${text.slice(1)}`} | differs from its hash
  the manifest is gone           | manifests/${idOfDay(2)}.json  | ${() => null}                            | is missing
  the document is torn           | ${CURRENT_PATH}               | ${() => '{"format": 1,'}                 | not JSON
  the document is huge           | ${CURRENT_PATH}               | ${() => ' '.repeat(1e6)}                 | 65536
  the document is gone           | ${CURRENT_PATH}               | ${() => null}                            | nothing is published
  the withdrawals are damaged    | ${WITHDRAWN_PATH}             | ${() => '{}'}                            | withdrawn.json
  the withdrawals are gone       | ${WITHDRAWN_PATH}             | ${() => null}                            | withdrawn.json is gone
`

/** Changes a file, or the one of the folder `files` with `index new` in it. */
function spoilStore(dir: string, path: string, spoil: Spoiling): void {
  const file = path === 'files' ? findFile(join(dir, path), 'index new') : join(dir, path)
  const text = spoil(readFileSync(file, 'utf8'))
  if (text === null) rmSync(file)
  else writeFileSync(file, text)
}

for (const [kind, open] of Object.entries(SCENES)) {
  describe(`a server that follows a store of the kind ${kind}`, () => {
    test('fetches the first release at once, and of the next one only what it lacks', async () => {
      await using scene = await open()
      const publisher = new Publisher(scene.writer)
      const follower = new Follower(scene.reader)
      assert.equal(await follower.check(), null)
      assert.match(follower.problem!, /nothing is published for this build/)
      await publisher.publish(1, OLD)
      assert.equal(await follower.check(), idOfDay(1))
      assert.equal(follower.problem, undefined)
      assert.deepEqual(follower.waits, [])
      await publisher.publish(2, NEW)
      if (scene.server !== undefined) scene.server.requests.length = 0
      assert.equal(await follower.check(), idOfDay(2))
      assert.equal(readFileSync(join(follower.folder.path(idOfDay(2)), 'companies-sk.index'), 'utf8'), 'index new')
      const name = 'addresses-sk.index'
      assert.equal(inodeOf(follower.folder, idOfDay(2), name), inodeOf(follower.folder, idOfDay(1), name))
      if (scene.server !== undefined)
        assert.equal(scene.server.requests.filter((request) => request.includes('/files/')).length, 3)
      const names = [idOfDay(1), idOfDay(2), 'current', 'store.json', 'withdrawn.json']
      assert.deepEqual(readdirSync(follower.folder.dir).toSorted(), names)
    })

    test('applies withdrawals and restored records, also while no release changes', async () => {
      await using scene = await open()
      const publisher = new Publisher(scene.writer)
      await publisher.publish(1, OLD)
      const follower = new Follower(scene.reader)
      await follower.check()
      assert.deepEqual(follower.folder.withdrawals(), [])
      await publisher.store.changeWithdrawals(() => [WITHDRAWN], timeOfDay(2))
      await follower.check()
      assert.deepEqual(follower.folder.withdrawals(), [WITHDRAWN])
      await publisher.store.changeWithdrawals(() => [], timeOfDay(3))
      await follower.check()
      assert.deepEqual(follower.folder.withdrawals(), [])
    })

    // The kinds differ in how they read, not in what is compared: each fault is tried in a folder, some over http.
    const every = { folder: 1, web: 2, s3: 4 }[kind]!
    for (const [what, path, spoil, message] of FAULTS.filter((_, i) => i % every === 0)) {
      test(`goes on with the release before if ${what}, says so, and recovers`, async () => {
        await using scene = await open()
        const publisher = new Publisher(scene.writer)
        await publisher.publish(1, OLD)
        const follower = new Follower(scene.reader)
        await follower.check()
        await publisher.publish(2, NEW)
        const saved = makeFolder()
        cpSync(scene.dir, saved, { recursive: true })
        spoilStore(scene.dir, path, spoil)
        assert.equal(await follower.check(), idOfDay(1))
        assert(follower.problem!.includes(message), follower.problem!)
        cpSync(saved, scene.dir, { recursive: true })
        follower.nowMs += 600_000
        assert.equal(await follower.check(), idOfDay(2))
        assert.equal(follower.problem, undefined)
      })
    }

    test('takes nothing from a publisher whose clock is a day behind, says so, and follows it when its clock is right', async () => {
      await using scene = await open()
      const publisher = new Publisher(scene.writer)
      await publisher.publish(5, OLD)
      const follower = new Follower(scene.reader)
      await follower.check()
      for (const day of [6, 7]) {
        await publisher.publish(day, NEW, { nowMs: timeOfDay(day - 4) })
        assert.equal(await follower.check(), idOfDay(5))
        assert.match(follower.problem!, /Look at the clock of the publisher, then publish again\./)
      }
      await publisher.publish(8, NEW)
      assert.equal(await follower.check(), idOfDay(8))
      assert.equal(follower.problem, undefined)
    })

    test('takes nothing back when the store shows an earlier state, also after a restart', async () => {
      await using scene = await open()
      const publisher = new Publisher(scene.writer)
      await publisher.publish(1, OLD, { withdrawals: [] })
      const yesterday = makeFolder()
      cpSync(scene.dir, yesterday, { recursive: true })
      await publisher.publish(2, NEW, { withdrawals: [WITHDRAWN] })
      const follower = new Follower(scene.reader)
      await follower.check()
      cpSync(join(yesterday, CURRENT_PATH), join(scene.dir, CURRENT_PATH))
      assert.equal(await follower.check(), idOfDay(2))
      assert.match(follower.problem!, /current\/.* it is an earlier state/)
      cpSync(yesterday, scene.dir, { recursive: true })
      for (const one of [follower, new Follower(scene.reader, { folder: follower.folder })]) {
        assert.equal(await one.check(), idOfDay(2))
        assert.match(one.problem!, /earlier state/)
        assert.deepEqual(one.folder.withdrawals(), [WITHDRAWN])
      }
      await publisher.publish(3, OLD, { withdrawals: [WITHDRAWN] })
      assert.equal(await follower.check(), idOfDay(3))
      assert.equal(follower.problem, undefined)
    })
  })
}

describe('a server that follows a store', () => {
  test('waits at random before it switches, but not if it serves nothing', async () => {
    await using scene = await SCENES.folder()
    const publisher = new Publisher(scene.writer)
    const follower = new Follower(scene.reader, { spreadMs: 30_000 })
    await publisher.publish(1, OLD)
    await follower.check()
    assert.deepEqual(follower.waits, [])
    for (let day = 2; day <= 9; day++) {
      await publisher.publish(day, day % 2 === 0 ? NEW : OLD)
      await follower.check()
    }
    assert.equal(follower.waits.length, 8)
    assert(follower.waits.every((ms) => 0 <= ms && ms < 30_000))
    assert(5_000 < Math.max(...follower.waits) - Math.min(...follower.waits))
  })

  test('tries a release that it cannot fetch again after longer and longer times, and a later one at once', async () => {
    await using scene = await SCENES.web()
    const publisher = new Publisher(scene.writer)
    await publisher.publish(1, OLD)
    damage(findFile(join(scene.dir, 'files'), 'index old'))
    const follower = new Follower(scene.reader)
    const tries: number[] = []
    const startMs = follower.nowMs
    for (; follower.nowMs < startMs + 200_000; follower.nowMs += 5_000) {
      scene.server!.requests.length = 0
      await follower.check()
      if (scene.server!.requests.some((request) => request.includes('/files/')))
        tries.push((follower.nowMs - startMs) / 1000)
    }
    assert.deepEqual(tries, [0, 5, 15, 35, 75, 155])
    await publisher.publish(2, NEW)
    assert.equal(await follower.check(), idOfDay(2))
  })

  test('compares a local file with its hash before it links it, and fetches it if it differs', async () => {
    await using scene = await SCENES.folder()
    const publisher = new Publisher(scene.writer)
    await publisher.publish(1, OLD)
    const follower = new Follower(scene.reader)
    await follower.check()
    damage(join(follower.folder.path(idOfDay(1)), 'addresses-sk.index'))
    await publisher.publish(2, NEW)
    assert.equal(await follower.check(), idOfDay(2))
    assert.equal(readFileSync(join(follower.folder.path(idOfDay(2)), 'addresses-sk.index'), 'utf8'), 'index same')
  })

  test('leaves what a local command switched to, until the store changes', async () => {
    await using scene = await SCENES.folder()
    const publisher = new Publisher(scene.writer)
    await publisher.publish(1, OLD)
    const follower = new Follower(scene.reader)
    await follower.check()
    follower.folder.switchTo(makeRelease(follower.folder, idOfDay(2), NEW))
    assert.equal(await follower.check(), idOfDay(2))
    assert.equal(follower.problem, undefined)
    await publisher.publish(3, OLD)
    assert.equal(await follower.check(), idOfDay(3))
  })

  test('fetches a release again whose local folder was deleted', async () => {
    await using scene = await SCENES.web()
    await new Publisher(scene.writer).publish(1, OLD)
    const follower = new Follower(scene.reader)
    for (let times = 0; times < 2; times++) await follower.check()
    rmSync(follower.folder.path(idOfDay(1)), { recursive: true })
    assert.equal(await follower.check(), idOfDay(1))
    assert.equal(existsSync(follower.folder.path(idOfDay(1))), true)
  })

  test('that also publishes has the release already, and fetches nothing', async () => {
    await using scene = await SCENES.web()
    const publisher = new Publisher(scene.writer)
    const follower = new Follower(scene.reader, { folder: publisher.folder })
    await publisher.publish(1, OLD)
    assert.equal(await follower.check(), idOfDay(1))
    assert.equal(filesAsked(scene).length, 0)
  })

  test('keeps the last two releases that it fetched, and removes none that others may still read', async () => {
    await using scene = await SCENES.folder()
    const publisher = new Publisher(scene.writer)
    const follower = new Follower(scene.reader)
    const own = makeRelease(follower.folder, idOfDay(9), OLD)
    for (const day of [1, 2, 3]) {
      await publisher.publish(day, day === 2 ? NEW : OLD)
      await follower.check()
    }
    assert.deepEqual(follower.folder.ids(), [idOfDay(1), idOfDay(2), idOfDay(3), own])
    follower.nowMs = statSync(join(follower.folder.dir, 'current')).mtimeMs + 600_001
    await follower.check()
    assert.deepEqual(follower.folder.ids(), [idOfDay(2), idOfDay(3), own])
  })

  test('follows the document of its own format, whatever other builds publish', async () => {
    await using scene = await SCENES.folder()
    const publisher = new Publisher(scene.writer)
    await publisher.publish(1, OLD)
    const newer = CURRENT_PATH.replace(/[^/]*$/, '9-companies-9-9-addresses-9-9.json')
    writeFileSync(join(scene.dir, newer), '{"format": 9}')
    writeFileSync(join(scene.dir, `manifests/${idOfDay(2)}.json`), '{"format": 9}')
    const follower = new Follower(scene.reader)
    assert.equal(await follower.check(), idOfDay(1))
    assert.equal(follower.problem, undefined)
    rmSync(join(scene.dir, CURRENT_PATH))
    assert.equal(await new Follower(scene.reader, { folder: follower.folder }).check(), idOfDay(1))
  })

  test('with a public key refuses what is not signed by its pair, and goes on with what it has', async () => {
    await using scene = await SCENES.folder()
    const { signingKey, publicKey } = makeKeys()
    await new Publisher(scene.writer, { signingKey }).publish(1, OLD)
    const follower = new Follower(scene.reader, { keys: { publicKey } })
    assert.equal(await follower.check(), idOfDay(1))
    for (const path of [CURRENT_PATH, WITHDRAWN_PATH]) rmSync(join(scene.dir, path))
    const unsigned = new Publisher(scene.writer)
    await unsigned.publish(2, NEW, { withdrawals: [WITHDRAWN] })
    assert.equal(await follower.check(), idOfDay(1))
    assert.match(follower.problem!, /is not signed/)
    assert.deepEqual(follower.folder.withdrawals(), [])
    await new Publisher(scene.writer, { signingKey, resign: true }).publish(3, NEW)
    assert.equal(await follower.check(), idOfDay(3))
    assert.equal(follower.problem, undefined)
    assert.deepEqual(follower.folder.withdrawals(), [WITHDRAWN])
  })

  for (const [what, spoil] of [
    ['is missing', (path: string) => rmSync(path)],
    ['is that of yesterday', (path: string, yesterday: string) => writeFileSync(path, yesterday)],
  ] as const) {
    test(`serves no release if the list of withdrawn records ${what}`, async () => {
      await using scene = await SCENES.folder()
      const publisher = new Publisher(scene.writer)
      await publisher.publish(1, OLD)
      const path = join(scene.dir, WITHDRAWN_PATH)
      const yesterday = readFileSync(path, 'utf8')
      await publisher.publish(2, NEW, { withdrawals: [WITHDRAWN] })
      spoil(path, yesterday)
      const follower = new Follower(scene.reader)
      assert.equal(await follower.check(), null)
      assert.match(follower.problem!, /missing or older/)
      await publisher.publish(3, NEW, { withdrawals: [WITHDRAWN] })
      assert.equal(await follower.check(), idOfDay(3))
    })
  }

  test('says that a second server fetches into the same folder, and leaves it alone', async () => {
    await using scene = await SCENES.folder()
    await new Publisher(scene.writer).publish(1, OLD)
    const stop = new AbortController()
    const tools = { signal: stop.signal, sleep: systemSleep }
    const first = new Follower(scene.reader, tools)
    const running = first.run()
    let problem: string | undefined
    const report = (status: { readonly problem: string | undefined }): void => {
      problem = status.problem
      stop.abort()
    }
    const second = new Follower(scene.reader, { ...tools, folder: first.folder, report })
    await Promise.all([running, second.run()])
    assert.match(problem!, /another server fetches/)
  })

  test('says that its store is no folder: a volume that is not mounted is no empty store', async () => {
    await using scene = await SCENES.folder()
    await new Publisher(scene.writer).publish(1, OLD)
    const follower = new Follower(scene.reader)
    await follower.check()
    rmSync(scene.dir, { recursive: true })
    assert.equal(await follower.check(), idOfDay(1))
    assert.match(follower.problem!, /no folder. Mount the volume/)
    assert.equal(follower.log.at(-1), 'the store has a problem')
  })
})
