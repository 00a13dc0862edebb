import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { InputError } from '../stdx/input-error.ts'
import { fc } from '../stdx/testing/properties.ts'
import type { CurrentRelease } from './acceptance.ts'
import { CURRENT_PATH, WITHDRAWN_PATH } from './layout.ts'
import { addWithdrawals, listStoredReleases, removeWithdrawals, rollBackStore } from './publish-to-store.ts'
import { ReleaseStore } from './release-store.ts'
import { dyingPlace, withEachCall } from './testing/dying-place.ts'
import { idOfDay, NEW, OLD, timeOfDay, withdrawal } from './testing/releases.ts'
import { Follower, makeKeys, Publisher } from './testing/roles.ts'
import { SCENES, type Scene, setTimes } from './testing/scene.ts'

function countFiles(scene: Scene): number {
  return readdirSync(join(scene.dir, 'files')).filter((name) => !name.startsWith('.')).length
}

async function withdrawnKeys(store: ReleaseStore): Promise<string[] | null> {
  const read = await store.readWithdrawals()
  return read === null || read === 'unchanged' ? null : read.list.map(({ sourceKey }) => sourceKey)
}

for (const kind of ['folder', 's3'] as const) {
  describe(`a publication to a store of the kind ${kind}`, () => {
    test('sends only files that the store lacks', async () => {
      await using scene = await SCENES[kind]()
      const publisher = new Publisher(scene.writer)
      assert.equal((await publisher.publish(1, OLD)).filesSent, 5)
      const second = await publisher.publish(2, NEW)
      assert.deepEqual([second.filesSent, second.filesKept], [3, 2])
      assert.equal(countFiles(scene), 8)
      assert.equal((await publisher.publish(3, NEW)).bytesSent, 0)
    })

    test('that is killed at any step leaves a whole release served', async () => {
      await using scene = await SCENES[kind]()
      const old = new Publisher(scene.writer)
      let { release: served } = (await old.publish(1, OLD)).current
      let died = 0
      for (let calls = 0, isNew = false; !isNew; calls += kind === 's3' ? 5 : 1) {
        const dying = dyingPlace(scene.writer, calls)
        const publication = new Publisher(dying).publish(2 + calls, { companies: `${calls}`, addresses: 'same' })
        await assert.rejects(publication, /killed/)
        died += 1
        const now = ((await old.store.readCurrent()) as CurrentRelease).release
        isNew = now === idOfDay(2 + calls)
        assert(isNew || now === served, `after ${calls} calls`)
        served = now
        const follower = new Follower(scene.reader)
        assert.equal(await follower.check(), served, `after ${calls} calls: ${follower.problem}`)
      }
      assert((kind === 's3' ? 2 : 12) < died, `it died ${died} times before the last write`)
      assert.equal((await old.publish(90, NEW)).current.release, idOfDay(90))
    })

    test('is sequenced by time, also if the store lost its documents or has damaged ones', async () => {
      await using scene = await SCENES[kind]()
      const publisher = new Publisher(scene.writer)
      const first = await publisher.publish(5, OLD)
      assert.equal(first.current.sequence, timeOfDay(5))
      const second = await publisher.publish(4, OLD)
      assert.equal(second.current.sequence, timeOfDay(5) + 1)
      writeFileSync(join(scene.dir, CURRENT_PATH), '{"torn')
      assert.equal((await publisher.publish(6, OLD)).current.sequence, timeOfDay(6))
    })

    test('is refused if the store has another release of the same id', async () => {
      await using scene = await SCENES[kind]()
      await new Publisher(scene.writer).publish(1, OLD)
      await assert.rejects(new Publisher(scene.writer).publish(1, NEW), /another release/)
      assert.equal(await new Follower(scene.reader).check(), idOfDay(1))
    })

    test('removes what nothing needs, but no file of a day', async () => {
      await using scene = await SCENES[kind]()
      const publisher = new Publisher(scene.writer)
      for (let day = 1; day <= 6; day++) await publisher.publish(day, { companies: `${day}`, addresses: 'same' })
      assert.equal((await publisher.publish(7, NEW)).removedReleases.length, 0)
      setTimes(scene, timeOfDay(1) / 1000)
      const { removedReleases, removedFiles } = await publisher.publish(20, OLD)
      assert.deepEqual(removedReleases.toSorted(), [idOfDay(1), idOfDay(2), idOfDay(3)])
      assert.equal(removedFiles, 9)
      assert.equal(await new Follower(scene.reader).check(), idOfDay(20))
    })

    test('removes nothing that the store did not write', async () => {
      await using scene = await SCENES[kind]()
      const publisher = new Publisher(scene.writer)
      await publisher.publish(1, OLD)
      const foreign = ['files/invoice.pdf', 'manifests/notes.json', 'manifests/notes', 'current/readme.txt']
      for (const path of foreign) {
        writeFileSync(join(scene.dir, path), 'x')
        utimesSync(join(scene.dir, path), 1, 1)
      }
      mkdirSync(join(scene.dir, 'files/@eaDir'))
      utimesSync(join(scene.dir, 'files/@eaDir'), 1, 1)
      for (let day = 2; day <= 7; day++) await publisher.publish(day, NEW)
      for (const path of foreign) assert.equal(existsSync(join(scene.dir, path)), true, path)
      assert.equal((await listStoredReleases(publisher.store)).length, 7)
    })

    test('is published also if nothing can be removed, and says why', async () => {
      await using scene = await SCENES[kind]()
      const { writer } = scene.writer
      const remove = () => Promise.reject(new InputError('the server refused access'))
      const publisher = new Publisher({ ...scene.writer, writer: { ...writer!, remove } })
      for (let day = 1; day <= 7; day++) await publisher.publish(day, OLD)
      setTimes(scene, 1)
      const { problem } = await publisher.publish(20, NEW)
      assert.equal(problem, 'the server refused access')
      assert.equal(await new Follower(scene.reader).check(), idOfDay(20))
    })
  })
}

