import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { after, describe, test } from 'node:test'
import { TLSSocket } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { until } from '../stdx/testing/until.ts'
import { connectPostgres } from './postgres-connector.ts'
import { captureError } from './testing/capture-error.ts'
import { startProxy } from './testing/faulty-proxy.ts'
import { startPooler } from './testing/pooler.ts'
import type { OwnPostgres } from './testing/postgres.ts'
import { runOn, startPair } from './testing/postgres-pair.ts'

/** Of one cluster. The newer one was promoted, and the older one takes writes all the same. */
const pair = await startPair({ isSynchronous: false })
await pair.promote(pair.b)
const { server: older, proxy: olderHost } = pair.a
const { server: newer, proxy: newerHost } = pair.b
/** Accepts connections and says nothing. */
const silent = await startSilent(0, '127.0.0.1')
after(async () => {
  silent.close()
  await pair[Symbol.asyncDispose]()
})

async function startSilent(port: number, address: string): Promise<Server> {
  const server = createServer((socket) => socket.on('error', () => undefined).resume())
  await new Promise<void>((resolve) => server.listen(port, address, resolve))
  return server
}

const hostOf = ({ url }: { readonly url: string }) => new URL(url).host
const silentHost = () => `127.0.0.1:${(silent.address() as AddressInfo).port}`
const DEAD = '127.0.0.1:1'
let databases = 0

/** The name makes each list new to this process. */
function list(...hosts: readonly string[]): string {
  return `postgres://postgres:secret@${hosts.join(',')}/postgres?target_session_attrs=read-write&n=${++databases}`
}

const OPTIONS = { mode: 'write', patienceMs: 2_000, lockMs: 2_000, plans: 'any' } as const

async function timelineBehind(url: string): Promise<number> {
  const connection = await connectPostgres({ ...OPTIONS, url })
  const { rows } = await connection.query({ sql: TIMELINE, ifLost: 'not_done' })
  connection.close()
  return Number(rows[0]![0])
}

const TIMELINE = 'select substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)'

async function whileReadOnly(server: OwnPostgres, work: () => Promise<void>): Promise<void> {
  const reload = 'select pg_reload_conf()'
  for (const sql of ['alter system set default_transaction_read_only = on', reload]) await runOn(server, sql)
  await work()
  // Also if it failed: a new server is made for each run.
  for (const sql of ['alter system reset default_transaction_read_only', reload]) await runOn(server, sql)
}

describe('of several hosts', () => {
  test('that accept writes, the one on the highest timeline is taken, wherever it stands in the list', async () => {
    assert.equal(await timelineBehind(list(hostOf(olderHost), hostOf(newerHost))), 2)
    assert.equal(await timelineBehind(list(hostOf(newerHost), hostOf(olderHost))), 2)
  })

  test('an old primary is refused once the newer one was met, and its open connections are closed', async () => {
    await using leading = await startProxy(older.url)
    const url = list(hostOf(leading), DEAD)
    const old = await connectPostgres({ ...OPTIONS, url })
    leading.leadTo(newer.url)
    const current = await connectPostgres({ ...OPTIONS, url })
    assert.deepEqual([old.isUsable(), current.isUsable()], [false, true])
    current.close()
    leading.leadTo(older.url)
    const { message, outcome, reason } = await captureError(connectPostgres({ ...OPTIONS, url }))
    assert.deepEqual([outcome, reason], ['not_done', 'lost'])
    assert.match(message, /^no host .*: 127\.0\.0\.1:\d+: it is an old primary: on timeline 1, and 2 was seen; 127/)
    assert.match(message, /; 127\.0\.0\.1:1: connect ECONNREFUSED/)
    assert.doesNotMatch(message, /secret/)
  })

  test('those that are dead, silent or read-only are passed over, in both modes', async () => {
    assert.equal(await timelineBehind(list(DEAD, silentHost(), hostOf(newerHost))), 2)
    assert.equal(await timelineBehind(list(hostOf(newerHost), silentHost(), DEAD)), 2)
    await whileReadOnly(newer, async () => {
      assert.equal(await timelineBehind(list(hostOf(newerHost), hostOf(olderHost))), 1)
      const only = list(hostOf(newerHost), DEAD)
      for (const mode of ['write', 'read'] as const) {
        const { message } = await captureError(connectPostgres({ ...OPTIONS, mode, url: only }))
        assert.match(
          message,
          /accepts no writes: it is a standby or set to read-only; 127\.0\.0\.1:1: connect ECONNREF/,
        )
      }
    })
  })

  test('one that becomes the primary while another is silent is taken in the same attempt', async () => {
    const url = list(silentHost(), hostOf(newerHost))
    await whileReadOnly(newer, async () => {
      const connecting = timelineBehind(url)
      // The first answer was that it is read-only.
      const connections = newerHost.connections()
      await until(newerHost.connections, 'a second connection', (count) => count >= connections + 2)
      await runOn(newer, 'alter system reset default_transaction_read_only')
      await runOn(newer, 'select pg_reload_conf()')
      assert.equal(await connecting, 2)
    })
  })

  test('a name with several addresses is tried at each of them: a dead or silent one does not block', async () => {
    const { port } = new URL(newerHost.url)
    const mute = await startSilent(Number(port), '127.0.0.2')
    const lookUp = async (name: string) => {
      assert.equal(name, 'database.example')
      return ['127.0.0.3', '127.0.0.2', '127.0.0.1'].map((address) => ({ address }))
    }
    const url = list(`database.example:${port}`, DEAD)
    const connection = await connectPostgres({ ...OPTIONS, url }, lookUp)
    assert.deepEqual((await connection.query({ sql: TIMELINE, ifLost: 'not_done' })).rows, [['00000002']])
    connection.close()
    await new Promise((resolve) => mute.close(resolve))
  })

  test('a name that does not resolve, or whose lookup never ends, is named and blocks nothing', async () => {
    const lookUp = async (name: string) => {
      if (name === 'wrong.example') throw new Error('getaddrinfo ENOTFOUND wrong.example')
      return await new Promise<never>(() => undefined)
    }
    const names = ['wrong.example', 'slow.example']
    const connection = await connectPostgres({ ...OPTIONS, url: list(...names, hostOf(newerHost)) }, lookUp)
    connection.close()
    const connecting = connectPostgres({ ...OPTIONS, patienceMs: 300, url: list(...names, DEAD) }, lookUp)
    const { message } = await captureError(connecting)
    assert.match(message, /wrong\.example: getaddrinfo ENOTFOUND wrong\.example; slow\.example: no answer; 127/)
  })
})

