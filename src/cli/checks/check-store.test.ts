import assert from 'node:assert/strict'
import { readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { ReleaseFolder } from '../../release/release.ts'
import { ReleaseStore } from '../../store/store.ts'
import { idOfDay, makeRelease, timeOfDay } from '../../store/testing/releases.ts'
import { Publisher } from '../../store/testing/roles.ts'
import { makeFolder, SCENES } from '../../store/testing/scene.ts'
import { checkStore } from './check-store.ts'

const CONTENTS = { companies: 'x', addresses: 'y' }

test('the check of a store tells one that is sound, empty, incomplete, or not what this machine serves', async () => {
  await using scene = await SCENES.web()
  const data = { dataDir: makeFolder(), clock: { nowMs: () => timeOfDay(2) } }
  const publisher = new Publisher(scene.writer)
  const findings = async (place = scene.reader) =>
    (await checkStore(data, new ReleaseStore(place))).map(({ state, detail }) => `${state} ${detail}`).join('\n')
  assert.match(await findings(), /^next .* no release for this build; run `regista publish`$/)
  await publisher.publish(1, CONTENTS)
  for (const place of [scene.reader, scene.writer]) assert.match(await findings(place), /^ok .*2026-06-01.*$/)

  const local = new ReleaseFolder(join(data.dataDir, 'releases'))
  local.switchTo(makeRelease(local, idOfDay(2), CONTENTS))
  assert.match(await findings(), /^ok .*\nwarn the local folder serves 2026-06-02/)

  const files = join(scene.dir, 'files')
  rmSync(join(files, readdirSync(files)[0]!))
  rmSync(join(dirname(files), 'withdrawn.json'))
  assert.match(await findings(scene.writer), /^bad withdrawn.json is missing.*\nbad 1 file of 2026-06-01/)
})

test('the check of a store tells a sequence of more than a day ahead, and a segment that a release has lost', async () => {
  await using scene = await SCENES.web()
  const publisher = new Publisher(scene.writer)
  const context = { dataDir: makeFolder(), clock: { nowMs: () => timeOfDay(1) } }
  const check = async () =>
    (await checkStore(context, new ReleaseStore(scene.reader))).map(({ state, detail }) => `${state} ${detail}`)
  await publisher.publish(3, CONTENTS)
  const [current, withdrawn, ...more] = await check()
  assert.match(current!, /^bad current\/.* more than a day ahead/)
  assert.match(withdrawn!, /^bad withdrawn.json .* more than a day ahead/)
  assert.deepEqual(more, [])
  context.clock.nowMs = () => timeOfDay(3)
  makeRelease(new ReleaseFolder(join(context.dataDir, 'releases')), idOfDay(2), CONTENTS)
  assert.equal((await check()).length, 1)
  await publisher.publish(4, { ...CONTENTS, addresses: null })
  const [ok, lost] = await check()
  assert.match(ok!, /^ok /)
  assert.match(lost!, new RegExp(`^warn ${idOfDay(4)} lacks addresses-sk, which ${idOfDay(2)} has`))
})
