import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openControlDatabase } from '../../src/access/control/control.ts'
import { LIMIT_NAMES } from '../../src/access/limits/limits.ts'
import { createCustomer } from '../../src/access/testing/customers.ts'
import { ask as askFrom } from '../../src/http/testing/ask.ts'
import { Release, ReleaseFolder } from '../../src/release/release.ts'
import { writeMmdb } from '../../src/server/testing/mmdb.ts'
import { systemClock } from '../../src/stdx/clock.ts'
import { repeatUntil, until } from '../../src/stdx/testing/until.ts'
import { startPostgres } from '../../src/storage/testing/postgres.ts'
import { publishSample } from '../fuzz/sample-data.ts'
import { regista } from '../testing/regista.ts'
import { type RunningServer, runServer } from '../testing/running-server.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-serving-'))
after(() => rmSync(dir, { recursive: true }))
const data = join(dir, 'data')
const vocabulary = await publishSample(data)
const place = { data, databaseUrl: undefined }

const LIMITS = join(dir, 'limits.json')
writeFileSync(LIMITS, '{"ip": null, "key": null, "account": null, "details": null, "concurrent": null}')
/** All switched off: what is refused is refused for another reason. */
const NO_LIMITS = join(dir, 'no-limits.json')
writeFileSync(NO_LIMITS, JSON.stringify(Object.fromEntries(LIMIT_NAMES.map((name) => [name, null]))))

async function customer(units: number) {
  await using database = await openControlDatabase(place, 'write')
  return await createCustomer({ database, clock: systemClock }, { units })
}

const PATH = `/v1/autocomplete/companies?country=sk&q=${encodeURIComponent(vocabulary.names.sk[0]!.slice(0, 4))}`

/** A connection of its own, so that it may come to any of the threads. */
async function ask(port: number, path: string, headers: Readonly<Record<string, string>>) {
  return await askFrom(port, { path, headers: { ...headers, connection: 'close' } })
}

/** Asks again after a 503, which charges nothing: a busy machine may refuse some of many requests at once. */
async function askAgain(...request: Parameters<typeof ask>) {
  return await until(
    () => ask(...request),
    'an answer other than 503',
    ({ status }) => status !== 503,
  )
}

async function statusOf(...request: Parameters<typeof ask>): Promise<number> {
  return (await askAgain(...request)).status
}

test('several threads answer at one port and charge to the same books', async () => {
  const { account, text } = await customer(60)
  await using server = await runServer(data, { args: ['--workers', '3', '--limits', LIMITS] })
  const asked = Array.from({ length: 80 }, () => statusOf(server.port, PATH, { authorization: `Bearer ${text}` }))
  const statuses = await Promise.all(asked)
  assert.equal(statuses.filter((status) => status === 200).length, 60)
  assert.equal(statuses.filter((status) => status === 429).length, 20)
  const { text: metrics } = await server.admin('/metrics')
  assert.match(metrics, /^regista_http_requests_total\{operation="suggestCompanies",status="200"\} 60$/m)
  assert.match(metrics, /^regista_ledger_debits_total 60$/m)
  assert.equal(await server.stop(), 0)
  const usage = await regista(['usage', account, '--data', data, '--json'])
  assert.match(usage.stdout, /"confirmed_units": 60|"confirmed": 60/)
})

test('a server does not start on a port in use, even if the other server would share it', async () => {
  await using server = await runServer(data, { args: ['--workers', '2'] })
  const other = join(dir, 'other')
  for (const [flag, port] of [
    ['--port', server.port],
    ['--admin-port', server.adminPort],
  ] as const) {
    const { code, stderr } = await regista([
      'serve',
      '--data',
      other,
      '--port',
      '0',
      '--admin-port',
      '0',
      flag,
      `${port}`,
    ])
    assert.equal(code, 1)
    const own = stderr.split('\n').filter((line) => line.startsWith('regista: '))
    assert.deepEqual(own, [
      `regista: another program uses port ${port}. Stop that program, or choose another port with ${flag}.`,
    ])
  }
})

