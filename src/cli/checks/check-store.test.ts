import assert from 'node:assert/strict'
import { readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { ReleaseFolder } from '../../release/release.ts'
import { ReleaseStore } from '../../store/store.ts'
import { idOfDay, makeRelease } from '../../store/testing/releases.ts'
import { Publisher } from '../../store/testing/roles.ts'
import { makeFolder, SCENES } from '../../store/testing/scene.ts'
import { checkStore } from './check-store.ts'

const CONTENTS = { companies: 'x', addresses: 'y' }

test('the check of a store tells one that is sound, empty, incomplete, or not what this machine serves', async () => {
  await using scene = await SCENES.web()
  const data = { dataDir: makeFolder() }
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
