import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ReleaseFolder } from '../release/release.ts'
import { readAcceptedState } from './accepted-state.ts'
import { CURRENT_PATH, filePath } from './layout.ts'
import { rollBackStore } from './publish-to-store.ts'
import { idOfDay, makeRelease, makeReleaseFolder, NEW, OLD, timeOfDay, withdrawal } from './testing/releases.ts'
import { Follower, Publisher } from './testing/roles.ts'
import { filesAsked, SCENES, WEB } from './testing/scene.ts'
import { webPlace } from './web-place.ts'

test('a release that was rolled back while a server waits to switch is never served', async () => {
  await using scene = await SCENES.folder()
  const publisher = new Publisher(scene.writer)
  const waits: number[] = []
  const sleep = async (ms: number) => {
    waits.push(ms)
    await rollBackStore(publisher.store, undefined, timeOfDay(3))
  }
  const follower = new Follower(scene.reader, { sleep })
  const served: string[] = []
  const { folder } = follower
  folder.switchTo = (id) => {
    served.push(id)
    ReleaseFolder.prototype.switchTo.call(folder, id)
  }
  await publisher.publish(1, OLD)
  await follower.check()
  await publisher.publish(2, NEW)
  assert.equal(await follower.check(), idOfDay(1))
  assert.deepEqual(served, [idOfDay(1), idOfDay(1)])
  assert.equal(waits.length, 1, 'the rollback itself is not spread')
})

test('a release that another one replaced while a server fetched it is not served', async () => {
  await using scene = await SCENES.web()
  const publisher = new Publisher(scene.writer)
  await publisher.publish(1, OLD)
  await publisher.publish(2, NEW)
  const later = readFileSync(join(scene.dir, CURRENT_PATH))
  await rollBackStore(publisher.store, idOfDay(1), timeOfDay(3))
  scene.server!.fault = (request) => {
    if (!request.includes('/files/')) return undefined
    writeFileSync(join(scene.dir, CURRENT_PATH), later.toString().replace(`${timeOfDay(2)}`, `${timeOfDay(4)}`))
    return undefined
  }
  assert.equal(await new Follower(scene.reader).check(), idOfDay(2))
})

test('a machine that publishes too keeps what only its own commands have withdrawn', async () => {
  await using scene = await SCENES.folder()
  const follower = new Follower(scene.reader, { hasCatalog: () => true })
  follower.folder.addWithdrawals([withdrawal('1')])
  await new Publisher(scene.writer).publish(1, OLD, { withdrawals: [withdrawal('2')] })
  await follower.check()
  assert.deepEqual(follower.folder.withdrawals(), [withdrawal('1'), withdrawal('2')])
})

test('a server and a command that write at once have temporary files of their own', () => {
  const { dir } = makeReleaseFolder()
  mkdirSync(join(dir, '.withdrawn.json.command.tmp'))
  new ReleaseFolder(dir, 'store').setWithdrawals([withdrawal('1')])
  assert.equal(new ReleaseFolder(dir).withdrawals().length, 1)
})

test('files that were fetched are not fetched again while another one is missing', async () => {
  await using scene = await SCENES.web()
  const report = await new Publisher(scene.writer).publish(1, OLD)
  const text = readFileSync(join(scene.dir, `manifests/${report.current.release}.json`), 'utf8')
  const hashes = text.match(/\b[0-9a-f]{64}\b/g)!
  const last = join(scene.dir, filePath(hashes.at(-1)!))
  renameSync(last, `${last}-away`)
  const first = new Follower(scene.reader)
  assert.equal(await first.check(), null)
  renameSync(`${last}-away`, last)
  writeFileSync(join(first.folder.dir, '.store-downloads', '0'.repeat(64)), 'of a release that nobody wants now')
  scene.server!.requests.length = 0
  assert.equal(await new Follower(scene.reader, { folder: first.folder }).check(), idOfDay(1))
  assert.deepEqual(filesAsked(scene), [`GET /${filePath(hashes.at(-1)!)}`])
  assert.equal(existsSync(join(first.folder.dir, '.store-downloads')), false)
})

test('a server reports how much of a release it has fetched, until all of it is here', async () => {
  await using scene = await SCENES.web()
  await new Publisher(scene.writer).publish(1, { companies: 'x'.repeat(1_500_000), addresses: 'same' })
  const activities = new Set<string | undefined>()
  const follower = new Follower(scene.reader, { report: ({ activity }) => void activities.add(activity) })
  assert.equal(await follower.check(), idOfDay(1))
  assert(activities.has(`fetching ${idOfDay(1)} from the store: 5 of 5 MB`), [...activities].join())
  activities.clear()
  await follower.check()
  assert.deepEqual([...activities], [undefined])
})

test('no byte is fetched if the disk has too little room for all that is missing', async () => {
  await using scene = await SCENES.web()
  await new Publisher(scene.writer).publish(1, OLD)
  const follower = new Follower(scene.reader, { freeBytes: async () => (256 << 20) + 10 })
  assert.equal(await follower.check(), null)
  assert.match(follower.problem!, new RegExp(`${follower.folder.dir}: .* needs 268435[0-9]+ free bytes, and 268435466`))
  assert.equal(filesAsked(scene).length, 0)
})

test('every tenth question is without an ETag, which some hosts do not change with the content', async () => {
  await using scene = await SCENES.web()
  const publisher = new Publisher(scene.writer)
  await publisher.publish(1, OLD, { withdrawals: [withdrawal('1')] })
  const get: typeof WEB.get = async (url, headers, signal) => {
    const response = await WEB.get(url, headers, signal)
    if (headers['if-none-match'] === undefined)
      return { ...response, header: (name) => (name === 'etag' ? '"1"' : response.header(name)) }
    return { ...response, status: 304 }
  }
  const follower = new Follower(webPlace(scene.server!.url, { ...WEB, get }))
  await follower.check()
  await follower.check()
  await publisher.publish(2, NEW, { withdrawals: [withdrawal('2')] })
  await follower.check()
  assert.equal(follower.folder.withdrawals().length, 1)
  for (let checks = 0; checks < 9; checks++) await follower.check()
  assert.equal(follower.folder.withdrawals().length, 2)
  assert.equal(follower.problem, undefined)
  assert.equal(follower.folder.currentId(), idOfDay(2))
})

test('a release that was fetched is removed later also if the server died before it noted that', async () => {
  await using scene = await SCENES.folder()
  const publisher = new Publisher(scene.writer)
  const { folder } = new Follower(scene.reader)
  const id = makeRelease(folder, idOfDay(1), OLD)
  await publisher.publish(1, OLD)
  await new Follower(scene.reader, { folder }).check()
  assert.deepEqual(readAcceptedState(folder.dir).fetched, [id])
  const publishing = new Follower(scene.reader, { folder: publisher.folder, hasCatalog: () => true })
  await publishing.check()
  assert.deepEqual(readAcceptedState(publisher.folder.dir).fetched, [])
})

test('a server that is moved to another store begins its sequences anew, and says so', async () => {
  await using scene = await SCENES.folder()
  await using other = await SCENES.folder()
  const publisher = new Publisher(scene.writer)
  await publisher.publish(5, OLD)
  await new Publisher(other.writer).publish(2, NEW)
  const first = new Follower(scene.reader)
  await first.check()
  const moved = new Follower(other.reader, { folder: first.folder })
  assert.equal(await moved.check(), idOfDay(2))
  assert(moved.log.includes('the server follows another store; sequences begin anew'))
  assert.equal(moved.problem, undefined)
})
