import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { writeSample } from '../sample/sample.ts'
import { sourcesMeta } from '../src/http/sources-meta.ts'
import { readManifest } from '../src/release/manifest.ts'
import { ReleaseFolder } from '../src/release/release.ts'
import { isoTime, systemClock } from '../src/stdx/clock.ts'
import {
  type ListedObject,
  listingPage,
  type MisbehavingServer,
  serveFile,
  startMisbehavingServer,
} from '../src/stdx/testing/misbehaving-server.ts'
import { regista } from './testing/regista.ts'
import { ROOT } from './testing/source-tree.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-sync-'))
after(() => rmSync(dir, { recursive: true }))
const TODAY = isoTime(systemClock.nowMs()).slice(0, 10)

interface SyncReport {
  readonly sources: readonly {
    readonly source: string
    readonly outcome: string
    readonly failures: readonly { readonly title: string; readonly reason: string }[]
    readonly imported: readonly { readonly dataset: string; readonly observed_on: string; readonly complete: boolean }[]
    readonly missing_days: readonly string[]
  }[]
}

const sample = join(dir, 'sample')
await writeSample({ scale: 'tiny', seed: 5, outDir: sample, today: TODAY, only: ['sk-rpo'] })
const objects = readdirSync(join(sample, 'sk-rpo'))
  .toSorted()
  .map((name): ListedObject => {
    const folder = name.startsWith('init') ? 'batch-init' : 'batch-daily'
    return { key: `${folder}/${name}`, body: readFileSync(join(sample, 'sk-rpo', name)) }
  })
const inits = objects.filter(({ key }) => key.startsWith('batch-init'))
const [first, second] = objects.filter(({ key }) => key.startsWith('batch-daily')) as [ListedObject, ListedObject]

const dayOf = ({ key }: ListedObject): string => /\d{4}-\d\d-\d\d/.exec(key)![0]

/** The real command on a fresh data folder, with the sample's RPO on the server. */
function rpoSync(server: MisbehavingServer) {
  const data = mkdtempSync(join(dir, 'data-'))
  const addresses = join(data, 'addresses.json')
  const places = {
    'sk-rpo': { initListing: `${server.url}/inits`, dailyListing: `${server.url}/dailies`, files: `${server.url}/` },
    'cz-vr': { archive: `${server.url}/gone.tar.gz` },
  }
  writeFileSync(addresses, JSON.stringify(places))
  for (const { key, body } of [...inits, first, second]) server.on(`/${key}`, serveFile({ body }))
  server.on('/inits', () => ({ body: listingPage(inits) }))
  const list = (...dailies: readonly ListedObject[]): void =>
    server.on('/dailies', () => ({ body: listingPage(dailies) }))
  // The files carry no mark of a sample, so the register counts as real, and far too small.
  const args = (...words: readonly string[]): string[] => [
    ...['sync', ...words, '--sources', addresses, '--data', data, '--allow-shrink'],
  ]
  const sync = async (...words: readonly string[]) => {
    const { code, stdout, stderr } = await regista([...args(...words), '--json'])
    return { code, stderr, sources: (JSON.parse(stdout) as SyncReport).sources }
  }
  return { data, list, args, sync }
}

test('sync --publish publishes what was imported although a source failed, and says both', async () => {
  await using server = await startMisbehavingServer()
  const { data, list, args } = rpoSync(server)
  list(first)
  const failed = await regista([...args('cz-vr'), '--publish', '--json'])
  assert.equal(failed.code, 1)
  assert.match((JSON.parse(failed.stdout) as { published: { error: string } }).published.error, /nothing/)
  const { code, stdout } = await regista([...args('sk-rpo', 'cz-vr'), '--publish', '--json'])
  assert.equal(code, 1, 'one source failed')
  const { published } = JSON.parse(stdout) as { published: { id: string } }
  assert.equal(new ReleaseFolder(join(data, 'releases')).currentId(), published.id)
  const both = await regista([...args('sk-rpo'), '--publish', '--fetch-only'])
  assert.deepEqual([both.code, both.stderr.includes('nothing new for --publish')], [2, true])
})

test('sync --check asks and imports nothing, and doctor names the last answers with their age', async () => {
  await using server = await startMisbehavingServer()
  const { data, list, args } = rpoSync(server)
  list(first)
  for (const option of ['--check', '--dry-run']) {
    const { code, stdout } = await regista([...args('sk-rpo', 'cz-vr'), option])
    assert.equal(code, 1)
    assert.match(stdout, /^sk-rpo, files, actual_\S+\.json\.gz: answers/m)
    assert.match(stdout, /^cz-vr, archive, ares_vreo_all\.tar\.gz: FAILED: .* answered with status 404/m)
  }
  assert.equal(existsSync(join(data, 'catalog.db')), false)
  const doctor = await regista(['doctor', '--data', data])
  assert.match(doctor.stdout, /^ok {3}sk-rpo, last answer: answered 0 hours ago$/m)
  assert.match(doctor.stdout, /^WARN cz-vr, last answer: 0 hours ago: ares_vreo_all\.tar\.gz: .*404/m)
  server.on('/gone.tar.gz', () => ({ status: 301, headers: { location: '/new.tar.gz' } }))
  server.on('/new.tar.gz', () => ({ body: Buffer.from('1f8b08', 'hex') }))
  const moved = await regista([...args('cz-vr'), '--check', '--json'])
  assert.equal(moved.code, 0)
  assert.deepEqual(JSON.parse(moved.stdout).sources, { 'cz-vr': { archive: `${server.url}/new.tar.gz` } })
})

