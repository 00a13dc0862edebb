import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { BOOKS_MIGRATIONS, openSqlBooks } from '../src/ledger/books/sql-store.ts'
import { auditAndStore } from '../src/ledger/testing/audit.ts'
import { createExampleClock, makeHistory } from '../src/ledger/testing/history.ts'
import { DAY_MS } from '../src/stdx/time-units.ts'
import { openDatabase } from '../src/storage/storage.ts'
import { startPostgres } from '../src/storage/testing/postgres.ts'
import { type CommandResult, regista } from './testing/regista.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-archive-command-'))
const server = await startPostgres()
after(async () => {
  delete process.env.REGISTA_DATABASE_URL
  await server[Symbol.asyncDispose]()
  rmSync(dir, { recursive: true })
})

const MONTHS = ['2026-11', '2026-12', '2027-01', '2027-02']

for (const kind of ['sqlite', 'postgres'] as const) {
  test(`with books on ${kind} usage, audit, backup and restore read the months that were moved to an archive`, async () => {
    const data = join(dir, kind)
    mkdirSync(data)
    if (kind === 'postgres') process.env.REGISTA_DATABASE_URL = server.url
    else delete process.env.REGISTA_DATABASE_URL
    const migrations = BOOKS_MIGRATIONS
    await using database = await openDatabase(
      kind === 'postgres'
        ? { url: server.url, migrations, connections: 2 }
        : { path: join(data, 'ledger.db'), migrations, mode: 'write' },
    )
    const store = openSqlBooks({ posts: database, transactions: database, snapshots: database })
    const clock = createExampleClock()
    for (const seed of [1, 2]) {
      await makeHistory(store, { clock, seed, steps: 300 })
      clock.ms += 40 * DAY_MS
    }
    await makeHistory(store, { clock, seed: 3, steps: 100 })
    const command = (...args: string[]): Promise<CommandResult> => regista([...args, '--data', data])
    const usage = async (of = data): Promise<string[]> => {
      const texts: string[] = []
      for (const period of MONTHS) {
        const { code, stdout, stderr } = await regista(['usage', 'anna', '--period', period, '--data', of])
        assert.equal(code, 0, stderr)
        texts.push(stdout)
      }
      return texts
    }
    const before = await usage()

    const unverified = await command('ledger', 'archive', '--before', '2099-01')
    assert.equal(unverified.code, 0, unverified.stderr)
    assert.match(unverified.stdout, /^nothing to archive before 2099-01\n.*\n {2}[\d ]+ not verified yet/)

    await auditAndStore(database, { depth: 'new', archive: join(data, 'archive') })
    const archived = await command('ledger', 'archive', '--before', '2099-01')
    assert.equal(archived.code, 0, archived.stderr)
    assert.match(
      archived.stdout,
      /^archived [\d ]+ charges to months before 2099-01 \([\d ]+ batches\) in archive\/000001-/,
    )
    assert.match(archived.stdout, /\nremoved [\d ]+ archived batches from the database\n/)
    const again = JSON.parse((await command('ledger', 'archive', '--json')).stdout)
    assert.deepEqual([again.ok, again.file, again.batches], [true, null, 0])
    assert.match((await command('ledger', 'archive', '--before', 'May')).stderr, /Expected a month/)

    assert.deepEqual(await usage(), before)
    for (const full of [[], ['--full']])
      assert.match((await command('audit', ...full)).stdout, /\nthe books agree with their journal\n$/)

    const tar = join(dir, `${kind}.tar`)
    const saved = await command('backup', tar)
    assert.equal(saved.code, 0, saved.stderr)
    const copy = join(dir, `${kind}-copy`)
    const restored = await regista(['restore', tar, '--data', copy])
    assert.equal(restored.code, 0, restored.stderr)
    assert.deepEqual(await usage(copy), before)

    const [file] = readdirSync(join(data, 'archive')).filter((name) => name.endsWith('.journal'))
    renameSync(join(data, 'archive', file!), join(data, 'away'))
    const audited = await command('audit')
    assert.equal(audited.code, 1)
    assert.match(audited.stdout, new RegExp(`\\nBAD archive: the archive file ${file} is missing`))
    assert.match(audited.stdout, /only in archive files/)
    const refused = await command('usage', 'anna', '--period', '2026-11')
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /^regista: .*000001-[0-9a-f]+\.journal does not exist\. .*\n$/)
  })
}
