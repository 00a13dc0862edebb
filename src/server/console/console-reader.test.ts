import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openControlDatabase } from '../../access/control/control.ts'
import { createCustomer } from '../../access/testing/customers.ts'
import { Ledger } from '../../ledger/ledger.ts'
import { systemClock } from '../../stdx/clock.ts'
import { type Database, openDatabase } from '../../storage/storage.ts'
import { startPostgres } from '../../storage/testing/postgres.ts'
import { makeLog } from '../log.ts'
import { ConsoleError } from './console-error.ts'
import { ConsoleReader } from './console-reader.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-console-'))
const server = await startPostgres()
after(async () => {
  await server[Symbol.asyncDispose]()
  rmSync(dir, { recursive: true })
})

const log = makeLog({ level: 'silent', to: process.stderr })

function openReader(data: string, deadlineMs: number, databaseUrl?: string): ConsoleReader {
  return new ConsoleReader({ data, databaseUrl, releases: join(data, 'releases'), deadlineMs, log })
}

/** A transaction of it that is idle for twice as long loses its connection. */
function openLocker(patienceMs: number): Promise<Database> {
  const migrations = new URL('../../ledger/migrations/', import.meta.url)
  return openDatabase({ url: server.url, migrations, connections: 1, patienceMs })
}

async function codeOf(reading: Promise<unknown>): Promise<string> {
  try {
    await reading
    return 'read'
  } catch (error) {
    assert(error instanceof ConsoleError, String(error))
    return error.code
  }
}

const LONG_MS = 60_000

test('a query that waits for a lock is stopped at its deadline; charges and later queries go on meanwhile', async () => {
  const data = join(dir, 'postgres')
  const place = { data, databaseUrl: server.url }
  await using ledger = await Ledger.open(place)
  await using control = await openControlDatabase(place, 'write')
  const { account, project, id } = await createCustomer({ database: control, clock: systemClock }, { units: 100 })
  await ledger.setAllowance(account, 100, 'operator')
  await using locker = await openLocker(LONG_MS)
  await using reader = openReader(data, 4000, server.url)
  await locker.transaction(async (queries) => {
    // Only readers of notices need this table; no charge does.
    await queries.run('lock table notice in access exclusive mode')
    const late = codeOf(reader.read({ resource: 'ledger' }))
    const subject = { project, credential: id, operation: 'suggestCompanies' }
    const charge = ledger.charge({ account, units: 1, requestId: '0'.repeat(32), subject })
    assert.equal((await charge.outcome).outcome, 'charged')
    assert.equal(await late, 'deadline_exceeded')
    assert.match(await reader.read({ resource: 'accounts' }), /"confirmed_units":[01],/)
  })
  assert.match(await reader.read({ resource: 'ledger' }), /"is_trusted":true/)
  assert.match(await reader.read({ resource: 'nodes' }), /"state":"live"/)
  assert.match(await reader.read({ resource: 'keys' }), /"keys":\[\]/)
  const usage = JSON.parse(await reader.read({ resource: 'usage', account, period: undefined }))
  assert.deepEqual([usage.requests, usage.operations.length, usage.keys[0].id], [1, 1, id])
})

test('queries whose client has left are stopped, running or waiting, and the next one is answered', async () => {
  const data = join(dir, 'gone')
  const { url } = server
  await (await Ledger.open({ data, databaseUrl: url })).close()
  await using locker = await openLocker(2 * LONG_MS)
  await using reader = openReader(data, LONG_MS, url)
  await locker.transaction(async (queries) => {
    await queries.run('lock table notice in access exclusive mode')
    const gone = new AbortController()
    const left = [1, 2, 3].map(() => codeOf(reader.read({ resource: 'ledger' }, gone.signal)))
    const next = reader.read({ resource: 'nodes' })
    gone.abort()
    assert.deepEqual(await Promise.all(left), ['unavailable', 'unavailable', 'unavailable'])
    assert.match(await next, /"nodes":\[/)
  })
  assert.match(await reader.read({ resource: 'ledger' }, new AbortController().signal), /"is_trusted":true/)
})

test('a late query fails with a sentence that says so, whatever it was doing', async () => {
  const data = join(dir, 'late')
  await (await Ledger.open({ data, databaseUrl: undefined })).close()
  await using reader = openReader(data, 1)
  const message = /The query took longer than 0\.001 s and was stopped\. Nothing was changed\./
  await assert.rejects(reader.read({ resource: 'nodes' }), message)
})

test('of too many queries at once the last ones are refused, and all others are answered', async () => {
  const data = join(dir, 'many')
  await (await Ledger.open({ data, databaseUrl: undefined })).close()
  await using reader = openReader(data, LONG_MS)
  const codes = await Promise.all(Array.from({ length: 70 }, () => codeOf(reader.read({ resource: 'nodes' }))))
  assert.equal(codes.filter((code) => code === 'read').length, 65)
  assert.deepEqual(new Set(codes.slice(65)), new Set(['busy']))
})

test('without books and accounts a query says what is missing, and the next one is answered', async () => {
  await using reader = openReader(join(dir, 'nothing'), LONG_MS)
  for (const resource of ['ledger', 'accounts', 'keys'] as const)
    assert.equal(await codeOf(reader.read({ resource })), 'unavailable')
  assert.match(await reader.read({ resource: 'releases' }), /"current":null,"releases":\[\]/)
})

test('a reader that is closed refuses what waits', async () => {
  const data = join(dir, 'closed')
  await (await Ledger.open({ data, databaseUrl: undefined })).close()
  const reader = openReader(data, LONG_MS)
  const codes = [1, 2, 3].map(() => codeOf(reader.read({ resource: 'nodes' })))
  await reader[Symbol.asyncDispose]()
  assert.deepEqual(await Promise.all(codes), ['unavailable', 'unavailable', 'unavailable'])
})

test('a query for which no thread can be created fails, and so does the next one', async () => {
  // A function cannot be sent to a thread.
  await using reader = openReader(join(dir, 'no-thread'), LONG_MS, (() => '') as never)
  for (let i = 0; i < 2; i++) assert.equal(await codeOf(reader.read({ resource: 'nodes' })), 'unavailable')
})