test('a server switches to a new release without a failed request, and never to a damaged one', async () => {
  const { text } = await customer(1_000_000)
  await using server = await runServer(data, { args: ['--workers', '2', '--limits', LIMITS] })
  let state: 'asking' | 'done' = 'asking'
  using _ = { [Symbol.dispose]: () => void (state = 'done') }
  const ico = vocabulary.icos.sk[0]!
  const headers = { authorization: `Bearer ${text}` }
  const detail = () => ask(server.port, `/v1/companies/sk/${ico}`, headers)
  const status = async () => ((await detail()).json.data as { status: string | null } | undefined)?.status
  assert.equal(await status(), null)
  const statuses = new Map<number | string, number>()
  const count = (end: number | string): void => void statuses.set(end, (statuses.get(end) ?? 0) + 1)
  const asking = Array.from({ length: 4 }, async (_, i) => {
    const askOnce = async (): Promise<void> => {
      try {
        const { status, json } = i === 0 ? await detail() : await ask(server.port, PATH, headers)
        // A machine that does too much at the same time is no matter of the release.
        if (json.error?.code !== 'overloaded') count(json.error === undefined ? status : `${status} ${json.error.code}`)
      } catch (error) {
        count(String(error))
      }
    }
    await repeatUntil(() => state === 'done', askOnce)
  })

  const removed = await regista(['record', 'remove', 'sk', ico, '--why', 'a test', '--data', data])
  assert.equal(removed.code, 0, removed.stderr)
  const published = await regista(['publish', '--data', data])
  assert.equal(published.code, 0, published.stderr)
  await until(async () => (await status()) === 'removed', 'the withdrawn company is shown as removed')
  const good = readFileSync(join(data, 'releases/current'), 'utf8').trim()
  const isServed = new RegExp(`regista_release_age_seconds\\{release="${good}"\\}`)
  await until(async () => isServed.test((await server.admin('/metrics')).text), 'the new release is loaded')
  const isWell = async () => (await server.admin('/readyz')).text === WELL
  await until(isWell, 'every thread has it')
  assert.deepEqual([...statuses.keys()], [200])

  const bad = switchToDamagedCopy(good)
  const isNamed = new RegExp(`"ready":true,"problems":\\[\\],"degraded":\\["release ${bad}: `)
  await until(async () => isNamed.test((await server.admin('/readyz')).text), 'the damaged release is refused')
  assert.equal((await server.admin('/readyz')).status, 200, 'it answers from the release before')
  const { text: metrics } = await server.admin('/metrics')
  assert.match(metrics, /^regista_release_refused 1$/m)
  assert.match(metrics, isServed)
  writeFileSync(join(data, 'releases/current'), `${good}\n`)
  rmSync(join(data, 'releases', bad), { recursive: true })
  const restored = await regista(['record', 'restore', 'sk', ico, '--data', data])
  assert.equal(restored.code, 0, restored.stderr)
  await until(isWell, 'all is well again')
  state = 'done'
  await Promise.all(asking)
  assert.deepEqual([...statuses.keys()], [200])
  assert(!server.log().includes(text), 'the log has no key')
})

const WELL = '{"ready":true,"problems":[],"degraded":[]}\n'

/** The copy has a wrong byte. A release that is published first could be loaded before it is damaged. */
function switchToDamagedCopy(good: string): string {
  const releases = join(data, 'releases')
  const id = '2026-11-20T00-00-00Z'
  cpSync(join(releases, good), join(releases, id), { recursive: true })
  const file = join(releases, id, 'companies-sk.index')
  const bytes = readFileSync(file)
  bytes[bytes.length >> 1]! ^= 1
  writeFileSync(file, bytes)
  writeFileSync(join(releases, 'current'), `${id}\n`)
  return id
}

test('a session is bound to the address of its client, which a trusted proxy reports', async () => {
  const { clientId } = await customer(100)
  const env = { REGISTA_TRUSTED_PROXIES: '127.0.0.0/8', REGISTA_WORKERS: '1' }
  await using server = await runServer(data, { env })
  const origin = 'https://www.example.com'
  const made = await fetch(`http://127.0.0.1:${server.port}/v1/browser-sessions`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.7, 192.0.2.1' },
    body: JSON.stringify({ client_id: clientId }),
  })
  assert.equal(made.status, 200)
  const { data: session } = (await made.json()) as { data: { token: string } }
  const asked = (from: string) =>
    ask(server.port, PATH, { authorization: `Bearer ${session.token}`, origin, 'x-forwarded-for': from })
  assert.equal((await asked('192.0.2.1')).status, 200)
  assert.equal(
    (await asked('198.51.100.9, 192.0.2.1')).status,
    200,
    'the client may have invented the addresses to the left',
  )
  assert.equal((await asked('192.0.2.1, 198.51.100.9')).status, 401)
})