test('sync downloads and imports the listed files in order, and only new ones the next time', async () => {
  await using server = await startMisbehavingServer()
  const { list, sync } = rpoSync(server)
  list(first)
  const all = await sync('sk-rpo', 'cz-vr')
  assert.equal(all.code, 1, 'one source failed')
  const [rpo, vr] = ['sk-rpo', 'cz-vr'].map((name) => all.sources.find(({ source }) => source === name)!)
  assert.deepEqual(
    rpo!.imported.map(({ observed_on, complete }) => [observed_on, complete]),
    [
      [dayOf(inits[0]!), true],
      [dayOf(first), true],
    ],
  )
  assert.equal(vr!.outcome, 'failed')
  assert.match(vr!.failures[0]!.reason, /404/)

  assert.deepEqual((await sync('sk-rpo')).sources[0]!.imported, [])
  list(first, second)
  const later = await sync('sk-rpo')
  assert.equal(later.code, 0, later.stderr)
  assert.deepEqual(
    later.sources[0]!.imported.map(({ observed_on }) => observed_on),
    [dayOf(second)],
  )
})

test('sync waits for a missing daily, then skips it and reports it until it is available', async () => {
  await using server = await startMisbehavingServer()
  const { data, list, sync } = rpoSync(server)
  const age = Math.floor((Date.parse(TODAY) - Date.parse(dayOf(first))) / 86_400_000)
  list(second)
  const waiting = await sync('sk-rpo', '--wait-days', String(age + 2))
  assert.equal(waiting.code, 1)
  assert.deepEqual(
    waiting.sources[0]!.failures.map(({ title }) => title),
    [`daily ${dayOf(first)}`],
  )
  assert.deepEqual(
    waiting.sources[0]!.imported.map(({ observed_on }) => observed_on),
    [dayOf(inits[0]!)],
  )

  const passing = await sync('sk-rpo', '--wait-days', String(age))
  assert.equal(passing.code, 0, passing.stderr)
  assert.deepEqual(
    passing.sources[0]!.imported.map(({ observed_on }) => observed_on),
    [dayOf(second)],
  )
  assert.deepEqual(passing.sources[0]!.missing_days, [dayOf(first)])
  const warningsOf = async () => {
    assert.equal((await regista(['publish', '--data', data])).code, 0)
    const folder = new ReleaseFolder(join(data, 'releases'))
    const manifest = readManifest(folder.path(folder.currentId()!))
    return sourcesMeta(manifest, { country: 'sk', kind: 'company', nowMs: Date.parse(dayOf(second)) }).warnings
  }
  assert.deepEqual(await warningsOf(), ['data_stale'])
  const doctor = await regista(['doctor', '--data', data])
  assert.equal(doctor.code, 1)
  assert.match(doctor.stdout, new RegExp(`^BAD {2}sk-rpo: the changes of ${dayOf(first)} are missing`, 'm'))

  list(first, second)
  const healed = await sync('sk-rpo')
  assert.equal(healed.code, 0, healed.stderr)
  assert.deepEqual(
    healed.sources[0]!.imported.map(({ observed_on }) => observed_on),
    [dayOf(first)],
  )
  assert.deepEqual(healed.sources[0]!.missing_days, [])
  assert.deepEqual(await warningsOf(), [])
})

describe('two runs on one data folder', () => {
  test('the second reports the first and downloads nothing; the lock of a killed run blocks no later run', async () => {
    await using server = await startMisbehavingServer()
    const { data, list, args, sync } = rpoSync(server)
    list(first)
    const part = `/${inits[0]!.key}`
    const { promise: isFetching, resolve } = Promise.withResolvers<void>()
    server.on(part, () => {
      resolve()
      return { body: inits[0]!.body, stallAfter: 100 }
    })
    const running = spawn(process.execPath, [join(ROOT, 'bin/regista.js'), ...args('sk-rpo')], { stdio: 'ignore' })
    const ended = new Promise((done) => running.on('close', done))
    try {
      await isFetching
      const asked = server.requests.length
      const second = await regista(args('sk-rpo'))
      assert.equal(second.code, 1)
      assert.match(second.stderr, /another sync is running on this data folder/)
      assert.equal(server.requests.length, asked)
    } finally {
      running.kill('SIGKILL')
      await ended
    }
    assert(statSync(join(data, 'downloads/lock.db')).isFile())
    server.on(part, serveFile({ body: inits[0]!.body }))
    const next = await sync('sk-rpo')
    assert.equal(next.code, 0, next.stderr)
    assert.equal(next.sources[0]!.imported.length, 2)
  })
})
