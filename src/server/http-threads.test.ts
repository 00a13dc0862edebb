import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openControlDatabase } from '../access/control/control.ts'
import { Concurrency, LIMITS, LimitTable } from '../access/limits/limits.ts'
import { readSnapshot } from '../access/testing/read-snapshot.ts'
import { Freshness } from '../access/view/view.ts'
import { exampleReleaseDir } from '../http/testing/example-release.ts'
import { Ledger, portsOf } from '../ledger/ledger.ts'
import { OFFICIAL_URLS } from '../records/public-url.ts'
import { loadRelease, type SharedRelease } from '../release/shared-release.ts'
import { systemClock } from '../stdx/clock.ts'
import { monotonicClock } from '../stdx/monotonic-clock.ts'
import { LIMIT_MS, until } from '../stdx/testing/until.ts'
import { DetailsThreads } from './details-threads.ts'
import { findFreePort } from './free-port.ts'
import { HttpThreads } from './http-threads.ts'
import { makeLog } from './log.ts'
import { RecentRequests } from './recent-requests.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-http-threads-'))
after(() => rmSync(dir, { recursive: true }))

async function open(first?: SharedRelease) {
  const published = { release: first }
  await using opened = new AsyncDisposableStack()
  const ledger = opened.use(await Ledger.open({ data: dir, databaseUrl: undefined }))
  await using database = await openControlDatabase({ data: dir, databaseUrl: undefined }, 'write')
  const snapshot = await readSnapshot(database)
  const port = await findFreePort({ port: 0, host: '127.0.0.1' }, '--port')
  const concurrency = Concurrency.make({ threads: 1 })
  const settings = {
    host: '127.0.0.1',
    limits: LIMITS,
    trustedProxies: [],
    keepAlive: 5,
    urlTemplates: OFFICIAL_URLS,
    ...({ forwardingHeader: 'x-forwarded-for', logLevel: 'silent' } as const),
  }
  const recent = new RecentRequests(1)
  const log = makeLog({ level: 'silent', to: process.stderr })
  const details = opened.use(new DetailsThreads({ log, lost: () => assert.fail('a thread has failed') }))
  const threads = new HttpThreads({
    threads: 1,
    port,
    settings,
    ledger,
    geoip: undefined,
    concurrency,
    recent,
    originRefused: () => {},
    refused: () => {},
    withdrawals: () => [],
    limitTable: LimitTable.make({ nowMs: monotonicClock.monotonicMs() }),
    freshness: Freshness.make(),
    access: () => snapshot,
    release: () => published.release,
    details,
    log,
  })
  const parts = opened.move()
  const dispose = { [Symbol.asyncDispose]: () => parts.disposeAsync() }
  return { port, ledger, concurrency, recent, settings, details, published, threads, ...dispose }
}

test('threads that are told to end while they begin end, and do not listen afterwards', async () => {
  await using opened = await open(loadRelease(await exampleReleaseDir()))
  const { threads, port } = opened
  const started = threads.start().catch(() => undefined)
  await threads.drain()
  await started
  await assert.rejects(fetch(`http://127.0.0.1:${port}/v1/me/usage`))
})

test('for a thread that cannot be created, and for one without a release, no books in memory are opened', async () => {
  for (const release of [loadRelease(await exampleReleaseDir()), undefined]) {
    await using opened = await open(release)
    const { ledger, settings, threads } = opened
    ledger.inviteToRehearse = () => assert.fail('it is invited to rehearse')
    // A function cannot be sent to a thread.
    if (release !== undefined) Object.assign(settings, { host: () => undefined })
    const started = threads.start()
    if (release !== undefined) await assert.rejects(started, { name: 'DataCloneError' })
    else await started
    await threads.drain()
  }
})

test('the ports of a thread that cannot be created are closed', async () => {
  await using opened = await open()
  const { ledger, settings, threads } = opened
  const closed: Promise<unknown>[] = []
  const { invite } = ledger
  ledger.invite = () => {
    const invitation = invite.call(ledger)
    closed.push(...portsOf(invitation).map((port) => once(port, 'close', { signal: AbortSignal.timeout(LIMIT_MS) })))
    return invitation
  }
  // A function cannot be sent to a thread.
  Object.assign(settings, { host: () => undefined })
  await assert.rejects(threads.start(), { name: 'DataCloneError' })
  assert.equal(closed.length, 2)
  await Promise.all(closed)
})

test('a thread that dies is replaced, its concurrent requests are forgotten, and the port answers again', async () => {
  await using opened = await open()
  const { port, concurrency, recent, threads } = opened
  await threads.start()
  // A thread that goes on would keep the process of a failed test alive.
  await using _ = { [Symbol.asyncDispose]: () => threads.drain() }
  const status = async (): Promise<number | string> => {
    try {
      return (await fetch(`http://127.0.0.1:${port}/v1/me/usage`, { headers: { connection: 'close' } })).status
    } catch {
      return 'no answer'
    }
  }
  // The control database was never read, so every request is rejected: that is an answer too.
  assert.equal(await status(), 503)
  assert.equal(concurrency.enter(0, 7, 1), 'entered')
  // A list of accounts that is none: what the thread makes of it throws.
  threads.send({ kind: 'access', update: null as never })
  await until(() => threads.deaths, 'the thread to die')
  assert.equal(concurrency.underWay(7), 0)
  await until(status, 'another thread to take its place', (answer) => answer === 503)
  assert.equal(threads.deaths, 1)
  const { refusals } = recent.read(systemClock.nowMs())
  const refused = [...refusals].filter(([, counts]) => Math.max(...counts) !== 0).map(([code]) => code)
  assert.deepEqual(refused, ['accounting_unavailable'], 'the counts outlive the thread')
  await threads.drain()
  assert.equal(await status(), 'no answer')
})

test('a release is served when its details can be read, and not if another one came meanwhile', async () => {
  const before = loadRelease(await exampleReleaseDir())
  await using opened = await open(before)
  const { threads, details, published } = opened
  await threads.start()
  await using _ = { [Symbol.asyncDispose]: () => threads.drain() }
  await until(() => threads.allServe(before.manifest.id), 'the first release to be served')
  const [late, overtaken] = ['late', 'overtaken'].map((id) => ({ ...before, manifest: { ...before.manifest, id } }))
  const ready = Promise.withResolvers<void>()
  details.prepare = () => ready.promise
  published.release = overtaken
  const lost = threads.serve(overtaken!)
  published.release = late
  const served = threads.serve(late!)
  // An answer to a later message.
  await threads.metrics()
  assert(threads.allServe(before.manifest.id))
  ready.resolve()
  const sent: string[] = []
  const { connect } = details
  details.connect = (release) => {
    sent.push(release.manifest.id)
    return connect.call(details, release)
  }
  await Promise.all([lost, served])
  await until(() => threads.allServe('late'), 'the next release to be served')
  assert.deepEqual(sent, ['late'])
})

test('a thread that serves a release answers only from when it listens', async () => {
  const release = loadRelease(await exampleReleaseDir())
  await using opened = await open(release)
  const { threads } = opened
  let state = 'warming up'
  const started = threads.start().then(() => (state = 'listening'))
  await using _ = { [Symbol.asyncDispose]: () => threads.drain() }
  await until(() => threads.allServe(release.manifest.id), 'the thread to serve the release')
  if (state === 'warming up') assert.equal(threads.problem(), 'no thread answers from the release')
  await started
  assert.equal(threads.problem(), undefined)
})
