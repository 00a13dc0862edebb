import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { holdReader, makePipe } from '../../src/stdx/testing/blocked-thread.ts'
import { until } from '../../src/stdx/testing/until.ts'
import { openSqlite, tryLockFile } from '../../src/storage/storage.ts'
import { startOwnPostgres } from '../../src/storage/testing/postgres.ts'
import { freePorts, type Place, startServer } from '../fuzz/real-server.ts'
import { publishSample } from '../fuzz/sample-data.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-waiting-start-'))
after(() => rmSync(dir, { recursive: true }))

async function preparePlace(name: string, databaseUrl?: string): Promise<Place> {
  const data = join(dir, name)
  mkdirSync(data)
  await publishSample(data)
  const limitsFile = join(data, 'limits.json')
  writeFileSync(limitsFile, '{}')
  return { data, limitsFile, databaseUrl, ...(await freePorts()) }
}

async function askReady({ adminPort }: Place): Promise<string> {
  try {
    return await (await fetch(`http://127.0.0.1:${adminPort}/readyz`, { headers: { connection: 'close' } })).text()
  } catch (error) {
    return String(error)
  }
}

const isReady = (answer: string): boolean => answer.startsWith('{"ready":true')

/** Starts a server that lacks something, sees it say so on its admin port, and mends that. */
async function startWithout(place: Place, why: RegExp, mend: () => unknown): Promise<void> {
  const server = startServer(place)
  try {
    await until(
      () => askReady(place),
      'a server that waits',
      (answer) => why.test(answer),
    )
    assert.match(await askReady(place), /^\{"ready":false,"problems":\["the server waits for its database: /)
    assert.match(server.log(), why)
    await mend()
    await until(() => askReady(place), 'a server that is ready by itself', isReady)
  } finally {
    server.kill('SIGTERM')
    assert.deepEqual(await server.ended, { code: 0, signal: null })
  }
}

for (const name of ['ledger.db', 'control.db'])
  test(`a server that starts beside a locked ${name} waits, says why, and is ready when the lock has gone`, async () => {
    const place = await preparePlace(name)
    using lock = tryLockFile(join(place.data, name))
    assert(lock !== undefined)
    await startWithout(place, new RegExp(`${name} is being written by another command`), () => lock.close())
  })

test('a server that starts before PostgreSQL waits, says why, can be stopped, and is ready when PostgreSQL is there', async () => {
  await using postgres = await startOwnPostgres()
  const place = await preparePlace('before-postgres', postgres.url)
  await postgres.signal('SIGKILL')
  const why = /the server waits for its database: .* Check that PostgreSQL answers there/
  const stopped = startServer(place)
  await until(
    () => askReady(place),
    'a server that waits',
    (answer) => why.test(answer),
  )
  stopped.kill('SIGTERM')
  assert.deepEqual(await stopped.ended, { code: 0, signal: null })
  await startWithout(place, why, () => postgres.start())
})

test('a start whose folder of releases hangs says that it reads it, and is ready when it answers', async () => {
  const place = await preparePlace('hanging-releases')
  const current = join(place.data, 'releases', 'current')
  const real = `${current}.real`
  renameSync(current, real)
  makePipe(current)
  const server = startServer(place)
  try {
    const release = await holdReader(current)
    await until(
      () => askReady(place),
      'what the server waits for',
      (answer) => answer.includes('"the server starts: it reads the folder of releases"'),
    )
    renameSync(real, current)
    release()
    await until(() => askReady(place), 'a server that is ready by itself', isReady)
  } finally {
    server.kill('SIGTERM')
    assert.deepEqual(await server.ended, { code: 0, signal: null })
  }
})

test('a wrong schema ends a start at once', async () => {
  const place = await preparePlace('wrong-schema')
  {
    using file = openSqlite(join(place.data, 'control.db'), { use: 'owned' })
    file.exec('create table t (k text); pragma user_version = 1000; pragma application_id = 1000')
  }
  const server = startServer(place)
  const { code } = await server.ended
  assert.equal(code, 1)
  assert.match(server.log(), /updated by a newer Regista/)
})
