import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { buildStatement } from '../src/ledger/accounting.ts'
import { BOOKS_MIGRATIONS, openSqlBooks } from '../src/ledger/books/sql-store.ts'
import type { BooksStore } from '../src/ledger/books/store.ts'
import { createExampleClock, type ExampleClock, makeHistory } from '../src/ledger/testing/history.ts'
import { openDatabase } from '../src/storage/storage.ts'
import { startPostgres, type TestPostgres } from '../src/storage/testing/postgres.ts'
import { type CommandResult, regista } from './testing/regista.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-books-commands-'))
let server: TestPostgres
before(async () => {
  server = await startPostgres()
})
after(async () => {
  delete process.env.REGISTA_DATABASE_URL
  await server[Symbol.asyncDispose]()
  rmSync(dir, { recursive: true })
})

const DATABASES = [
  {
    name: 'SQLite',
    data: join(dir, 'sqlite'),
    url: () => undefined,
    open: (data: string) =>
      openDatabase({ path: join(data, 'ledger.db'), migrations: BOOKS_MIGRATIONS, mode: 'write' }),
  },
  {
    name: 'PostgreSQL',
    data: join(dir, 'postgres'),
    url: () => server.url,
    open: () => openDatabase({ url: server.url, migrations: BOOKS_MIGRATIONS, connections: 4 }),
  },
] as const

for (const { name, data, url, open } of DATABASES) {
  test(`audit and usage read books on ${name} while another process writes them`, async () => {
    mkdirSync(data)
    useUrl(url())
    await using database = await open(data)
    const store = openSqlBooks({ posts: database, transactions: database, snapshots: database })
    const clock = createExampleClock()
    await makeHistory(store, { clock, seed: 6, steps: 200 })
    const expected = await store.snapshot((rows) => buildStatement(rows, 'anna', '2026-11'))
    assert(expected.outcome === 'statement' && 0 < expected.lines.length)
    const command = (...args: string[]): Promise<CommandResult> => regista([...args, '--data', data])

    const plain = await command('usage', 'anna', '--period', '2026-11')
    assert.equal(plain.code, 0, plain.stderr)
    assert.match(plain.stdout, /^anna, 2026-11, in units\n {2}allowance +\d[\d ]*\n {2}confirmed +\d/)
    assert.match(plain.stdout, /\nproject +key +operation +requests +confirmed +pending +hold\np0 +k0 +suggest +\d/)
    const json = JSON.parse((await command('usage', 'anna', '--period', '2026-11', '--json')).stdout)
    assert.equal(json.confirmed_units, expected.confirmedUnits)
    assert.deepEqual(
      json.lines.map((line: Record<string, unknown>) => line.confirmed_units),
      expected.lines.map(({ confirmedUnits }) => confirmedUnits),
    )
    assert.match((await command('usage', 'anna', '--period', '2031-01')).stdout, /nothing was used/)

    const writing = keepWriting(store, clock)
    const before = writing.written()
    const audits = [await command('audit'), await command('audit', '--json')] as const
    assert(before + 1 < writing.written(), 'the other process wrote meanwhile')
    await writing.stop()
    for (const { code, stderr, stdout } of audits) assert.equal(code, 0, stderr + stdout)
    assert.match(
      audits[0].stdout,
      /^read everything new: 3 accounts, \d+ months, [\d ]+ grants, [\d ]+ batches, [\d ]+ lines\nthe books agree with their journal\n$/,
    )
    const report = JSON.parse(audits[1].stdout)
    assert.deepEqual([report.ok, report.differences, report.failed], [true, [], []])

    const unknown = await command('usage', 'nobody')
    assert.equal(unknown.code, 1)
    assert.match(unknown.stderr, /^regista: there is no account nobody in the books\. [^\n]+\n$/)

    await database.run(
      `update account_period set confirmed = confirmed - 1 where account = 'anna' and period = '2026-11'`,
    )
    const broken = await command('audit')
    assert.equal(broken.code, 1)
    assert.match(broken.stdout, /\nBAD E4: anna 2026-11: confirmed is \d+, its closed grants acknowledged \d+\n/)
    assert.match(broken.stdout, /\n2 differences; do not trust: anna\./)
    const brokenJson = JSON.parse((await command('audit', '--json')).stdout)
    assert.deepEqual([brokenJson.ok, brokenJson.failed], [false, ['anna']])
    const refused = await command('usage', 'anna', '--period', '2026-11')
    assert.equal(refused.code, 1)
    assert.match(
      refused.stderr,
      /^regista: the books and their journal do not agree \(E4: [^\n]+`regista audit`[^\n]+\n$/,
    )
  })
}

test('a database without books, or one that cannot be reached, is reported in one line and not changed', async () => {
  await using client = await openDatabase({ url: server.url, migrations: BOOKS_MIGRATIONS, connections: 1 })
  await client.run('create schema nothing')
  useUrl(`${server.url}&options=-csearch_path%3Dnothing`)
  const empty = await regista(['audit'])
  assert.equal(empty.code, 1)
  assert.match(
    empty.stderr,
    /^regista: The database [^\n]+ has no tables of Regista yet\. The server creates them[^\n]+\n$/,
  )
  const tables = await client.query(`select 1 from pg_tables where schemaname = 'nothing'`)
  assert.deepEqual(tables, [])
  useUrl(`postgres://postgres@localhost/postgres?host=${encodeURIComponent(join(dir, 'no-server'))}`)
  const away = await regista(['audit'])
  assert.equal(away.code, 1)
  assert.match(away.stderr, /^regista: the books cannot be read: [^\n]+\n$/)
})

function useUrl(url: string | undefined): void {
  if (url === undefined) delete process.env.REGISTA_DATABASE_URL
  else process.env.REGISTA_DATABASE_URL = url
}

/** More history, as another process would make it: units come and go, months end. */
function keepWriting(store: BooksStore, clock: ExampleClock): { written(): number; stop(): Promise<void> } {
  let written = 0
  let state: 'writing' | 'stopping' = 'writing'
  const done = (async () => {
    for (; state === 'writing'; written++) {
      await makeHistory(store, { clock, seed: 1000 + written, steps: 10 })
      await setImmediate()
    }
  })()
  return {
    written: () => written,
    async stop() {
      state = 'stopping'
      await done
    },
  }
}
