import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { HOUR_MS } from '../stdx/time-units.ts'
import { readAcceptedState, writeAcceptedState } from './accepted-state.ts'
import { CURRENT_PATH, manifestPath, WITHDRAWN_PATH } from './layout.ts'
import { rollBackStore } from './publish-to-store.ts'
import { idOfDay, NEW, OLD, timeOfDay, withdrawal } from './testing/releases.ts'
import { Follower, Publisher } from './testing/roles.ts'
import { SCENES, type Scene } from './testing/scene.ts'

const WITHDRAWN = withdrawal('1')

/** Edits a document of an unsigned store, as any person who can write to it may. */
function edit(dir: string, path: string, change: object): string {
  const text = `${JSON.stringify({ ...JSON.parse(readFileSync(join(dir, path), 'utf8')), ...change }, null, 2)}\n`
  writeFileSync(join(dir, path), text)
  return createHash('sha256').update(text).digest('hex')
}

test('a release whose manifest is damaged is refused, with a line in the log, until the next publication', async () => {
  await using scene = await SCENES.web()
  const publisher = new Publisher(scene.writer)
  await publisher.publish(1, OLD)
  const follower = new Follower(scene.reader)
  await follower.check()
  await publisher.publish(2, NEW)
  edit(scene.dir, CURRENT_PATH, { manifest_sha256: edit(scene.dir, manifestPath(idOfDay(2)), { segments: [] }) })
  assert.equal(await follower.check(), idOfDay(1))
  assert.match(follower.problem!, /manifests\/.* is damaged/)
  assert.equal(follower.log.at(-1), 'the store has a problem')
  await publisher.publish(3, NEW)
  assert.equal(await follower.check(), idOfDay(3))
  assert.equal(follower.problem, undefined)
})

describe('a sequence of more than a day ahead', () => {
  const AHEAD = Number.MAX_SAFE_INTEGER

  /** A store whose second release and list of withdrawn records have such a sequence. */
  async function openAhead(scene: Scene) {
    const publisher = new Publisher(scene.writer)
    await publisher.publish(1, OLD)
    const follower = new Follower(scene.reader)
    await follower.check()
    await publisher.publish(2, NEW, { withdrawals: [WITHDRAWN] })
    for (const path of [CURRENT_PATH, WITHDRAWN_PATH]) edit(scene.dir, path, { sequence: AHEAD })
    return { publisher, follower }
  }

  test('is refused by a server, until the next publication, which begins anew', async () => {
    await using scene = await SCENES.web()
    const { publisher, follower } = await openAhead(scene)
    for (let times = 0; times < 2; times++) {
      assert.equal(await follower.check(), idOfDay(1))
      for (const path of [CURRENT_PATH, WITHDRAWN_PATH])
        assert.match(follower.problem!, new RegExp(`${path} has sequence ${AHEAD}, more than a day ahead`))
    }
    assert.equal(follower.log.filter((text) => text === 'the store has a problem').length, 2)
    assert.deepEqual(follower.folder.withdrawals(), [])
    await publisher.publish(3, NEW, { withdrawals: [WITHDRAWN] })
    assert.equal(await follower.check(), idOfDay(3))
    assert.deepEqual(follower.folder.withdrawals(), [WITHDRAWN])
    assert.equal(follower.problem, undefined)
  })

  test('that a server has noted does not keep it from a later publication, also after a restart', async () => {
    await using scene = await SCENES.folder()
    const { publisher, follower } = await openAhead(scene)
    const state = readAcceptedState(follower.folder.dir)
    const sequences = { [CURRENT_PATH]: AHEAD, [WITHDRAWN_PATH]: AHEAD }
    writeAcceptedState(follower.folder.dir, { ...state, sequences })
    await publisher.publish(3, NEW, { withdrawals: [WITHDRAWN] })
    const restarted = new Follower(scene.reader, { folder: follower.folder })
    assert.equal(await restarted.check(), idOfDay(3))
    assert.deepEqual(restarted.folder.withdrawals(), [WITHDRAWN])
    assert.equal(restarted.problem, undefined)
    const noted = readAcceptedState(follower.folder.dir).sequences
    assert.deepEqual(noted, { [CURRENT_PATH]: timeOfDay(3), [WITHDRAWN_PATH]: timeOfDay(3) })
  })

  test('is not what a server sees whose clock is behind by hours; by days it keeps what it has', async () => {
    await using scene = await SCENES.folder()
    const publisher = new Publisher(scene.writer)
    await publisher.publish(1, OLD)
    const follower = new Follower(scene.reader)
    follower.nowMs = timeOfDay(1) - 23 * HOUR_MS
    assert.equal(await follower.check(), idOfDay(1))
    assert.equal(follower.problem, undefined)
    await publisher.publish(2, NEW)
    assert.equal(await follower.check(), idOfDay(1))
    assert.match(follower.problem!, /ahead of the clock of this machine/)
    follower.nowMs = timeOfDay(2)
    assert.equal(await follower.check(), idOfDay(2))
    assert.equal(follower.problem, undefined)
  })
})

test('a release that lacks a segment of the one before is served, and the server says so until one has it', async () => {
  await using scene = await SCENES.web()
  const publisher = new Publisher(scene.writer)
  await publisher.publish(1, OLD)
  const follower = new Follower(scene.reader)
  await follower.check()
  assert.equal(follower.problem, undefined)
  await publisher.publish(2, { ...NEW, addresses: null })
  const restarted = new Follower(scene.reader, { folder: follower.folder })
  // The third answer to a server is that nothing has changed.
  for (const one of [follower, follower, follower, restarted]) {
    assert.equal(await one.check(), idOfDay(2))
    assert.match(one.problem!, new RegExp(`${idOfDay(2)} lacks addresses-sk, which ${idOfDay(1)} has`))
    assert.equal(one.log.at(-1), 'the store has a problem')
  }
  await rollBackStore(publisher.store, undefined, timeOfDay(3))
  assert.equal(await follower.check(), idOfDay(1))
  assert.equal(follower.problem, undefined)
  await publisher.publish(4, NEW)
  assert.equal(await follower.check(), idOfDay(4))
  assert.equal(follower.problem, undefined)
})
