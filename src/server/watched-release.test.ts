import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { exampleAddress, exampleCompany, importExample } from '../catalog/testing/sets.ts'
import { CZ_ADDRESSES, House, set } from '../release/testing/house.ts'
import { endBeside, holdReader, makePipe } from '../stdx/testing/blocked-thread.ts'
import { until } from '../stdx/testing/until.ts'
import { makeLog } from './log.ts'
import { type WatchedRelease, watchRelease } from './watched-release.ts'

const log = makeLog({ level: 'silent', to: process.stderr })

test('a release is loaded once, even under the name of a link, and the next one when it becomes current', async ({
  mock,
}) => {
  mock.timers.enable({ apis: ['setInterval'] })
  const { catalog, folder, ...house } = await published()
  const linked = `${house.id}-2`
  symlinkSync(house.id, folder.path(linked))
  writeFileSync(join(folder.dir, 'current'), `${linked}\n`)
  const served: string[] = []
  const watched = await watchRelease(folder, { log, changed: ({ manifest }) => served.push(manifest.id) })
  const poll = async (): Promise<void> => {
    mock.timers.tick(1_000)
    // A poll that loads nothing takes some turns of the event loop.
    for (let i = 0; i < 10; i++) await new Promise(setImmediate)
  }
  for (let polls = 0; polls < 3; polls++) await poll()
  assert.deepEqual(served, [house.id])
  const { id: next } = await house.publish()
  mock.timers.tick(1_000)
  await until(
    () => served.length,
    'the next release',
    (count) => count === 2,
  )
  await watched[Symbol.asyncDispose]()
  assert.deepEqual(served, [house.id, next])
  catalog.close()
})

test('parts that the next release takes over stay in memory, and the other parts are freed', async ({ mock }) => {
  mock.timers.enable({ apis: ['setInterval', 'setTimeout'] })
  const house = await published()
  let changed = (): void => undefined
  const watched = await watchRelease(house.folder, { log, changed: () => changed() })
  const before = keptBytesOf(watched)
  const replaced = replacedPartOf(watched)
  await house.publish()
  const loaderEnded = once(process, 'worker').then(([loader]) => once(loader, 'exit'))
  const loaded = new Promise<void>((resolve) => (changed = resolve))
  mock.timers.tick(1_000)
  await loaded
  await watched[Symbol.asyncDispose]()
  await loaderEnded
  before[0]! ^= 255
  assert.equal(keptBytesOf(watched)[0], before[0])
  mock.timers.tick(10_000)
  for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate)
  assert.equal(replaced.deref(), undefined)
  house.catalog.close()
})

test('if no thread can be created, the release is rejected with the reason, and the server goes on', async () => {
  const { catalog, folder } = await published()
  // A function cannot be sent to a thread.
  folder.path = () => (() => '') as never
  await using watched = await watchRelease(folder, { log, changed: () => assert.fail('it is loaded') })
  assert.match(watched.problem()!, /DataCloneError/)
  catalog.close()
})

test('a volume that blocks the thread that loads a release does not keep the server', async ({ mock }) => {
  mock.timers.enable({ apis: ['setInterval'] })
  const { catalog, folder } = await published()
  const watched = await watchRelease(folder, { log, changed: () => undefined, endMs: 1 })
  mkdirSync(folder.path('blocked'))
  const manifest = join(folder.path('blocked'), 'manifest.json')
  makePipe(manifest)
  writeFileSync(join(folder.dir, 'current'), 'blocked\n')
  mock.timers.tick(1_000)
  await endBeside(await holdReader(manifest), () => watched[Symbol.asyncDispose]())
  catalog.close()
})

/** Two objects for the same memory: what one thread sends to another is copied. */
function keptBytesOf(watched: WatchedRelease): Uint8Array {
  return new Uint8Array(watched.current()!.addresses.cz!.columns.values().next().value!.buffer)
}

/** Not in the test itself: a function that awaits keeps the values of its expressions. */
function replacedPartOf(watched: WatchedRelease): WeakRef<object> {
  return new WeakRef(watched.current()!.companies.sk!)
}

async function published() {
  const house = new House()
  importExample(house.catalog, set(CZ_ADDRESSES, [[1, exampleAddress({ country: 'cz' })]]))
  const publish = async (): Promise<{ readonly id: string }> => {
    const name = `Mlyn ${house.nowMs}`
    importExample(house.catalog, { rows: { 1: exampleCompany({ ico: '00000001', name }) } })
    return { id: (await house.publish()).id }
  }
  const { id } = await publish()
  return { catalog: house.catalog, folder: house.folder, id, publish }
}