test('a publication keeps what a build of another format is told to serve', async () => {
  await using scene = await SCENES.folder()
  const publisher = new Publisher(scene.writer)
  await publisher.publish(1, OLD)
  const older = readFileSync(join(scene.dir, CURRENT_PATH), 'utf8')
  writeFileSync(join(scene.dir, 'current/3-companies-1-1-addresses-1-1.json'), older)
  for (let day = 2; day <= 7; day++) await publisher.publish(day, NEW)
  setTimes(scene, timeOfDay(1) / 1000)
  const { removedReleases, removedFiles } = await publisher.publish(20, NEW)
  assert.deepEqual(removedReleases.toSorted(), [idOfDay(2), idOfDay(3)])
  assert.equal(removedFiles, 0)
})

test('two publishers that write in turns without a lock never make a release current that lacks a file', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(3), { minLength: 60, maxLength: 60 }), async (turns) => {
      await using scene = await SCENES.folder()
      let calls = 0
      let last: Promise<unknown> = Promise.resolve()
      const inTurns = withEachCall(scene.writer, async (call) => {
        for (let turn = turns[calls++ % turns.length]!; 0 < turn; turn--) await new Promise(setImmediate)
        const mine = last.then(call, call)
        last = mine
        return await mine
      })
      const publications = [new Publisher(inTurns).publish(1, OLD), new Publisher(inTurns).publish(2, NEW)]
      const outcomes = await Promise.allSettled(publications)
      // One may find the document of the other in place of its own.
      for (const outcome of outcomes)
        if (outcome.status === 'rejected') assert.match(String(outcome.reason), /another .* than was written/)
      const follower = new Follower(scene.reader)
      const release = await follower.check()
      // The list of one may have replaced the later one of the other: then no server serves anything.
      const isSafe = [idOfDay(1), idOfDay(2)].includes(release ?? '') || /withdrawn/.test(follower.problem!)
      assert(isSafe, String(follower.problem))
    }),
    { numRuns: 8 },
  )
})

test('a store that answers with something else than was written is found before a release becomes current', async () => {
  await using scene = await SCENES.folder()
  const publisher = new Publisher(scene.writer)
  await publisher.publish(1, OLD)
  const { reader } = scene
  const stale = await reader.read(CURRENT_PATH, { bytesMax: 1e6 })
  const read: typeof reader.read = async (path, how) => (path === CURRENT_PATH ? stale : await reader.read(path, how))
  const cached = new Publisher({ ...scene.writer, read })
  await assert.rejects(cached.publish(2, NEW), /Is there a cache/)
})

