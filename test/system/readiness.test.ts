import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import { openControlDatabase } from '../../src/access/control/control.ts'
import { createCustomer } from '../../src/access/testing/customers.ts'
import { ask } from '../../src/http/testing/ask.ts'
import { systemClock } from '../../src/stdx/clock.ts'
import { until } from '../../src/stdx/testing/until.ts'
import { publishSample } from '../fuzz/sample-data.ts'
import { runServer } from '../testing/running-server.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-readiness-'))
after(() => rmSync(dir, { recursive: true }))
const data = join(dir, 'data')
await publishSample(data)

test('while the books thread waits for the disk the server reports that it is not ready, and answers metrics and usage', async () => {
  await using control = await openControlDatabase({ data, databaseUrl: undefined }, 'write')
  const { text } = await createCustomer({ database: control, clock: systemClock }, { units: 100 })
  const usage = { path: '/v1/me/usage', headers: { authorization: `Bearer ${text}` } }
  await using server = await runServer(data, { args: ['--workers', '1'] })
  await until(async () => (await server.admin('/readyz')).status === 200, 'the server is ready')
  assert.equal((await ask(server.port, usage)).status, 200)

  // The lock of another process: the thread that writes stands still in SQLite until it is released.
  using stall = new DatabaseSync(join(data, 'ledger.db'), { timeout: 60_000 })
  stall.exec('begin immediate')
  await until(async () => {
    const { status, text } = await server.admin('/readyz')
    return status === 503 && /the database has taken no heartbeat for \d+\.\d s/.test(text)
  }, 'it is not ready')
  assert.match((await server.admin('/metrics')).text, /^regista_ledger_heartbeat_age_seconds [2-9]/m)
  // Between two attempts of the thread it may be answered.
  assert([200, 503].includes((await ask(server.port, usage)).status))
  assert.equal((await server.admin('/readyz')).status, 503)
  await until(async () => server.log().includes('takes no heartbeat'), 'the silence is in the log')
  stall.exec('rollback')

  await until(async () => (await server.admin('/readyz')).status === 200, 'it is ready again')
  assert.equal((await ask(server.port, usage)).status, 200)
  assert.equal(server.log().match(/takes no heartbeat/g)!.length, 1)
  assert.match(server.log(), /the database takes heartbeats again; it took none for \d+\.\d s/)
})

test('after SIGTERM the server is not ready, and answers new connections until balancers have noticed', async () => {
  await using control = await openControlDatabase({ data, databaseUrl: undefined }, 'write')
  const { text } = await createCustomer({ database: control, clock: systemClock }, { units: 100 })
  const usage = { path: '/v1/me/usage', headers: { authorization: `Bearer ${text}`, connection: 'close' } }
  await using server = await runServer(data, { args: ['--workers', '1', '--drain-delay', '15'] })
  await until(async () => (await server.admin('/readyz')).status === 200, 'the server is ready')
  await until(async () => (await ask(server.port, usage)).status === 200, 'it knows the account')
  process.kill(server.pid, 'SIGTERM')
  await until(async () => (await server.admin('/readyz')).status === 503, 'it is not ready')
  assert.match((await server.admin('/readyz')).text, /"the server is stopping"/)
  assert.equal((await ask(server.port, usage)).status, 200)
  // The second one ends it at once.
  assert.equal(await server.stop(), null)
})
