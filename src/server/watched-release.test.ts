import assert from 'node:assert/strict'
import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { exampleCompany, importExample } from '../catalog/testing/sets.ts'
import { House } from '../release/testing/house.ts'
import { makeLog } from './log.ts'
import { watchRelease } from './watched-release.ts'

test('a release is loaded once, even under the name of a link, and the next one when it becomes current', async ({
  mock,
}) => {
  mock.timers.enable({ apis: ['setInterval'] })
  const { catalog, folder, ...house } = await published()
  const linked = `${house.id}-2`
  symlinkSync(house.id, folder.path(linked))
  writeFileSync(join(folder.dir, 'current'), `${linked}\n`)
  const served: string[] = []
  const watched = await watchRelease(folder, {
    log: makeLog({ level: 'silent', to: process.stderr }),
    changed: ({ manifest }) => served.push(manifest.id),
  })
  const poll = async (): Promise<void> => {
    mock.timers.tick(1_000)
    // A poll that loads nothing takes some turns of the event loop.
    for (let i = 0; i < 10; i++) await new Promise(setImmediate)
  }
  for (let polls = 0; polls < 3; polls++) await poll()
  assert.deepEqual(served, [house.id])
  const { id: next } = await house.publish()
  mock.timers.tick(1_000)
  await watched[Symbol.asyncDispose]()
  assert.deepEqual(served, [house.id, next])
  catalog.close()
})

async function published() {
  const house = new House()
  const publish = async (): Promise<{ readonly id: string }> => {
    const name = `Mlyn ${house.nowMs}`
    importExample(house.catalog, { rows: new Map([[1, exampleCompany({ ico: '00000001', name })]]) })
    return { id: (await house.publish()).id }
  }
  const { id } = await publish()
  return { catalog: house.catalog, folder: house.folder, id, publish }
}