describe('a connection pooler', () => {
  test('that pools sessions is used', async () => {
    await using pooler = await startPooler(newer.url, 'session')
    const open = () => connectPostgres({ ...OPTIONS, url: pooler.url })
    const connections = [await open(), await open()]
    for (const connection of connections) {
      const { rows } = await connection.query({ sql: 'select $1::text', values: ['x'], ifLost: 'not_done' })
      assert.deepEqual(rows, [['x']])
      connection.close()
    }
  })

  test('that accepts a second client and never answers it is a lost connection, not a wait without an end', async () => {
    await using pooler = await startPooler(newer.url, 'session', { mutesFrom: 2 })
    const fault = await captureError(connectPostgres({ ...OPTIONS, url: pooler.url }))
    assert.deepEqual([fault.outcome, fault.reason], ['not_done', 'lost'])
  })

  test('that pools transactions is refused in one sentence, also for a single connection', async () => {
    await using pooler = await startPooler(newer.url, 'transaction')
    const fault = await captureError(connectPostgres({ ...OPTIONS, url: pooler.url }))
    assert.deepEqual([fault.outcome, fault.reason], ['not_done', 'lost'])
    assert.match(fault.message, /^a connection pooler gives .*; let it pool sessions, not transactions$/)
  })
})

test('with sslmode=verify-full the certificate must have the name of the host that is tried', async () => {
  // Of right.example, for a hundred years: openssl req -x509 -newkey ec -nodes -days 36500 …
  const [key, cert] = ['key', 'cert'].map((name) => fileURLToPath(new URL(`testing/tls/${name}.pem`, import.meta.url)))
  const relay = await startTlsRelay(newerHost.url, { key: readFileSync(key!), cert: readFileSync(cert!) })
  const { port } = relay.address() as AddressInfo
  const lookUp = async () => [{ address: '127.0.0.1' }]
  const tls = `&sslmode=verify-full&sslrootcert=${cert}`
  const connect = (...names: readonly string[]) =>
    connectPostgres({ ...OPTIONS, url: `${list(...names.map((name) => `${name}:${port}`))}${tls}` }, lookUp)
  const connection = await connect('wrong.example', 'right.example')
  assert.deepEqual((await connection.query({ sql: TIMELINE, ifLost: 'not_done' })).rows, [['00000002']])
  connection.close()
  const { message } = await captureError(connect('wrong.example', 'other.example'))
  assert.match(message, /wrong\.example:\d+: Hostname\/IP does not match certificate's altnames: Host: wrong\.example/)
  relay.close()
})

/** PostgreSQL itself offers no TLS on a socket in the file system. */
async function startTlsRelay(to: string, secrets: { readonly key: Buffer; readonly cert: Buffer }): Promise<Server> {
  const relay = createServer((socket) => {
    socket.once('data', () => {
      socket.write('S')
      const secure = new TLSSocket(socket, { isServer: true, ...secrets })
      const { hostname, port } = new URL(to)
      const server = connect(Number(port), hostname)
      for (const one of [secure, server]) one.on('error', () => [secure, server].map((each) => each.destroy()))
      secure.pipe(server).pipe(secure)
    })
  })
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve))
  return relay
}
