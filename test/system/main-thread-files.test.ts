import assert from 'node:assert/strict'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { openControlDatabase } from '../../src/access/control/control.ts'
import { createCustomer } from '../../src/access/testing/customers.ts'
import { ask } from '../../src/http/testing/ask.ts'
import { ReleaseFolder } from '../../src/release/release.ts'
import { systemClock } from '../../src/stdx/clock.ts'
import { until } from '../../src/stdx/testing/until.ts'
import { publishSample } from '../fuzz/sample-data.ts'
import { runServer } from '../testing/running-server.ts'
import { ROOT } from '../testing/source-tree.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-main-thread-'))
after(() => rmSync(dir, { recursive: true }))

/**
 * What the main thread may call while it serves: it answers /readyz and receives signals, so nothing that it waits for
 * may be a disk. These run in Node's pool of threads; the server goes on without their results.
 */
const MAY_CALL = [
  'src/server/watched-disk.ts access',
  'src/stdx/free-bytes.ts statfs',
  ...['appendFile', 'rename', 'stat'].map((call) => `src/server/refused-requests.ts ${call}`),
]

test('while a server serves, its main thread waits for no file, whatever it is asked and whatever changes', async () => {
  const data = join(dir, 'data')
  const { names, icos } = await publishSample(data)
  const releases = new ReleaseFolder(join(data, 'releases'))
  const report = join(dir, 'calls.json')
  const preload = pathToFileURL(join(ROOT, 'test/testing/record-file-calls.ts')).href
  const env = { NODE_OPTIONS: `--import ${preload}`, TEST_FILE_CALLS: report }
  await using server = await runServer(data, { args: ['--workers', '1'], env })
  /** The calls since the last time. */
  const takeCalls = async (): Promise<readonly string[]> => {
    rmSync(report, { force: true })
    process.kill(server.pid, 'SIGUSR2')
    await until(() => existsSync(report), 'the calls')
    return JSON.parse(readFileSync(report, 'utf8'))
  }
  const readyz = async () => (await server.admin('/readyz')).status
  await until(readyz, 'the server to be ready', (status) => status === 200)
  // The last step of the start.
  await until(async () => (await server.admin('/metrics')).text.includes('regista_process_cpu'), 'the metrics')
  const started = await takeCalls()
  assert(started.includes('src/stdx/program-version.ts readFileSync'), `it records: ${started.join(', ')}`)

  await using control = await openControlDatabase({ data, databaseUrl: undefined }, 'write')
  const { text } = await createCustomer({ database: control, clock: systemClock }, { units: 100 })
  const authorized = { headers: { authorization: `Bearer ${text}` } }
  const suggest = { path: '/v1/autocomplete/companies', query: { q: names.sk[0]! }, ...authorized }
  await until(
    async () => (await ask(server.port, suggest)).status,
    'the account',
    (status) => status === 200,
  )
  for (const path of [`/v1/companies/sk/${icos.sk[0]}`, '/v1/me/usage'])
    assert.equal((await ask(server.port, { path, ...authorized })).status, 200, path)
  for (const path of ['/healthz', '/readyz', '/metrics', '/console/', '/console/api/server', '/console/api/accounts'])
    assert.equal((await server.admin(path)).status, 200, path)

  releases.setWithdrawals([{ country: 'sk', kind: 'company', sourceKey: '1', withdrawnAt: '2026-06-07T00:00:00.000Z' }])
  await until(() => server.log().includes('the list of withdrawn records has changed'), 'the withdrawal')
  const next = `${releases.currentId()}-2`
  cpSync(releases.path(releases.currentId()!), releases.path(next), { recursive: true })
  releases.switchTo(next)
  await until(() => server.log().split('the server has loaded and checked a release').length === 3, 'the next release')
  assert.deepEqual(
    (await takeCalls()).filter((call) => !MAY_CALL.includes(call)),
    [],
    'move the call to a thread of its own',
  )
})
