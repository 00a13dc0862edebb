import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
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

test('a server whose threads move, but which accepts no connection because too many files are open, is not ready', async () => {
  await using server = await runServer(data)
  using agent = new KeptConnection(server.adminPort)
  await until(() => agent.readyz(), 'the server to be ready', isReady)
  const limit = (files: string) => execFileSync('prlimit', ['--pid', `${server.pid}`, `--nofile=${files}:`])
  const [, before] = /^\S+ +(\d+)/.exec(prlimitOf(server.pid))!
  limit('12')
  await until(
    () => agent.readyz(),
    'a server that is not ready',
    (answer) => /port \d+ answers no connection/.test(answer),
  )
  assert.match(server.log(), /port \d+ answers no connection, although threads move; check the limit of open files/)
  limit(before!)
  await until(() => agent.readyz(), 'the server to be ready again', isReady)
  await until(() => server.log().includes('the port answers connections again'), 'the line in the log')
})

const isReady = (answer: string): boolean => answer.startsWith('{"ready":true')

function prlimitOf(pid: number): string {
  return execFileSync(
    'prlimit',
    ['--pid', `${pid}`, '--nofile', '--output', 'RESOURCE,SOFT', '--noheadings', '--raw'],
    {
      encoding: 'utf8',
    },
  )
}

/** Asks on one connection, as some balancers do: a new one would not be accepted. */
class KeptConnection implements Disposable {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })
  readonly #port: number

  constructor(port: number) {
    this.#port = port
  }

  readyz(): Promise<string> {
    return new Promise((resolve, reject) => {
      get({ port: this.#port, host: '127.0.0.1', path: '/readyz', agent: this.#agent }, async (response) =>
        resolve((await response.setEncoding('utf8').toArray()).join('')),
      ).once('error', reject)
    })
  }

  [Symbol.dispose](): void {
    this.#agent.destroy()
  }
}
