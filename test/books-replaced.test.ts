import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { openControlDatabase } from '../src/access/control/control.ts'
import { createCustomer } from '../src/access/testing/customers.ts'
import { ask } from '../src/http/testing/ask.ts'
import { BOOKS_MIGRATIONS } from '../src/ledger/books/sql-store.ts'
import { systemClock } from '../src/stdx/clock.ts'
import { type Database, DatabaseError, openDatabase } from '../src/storage/storage.ts'
import { startPostgres } from '../src/storage/testing/postgres.ts'
import { publishSample } from './fuzz/sample-data.ts'
import { regista } from './testing/regista.ts'
import { type RunningServer, runServer } from './testing/running-server.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-books-replaced-'))
const postgres = await startPostgres()
after(async () => {
  delete process.env.REGISTA_DATABASE_URL
  await postgres[Symbol.asyncDispose]()
  rmSync(dir, { recursive: true })
})
const data = join(dir, 'data')
const vocabulary = await publishSample(data)
process.env.REGISTA_DATABASE_URL = postgres.url

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await isSo()); tries++) {
    assert(tries < 600, `it never came to this: ${what}`)
    await wait(50)
  }
}

const isReady = (server: RunningServer) => async () => {
  // While the parts are closed and opened again, nothing listens.
  const page = await server.admin('/readyz').catch(() => undefined)
  return page?.status === 200
}

for (const [what, madeBefore] of [
  ['lack a batch', 'the last charge'],
  ['lack the incarnation of the server', 'the start of the server'],
] as const)
  test(`a running server whose books were replaced by ones that ${what} charges again, without a restart, when the doubt is resolved`, async () => {
    await using control = await openControlDatabase({ data, databaseUrl: postgres.url }, 'write')
    const { text, account } = await createCustomer({ database: control, clock: systemClock }, { units: 100 })
    const path = `/v1/autocomplete/companies?country=sk&q=${encodeURIComponent(vocabulary.names.sk[0]!.slice(0, 4))}`
    const charge = async (server: RunningServer): Promise<number> =>
      (await ask(server.port, { path, headers: { authorization: `Bearer ${text}`, connection: 'close' } })).status
    const start = async () => {
      const server = await runServer(data, { args: ['--workers', '1'] })
      await until('it is ready', isReady(server))
      return server
    }
    {
      await using first = await start()
      assert.equal(await charge(first), 200)
    }
    await using database = await openDatabase({ url: postgres.url, migrations: BOOKS_MIGRATIONS, connections: 1 })
    let copy = await copyOf(database)
    await using server = await start()
    assert.equal(await charge(server), 200)
    if (madeBefore === 'the last charge') copy = await copyOf(database)
    assert.equal(await charge(server), 200)
    await copy.putBack()

    await until('it is not ready', async () => /but the books/.test((await server.admin('/readyz')).text))
    assert.equal(await charge(server), 503)
    const status = await regista(['accounting', 'status', '--data', data])
    assert.match(status.stdout, /books_behind[\s\S]*A running server applies the result without a restart/)
    const { doubts } = JSON.parse((await regista(['accounting', 'status', '--json', '--data', data])).stdout)
    const ids = doubts.map(({ id }: { id: number }) => `${id}`)
    const trusted = await regista(['accounting', 'trust', ...ids, '--why', 'a dump was put back', '--data', data])
    assert.equal(trusted.code, 0, trusted.stderr)

    await until('it is ready', isReady(server))
    assert.equal(await charge(server), 200)
    assert.match(server.log(), /the operator trusts the replaced books; the server begins a new incarnation/)
    assert.equal(await server.stop(), 0)
    const audited = await regista(['audit', '--json', '--data', data])
    assert.equal(JSON.parse(audited.stdout).ok, true, audited.stdout)
    const usage = JSON.parse((await regista(['usage', account, '--json', '--data', data])).stdout)
    assert.equal(usage.confirmed_units, madeBefore === 'the last charge' ? 3 : 2)
  })

/** All tables of the books as they are now, to be put back in one moment. */
async function copyOf(database: Database): Promise<{ putBack(): Promise<void> }> {
  const names = await database.query<[string]>(
    `select tablename::text from pg_tables
     where schemaname = 'public' and tablename !~ '^(control|copy|regista)' order by 1`,
  )
  const tables = names.map(([name]) => name)
  await database.transaction(async (queries) => {
    for (const table of tables) {
      await queries.run(`drop table if exists copy_of_${table}`)
      await queries.run(`create table copy_of_${table} as select * from ${table}`)
    }
  })
  return {
    async putBack() {
      for (;;)
        try {
          return await database.transaction(async (queries) => {
            for (const table of tables) {
              await queries.run(`delete from ${table}`)
              await queries.run(`insert into ${table} overriding system value select * from copy_of_${table}`)
            }
          })
        } catch (error) {
          // The running server may hold rows that we wait for, and wait for ours.
          if (!(error instanceof DatabaseError && error.reason === 'busy')) throw error
        }
    },
  }
}