test('a file of the local release that was damaged is not published', async () => {
  await using scene = await SCENES.folder()
  const publisher = new Publisher(scene.writer)
  const damage = { ...NEW }
  const { folder } = publisher
  await publisher.publish(1, OLD)
  const written = publisher.publish(2, damage, {
    get folder() {
      const path = join(folder.path(idOfDay(2)), 'companies-sk.index')
      writeFileSync(path, readFileSync(path, 'utf8').replace('new', 'bad'))
      return folder
    },
  })
  await assert.rejects(written, /other content than its name says/)
  assert.equal(await new Follower(scene.reader).check(), idOfDay(1))
})

describe('a rollback in a store', () => {
  test('is one small write, and a server follows it like any change', async () => {
    await using scene = await SCENES.s3()
    const publisher = new Publisher(scene.writer)
    for (const day of [1, 2, 3]) await publisher.publish(day, day === 2 ? NEW : OLD)
    const follower = new Follower(scene.reader)
    assert.equal(await follower.check(), idOfDay(3))
    scene.server!.requests.length = 0
    const report = await rollBackStore(publisher.store, undefined, timeOfDay(4))
    assert.deepEqual([report.was, report.current], [idOfDay(3), idOfDay(2)])
    assert.equal(scene.server!.requests.filter((request) => request.startsWith('PUT')).length, 1)
    assert.equal(await follower.check(), idOfDay(2))
    assert.equal((await rollBackStore(publisher.store, idOfDay(1), timeOfDay(5))).current, idOfDay(1))
    assert.equal(await follower.check(), idOfDay(1))
  })

  test('is refused to a release that the store does not have, or whose files are gone', async () => {
    await using scene = await SCENES.folder()
    const publisher = new Publisher(scene.writer)
    await publisher.publish(1, OLD)
    await assert.rejects(rollBackStore(publisher.store, undefined, timeOfDay(3)), /no earlier release/)
    await assert.rejects(rollBackStore(publisher.store, idOfDay(9), timeOfDay(3)), /has no 2026-06-09/)
    await publisher.publish(2, NEW)
    rmSync(join(scene.dir, 'files'), { recursive: true })
    await assert.rejects(rollBackStore(publisher.store, undefined, timeOfDay(3)), /lacks 5 files/)
  })

  test('passes over releases of other formats, which are listed with the reason', async () => {
    await using scene = await SCENES.folder()
    const publisher = new Publisher(scene.writer)
    await publisher.publish(1, OLD)
    writeFileSync(join(scene.dir, `manifests/${idOfDay(2)}.json`), '{"format": 99}')
    await publisher.publish(3, NEW)
    const listed = (await listStoredReleases(publisher.store)).map(({ id, problem }) => [id, problem === null])
    assert.deepEqual(listed.flat(), [idOfDay(1), true, idOfDay(2), false, idOfDay(3), true])
    assert.equal((await rollBackStore(publisher.store, undefined, timeOfDay(4))).current, idOfDay(1))
  })
})

describe('the withdrawn records of a store', () => {
  test('begin with those of the local folder, and then only grow by those of a catalog', async () => {
    await using scene = await SCENES.folder()
    const publisher = new Publisher(scene.writer)
    publisher.folder.setWithdrawals([withdrawal('1')])
    await publisher.publish(1, OLD, { withdrawals: [withdrawal('2')] })
    assert.deepEqual(await withdrawnKeys(publisher.store), ['1', '2'])
    const other = new Publisher(scene.writer)
    other.folder.setWithdrawals([withdrawal('3')])
    await other.publish(2, NEW, { withdrawals: [withdrawal('4')] })
    assert.deepEqual(await withdrawnKeys(publisher.store), ['1', '2', '4'])
    const list = [withdrawal('5')]
    await addWithdrawals(other.store, { folder: other.folder, withdrawals: list, nowMs: timeOfDay(3) })
    assert.deepEqual(await withdrawnKeys(publisher.store), ['1', '2', '4', '5'])
  })

  test('lose one only when it is restored, which says whether it was listed', async () => {
    await using scene = await SCENES.folder()
    const { store, ...publisher } = new Publisher(scene.writer)
    const list = [withdrawal('1'), withdrawal('2')]
    await addWithdrawals(store, { folder: publisher.folder, withdrawals: list, nowMs: timeOfDay(1) })
    assert.equal(await removeWithdrawals(store, [withdrawal('1')], timeOfDay(2)), true)
    assert.equal(await removeWithdrawals(store, [withdrawal('1')], timeOfDay(3)), false)
    assert.deepEqual(await withdrawnKeys(store), ['2'])
  })

  test('are not replaced by a list of this machine if the stored list is damaged', async () => {
    await using scene = await SCENES.folder()
    const publisher = new Publisher(scene.writer)
    await publisher.publish(1, OLD, { withdrawals: [withdrawal('1')] })
    writeFileSync(join(scene.dir, WITHDRAWN_PATH), '{"format": 1, "sequence": 1, "list": {}}')
    await assert.rejects(publisher.publish(2, NEW), /damaged/)
    assert.equal(existsSync(join(scene.dir, `files`)), true)
    assert.equal(await new Follower(scene.reader).check(), null)
  })
})