const ORIGIN = 'https://www.example.com'

async function newSession(port: number, clientId: string) {
  const response = await fetch(`http://127.0.0.1:${port}/v1/browser-sessions`, {
    method: 'POST',
    headers: { origin: ORIGIN, 'content-type': 'application/json' },
    body: JSON.stringify({ client_id: clientId }),
  })
  const { data } = (await response.json()) as { data?: { token: string } }
  const headers = { authorization: `Bearer ${data?.token}`, origin: ORIGIN }
  return { status: response.status, ask: () => ask(port, PATH, headers) }
}

/** A machine that does too much at the same time answers 503 and charges nothing. */
async function charge(times: number, askOnce: () => ReturnType<typeof ask>): Promise<void> {
  for (let i = 0; i < times; i++) await until(async () => (await askOnce()).status === 200, 'a unit is charged')
}

test('a used-up daily budget stops the web pages of its project, not its keys, until it is raised', async () => {
  const { project, clientId, text } = await customer(1000)
  const budget = await regista(['project', 'browser-budget', project, '3', '--data', data])
  assert.equal(budget.code, 0, budget.stderr)
  await using server = await runServer(data, { args: ['--workers', '1', '--limits', NO_LIMITS] })
  const { ask: fromPage } = await newSession(server.port, clientId)
  await charge(3, fromPage)
  await until(async () => (await fromPage()).json.error?.code === 'rate_limited', 'the budget is spent')
  await charge(1, () => ask(server.port, PATH, { authorization: `Bearer ${text}` }))
  await regista(['project', 'browser-budget', project, 'none', '--data', data])
  await until(async () => (await fromPage()).status === 200, 'the pages go on')
})

test('a running server applies a project’s own limits, and their removal', async () => {
  const { project, clientId } = await customer(1000)
  await using server = await runServer(data, { args: ['--workers', '2', '--limits', NO_LIMITS] })
  const set = async (...limits: readonly string[]) => {
    const { code, stderr } = await regista(['project', 'limits', project, ...limits, '--data', data])
    assert.equal(code, 0, stderr)
  }
  const pages = await newSession(server.port, clientId)
  await until(async () => (await pages.ask()).status === 200, 'its pages are answered')
  await set('--ip', '0.001,2', '--mint-ip', '0.001,1')
  await until(async () => (await pages.ask()).status === 429, 'its pages are stopped')
  await until(async () => (await newSession(server.port, clientId)).status === 429, 'it gets no more sessions')
  await set('--ip', 'none', '--mint-ip', 'none')
  await until(async () => (await pages.ask()).status === 200, 'its pages go on')
  await until(async () => (await newSession(server.port, clientId)).status === 200, 'it gets sessions again')
})

test('two servers on one PostgreSQL admit together what one admits, and the last one admits all of it', async () => {
  await using postgres = await startPostgres()
  const limits = join(dir, 'shared-limits.json')
  // A thousand seconds for one to come back.
  writeFileSync(limits, '{"ip": {"rate": 0.001, "burst": 6}}')
  const start = (folder: string) =>
    runServer(join(dir, folder), {
      args: ['--workers', '2', '--limits', limits],
      env: { REGISTA_DATABASE_URL: postgres.url },
    })
  const liveServers = async ({ admin }: RunningServer) =>
    /^regista_nodes (\d+)$/m.exec((await admin('/metrics')).text)?.[1]
  const allowed = async ({ port }: RunningServer, from: string) => {
    const statuses = []
    for (let i = 0; i < 9; i++) statuses.push((await askFrom(port, { path: '/v1/me/usage', from })).status)
    return statuses.filter((status) => status !== 429).length
  }
  await using first = await start('server-1')
  assert.equal(await liveServers(first), '1')
  {
    await using second = await start('server-2')
    for (const one of [first, second])
      await until(async () => (await liveServers(one)) === '2', 'it knows of the other')
    assert.deepEqual([await allowed(first, '127.0.0.2'), await allowed(second, '127.0.0.2')], [3, 3])
  }
  await until(async () => (await liveServers(first)) === '1', 'it is alone')
  assert.equal(await allowed(first, '127.0.0.3'), 6)
})

