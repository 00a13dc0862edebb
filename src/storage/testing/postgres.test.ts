import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { Client } from 'pg'
import { pollForAnswer } from '../../stdx/poll-for-answer.ts'
import { startOwnPostgres } from './postgres.ts'

test('a PostgreSQL of our own starts, answers through its socket, has the extensions for text, and leaves nothing behind', async () => {
  let folder = ''
  {
    await using postgres = await startOwnPostgres({ max_connections: '7' })
    folder = new URL(postgres.url).searchParams.get('host')!
    const client = new Client({ connectionString: postgres.url })
    await client.connect()
    try {
      await client.query('create extension pg_trgm; create extension unaccent')
      const { rows } = await client.query(
        `select lower(unaccent('ŽLUŤOUČKÝ')) as plain, round(similarity('novak', 'nowak')::numeric, 2) as similar,
                current_setting('max_connections') as connections, current_setting('listen_addresses') as addresses`,
      )
      assert.deepEqual(rows, [{ plain: 'zlutoucky', similar: '0.33', connections: '7', addresses: '' }])
    } finally {
      await client.end()
    }
    assert(existsSync(folder))
  }
  assert(!existsSync(folder))
})

test('the error about a wrong setting has the message of PostgreSQL', async () => {
  const message = /unrecognized configuration parameter "no_such_setting"/
  await assert.rejects(startOwnPostgres({ no_such_setting: '1' }), message)
})

test('a server ends and its folder is removed when the process that started it is killed', async () => {
  const module = JSON.stringify(new URL('./postgres.ts', import.meta.url))
  const script = `process.stdout.write((await (await import(${module})).startOwnPostgres()).url); setInterval(() => {}, 1000)`
  const args = ['--input-type=module', '-e', script]
  const starter = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [url] = (await once(starter.stdout, 'data')).map((line) => String(line).trim())
  const client = new Client({ connectionString: url })
  await client.connect()
  const lost = once(client, 'error')
  starter.kill('SIGKILL')
  await lost
  const folder = new URL(url!).searchParams.get('host')!
  assert(await pollForAnswer(async () => (existsSync(folder) ? undefined : 'removed')))
})