test('a publisher that has only the public key writes nothing, because servers would refuse it', async () => {
  await using scene = await SCENES.folder()
  const publisher = new Publisher(scene.writer, { publicKey: makeKeys().publicKey })
  await assert.rejects(publisher.publish(1, OLD), /REGISTA_STORE_SIGNING_KEY is not/)
  assert.deepEqual(readdirSync(scene.dir), [])
})

describe('a publisher that signs', () => {
  const { signingKey } = makeKeys()

  test('does not sign what another wrote, unless it is told to', async () => {
    for (const foreign of [{}, { signingKey: makeKeys().signingKey }]) {
      await using scene = await SCENES.folder()
      await new Publisher(scene.writer, foreign).publish(1, OLD, { withdrawals: [withdrawal('1')] })
      const publisher = new Publisher(scene.writer, { signingKey })
      await assert.rejects(publisher.store.checkAccess(), /publish --resign/)
      await assert.rejects(publisher.publish(2, NEW), /publish --resign/)
      await assert.rejects(removeWithdrawals(publisher.store, [withdrawal('1')], timeOfDay(2)), /publish --resign/)
      await assert.rejects(rollBackStore(publisher.store, idOfDay(1), timeOfDay(2)), /publish --resign/)
      await new Publisher(scene.writer, { signingKey, resign: true }).publish(3, NEW)
      assert.deepEqual(await withdrawnKeys(publisher.store), ['1'])
      assert.equal((await publisher.publish(4, OLD)).current.release, idOfDay(4))
    }
  })

  test('leaves no way for a command without the key to take the signature away', async () => {
    await using scene = await SCENES.folder()
    await new Publisher(scene.writer, { signingKey }).publish(1, OLD)
    const unsigned = new Publisher(scene.writer)
    const refusal = /is signed. Set REGISTA_STORE_SIGNING_KEY/
    await assert.rejects(unsigned.store.checkAccess(), refusal)
    await assert.rejects(unsigned.publish(2, NEW), refusal)
    await assert.rejects(removeWithdrawals(unsigned.store, [withdrawal('1')], timeOfDay(2)), refusal)
    await assert.rejects(rollBackStore(unsigned.store, idOfDay(1), timeOfDay(2)), refusal)
  })

  test('goes back only to a release that it signed before', async () => {
    await using scene = await SCENES.folder()
    const publisher = new Publisher(scene.writer, { signingKey })
    for (const day of [1, 3, 4]) await publisher.publish(day, OLD)
    const path = join(scene.dir, `manifests/${idOfDay(3)}.json`)
    const foreign = readFileSync(path, 'utf8').replace('"records": 1', '"records": 2')
    writeFileSync(path, foreign)
    writeFileSync(join(scene.dir, `manifests/${idOfDay(2)}.json`), foreign.replace(idOfDay(3), idOfDay(2)))
    for (const day of [2, 3])
      await assert.rejects(rollBackStore(publisher.store, idOfDay(day), timeOfDay(5)), /`current` is signed for/)
    assert.equal((await rollBackStore(publisher.store, undefined, timeOfDay(5))).current, idOfDay(1))
    assert.equal((await rollBackStore(publisher.store, idOfDay(4), timeOfDay(6))).current, idOfDay(4))
  })
})

test('a store that cannot be listed is found before any work', async () => {
  await using scene = await SCENES.s3()
  scene.server!.fault = (request) => (request.includes('list-type') ? { status: 403 } : undefined)
  await assert.rejects(new Publisher(scene.writer).store.checkAccess(), /refused access/)
})

test('a store behind a web server refuses every command that writes', async () => {
  await using scene = await SCENES.web()
  const store = new ReleaseStore(scene.reader)
  assert.throws(() => store.requireWriter(), /can only be read/)
})