test('the position of a client without one comes from the GeoIP file, and a damaged file prevents the start', async () => {
  const { text } = await customer(100)
  const { street, places } = streetInTwoTowns()
  const path = `/v1/autocomplete/addresses?country=sk&limit=1&q=${encodeURIComponent(street)}`
  const file = join(dir, 'positions.mmdb')
  for (const { municipality, latitude, longitude } of places) {
    writeMmdb(file, { network: '127.0.0.0', bits: 8, latitude, longitude })
    await using server = await runServer(data, { args: ['--geoip', file, '--workers', '1'] })
    const { json } = await askAgain(server.port, path, { authorization: `Bearer ${text}` })
    const [first] = json.data as { label?: string }[]
    assert(JSON.stringify(first).includes(municipality), JSON.stringify(json))
  }
  truncateSync(file, 100)
  const { code, stderr } = await regista(['serve', '--data', join(dir, 'other'), '--geoip', file, '--port', '0'])
  assert.equal(code, 1)
  assert.match(stderr, /is not a MaxMind DB file/)
})

/** Far from each other, so that which is nearer decides. */
function streetInTwoTowns() {
  using release = Release.open(new ReleaseFolder(join(data, 'releases')).current()!.dir)
  const columns = release.addressColumns('sk')!
  const towns = new Map<string, Map<string, { municipality: string; latitude: number; longitude: number }>>()
  for (let i = 0; i < columns.length; i++) {
    const { street, municipality, latitude, longitude } = columns.at(i)
    if (street === null || latitude === null || longitude === null) continue
    towns.getOrInsertComputed(street, () => new Map()).set(municipality, { municipality, latitude, longitude })
  }
  const [street, places] = [...towns].find(([, of]) => of.size === 2) ?? []
  assert(street !== undefined && places !== undefined, 'the sample has such a street')
  return { street, places: [...places.values()] }
}

test('an invalid setting ends the start with exit code 2 and the accepted values', async () => {
  const wrong: readonly (readonly [readonly string[], RegExp])[] = [
    [['--port', '70000'], /0 to 65535/],
    [['--workers', '0'], /1 to 24/],
    [['--trusted-proxies', '10.0.0.1/8'], /Write 10\.0\.0\.0\/8/],
    [['--log-level', 'loud'], /debug, info, warn, error, silent/],
    [['--keep-alive', '0'], /seconds/],
  ]
  for (const [args, message] of wrong) {
    const { code, stderr } = await regista(['serve', '--data', join(dir, 'other'), ...args])
    assert.equal(code, 2, stderr)
    assert.match(stderr, message)
  }
})

test('a running server applies a withdrawal and a restoration without a publish', async () => {
  const { text } = await customer(1_000)
  const folder = new ReleaseFolder(join(data, 'releases'))
  await using server = await runServer(data, { args: ['--workers', '2', '--limits', NO_LIMITS] })
  const suggested = async () => {
    const { json } = await ask(server.port, PATH, { authorization: `Bearer ${text}` })
    return json.data.map(({ id }: { id: string }) => id) as string[]
  }
  const [id] = await suggested()
  const detail = async () => JSON.parse((await regista(['record', 'show', id!, '--data', data, '--json'])).stdout)
  const before = await detail()
  const removed = await regista(['record', 'remove', id!, '--why', 'asked for', '--data', data])
  assert.equal(removed.code, 0, removed.stderr)
  await until(async () => !(await suggested()).includes(id!), 'the record is no longer suggested')
  assert.deepEqual([before.status, (await detail()).status], [null, 'removed'])
  const rolledBack = await regista(['rollback', folder.currentId()!, '--data', data, '--json'])
  assert.deepEqual(JSON.parse(rolledBack.stdout).withdrawn_since, [id])
  assert.equal((await regista(['record', 'restore', id!, '--data', data])).code, 0)
  await until(async () => (await suggested()).includes(id!), 'the record is suggested again')
})
