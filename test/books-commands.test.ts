import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { openControlDatabase } from '../src/access/control/control.ts'
import { buildStatement, creditUnits, exportJournal, openBooksToRead } from '../src/ledger/accounting.ts'
import { foldNewBatches } from '../src/ledger/audit/audit.ts'
import { withBooksLock } from '../src/ledger/books-lock.ts'
import { monthAfter, monthAt } from '../src/ledger/calendar.ts'
import { Ledger } from '../src/ledger/ledger.ts'
import { openBooksToWrite } from '../src/ledger/open-books.ts'
import { BOOKS_MIGRATIONS } from '../src/ledger/tables/books.ts'
import { systemClock } from '../src/stdx/clock.ts'
import { until } from '../src/stdx/testing/until.ts'
import { openDatabase } from '../src/storage/storage.ts'
import { startPostgres } from '../src/storage/testing/postgres.ts'
import { writeChargedAccount } from './testing/charged-account.ts'
import { type CommandResult, regista as callRegista } from './testing/regista.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-books-commands-'))
const server = await startPostgres()
after(async () => {
  await server[Symbol.asyncDispose]()
  rmSync(dir, { recursive: true })
})

/** The database of the commands. */
let usedUrl: string | undefined

/** Ids are made by chance; the books of this test have names. */
async function createAccountOf(data: string, databaseUrl: string | undefined, id: string): Promise<void> {
  assert.equal((await regista(['account', 'create', 'Anna', '--data', data])).code, 0)
  await using control = await openControlDatabase({ data, databaseUrl }, 'write')
  await control.run('update control_account set id = $1', id)
}

for (const [name, url] of [
  ['SQLite', () => undefined],
  ['PostgreSQL', () => server.url],
] as const) {
  test(`audit, usage and credit work on books on ${name} while a server charges`, async () => {
    const data = join(dir, name)
    mkdirSync(data)
    const databaseUrl = url()
    useUrl(databaseUrl)
    const command = (...args: string[]): Promise<CommandResult> => regista([...args, '--data', data])
    await using ledger = await Ledger.open({ data, databaseUrl })
    for (const account of ['anna', 'berta', 'carl']) await ledger.setAllowance(account, 1_000_000, 'operator')
    await createAccountOf(data, databaseUrl, 'anna')
    for (let i = 0; i < 20; i++) assert.equal(await charge(ledger, 'anna', i % 2 === 0 ? 1 : 10), 'charged')
    const period = await monthOf(ledger, 'anna')

    const plain = await command('usage', 'anna')
    assert.equal(plain.code, 0, plain.stderr)
    assert.match(
      plain.stdout,
      /^anna, 2\d{3}-\d\d \(ends 2\d{3}-\d\d-01 00:00, Europe\/Bratislava\), in units\n {2}allowance +1 000 000\n {2}confirmed +110\n/,
    )
    assert.match(plain.stdout, /\nproject +key +operation +requests +confirmed\np +k +o1 +10 +10\np +k +o10 +10 +100\n/)
    const json = JSON.parse((await command('usage', 'anna', '--period', period, '--json')).stdout)
    await using books = await openBooksToRead({ data, databaseUrl })
    const expected = await books.snapshot((rows) => buildStatement(rows, 'anna', period))
    assert(expected.outcome === 'statement')
    assert.deepEqual([json.confirmed_units, json.left_units], [expected.confirmedUnits, expected.leftUnits])
    assert.match((await command('usage', 'anna', '--period', '2021-01')).stderr, /the books begin in \d{4}-\d\d\./)

    const credited = await command('account', 'credit', 'anna', '500', '--why', 'an outage of ours')
    assert.equal(credited.stdout, `anna may use 500 units more in ${period}\n`)
    assert.match(
      (await command('usage', 'anna')).stdout,
      /allowance +1 000 500\n(?:.*\n){3} {2}credit of 500 on 2.*: an outage of ours\n/,
    )
    const [line] = JSON.parse((await command('log', '--account', 'anna', '--json', '--limit', '1')).stdout)
    assert.deepEqual([line.what, line.after], ['account.credit', { units: 500, why: 'an outage of ours' }])
    const again = {
      account: 'anna',
      units: 500,
      who: `${line.who}, act ${line.number} of ${line.at}`,
      why: 'an outage of ours',
    }
    assert.equal(await creditUnits({ data, databaseUrl }, again), period)
    assert.match((await command('usage', 'anna')).stdout, /allowance +1 000 500\n/, 'the same act credits once')
    for (const [units, why] of [
      ['9999999999999', 'too much'],
      ['0', 'nothing'],
      ['5', ' '],
    ] as const)
      assert.match(
        (await command('account', 'credit', 'anna', units, '--why', why)).stderr,
        /^regista: (a credit|A credit|units '9)/,
      )

    const writing = keepCharging(ledger, 'berta')
    const another = (): Promise<unknown> => {
      const before = writing.charged()
      return until(() => before < writing.charged(), 'another charge')
    }
    await another()
    const audits = [await command('audit'), await command('audit', '--full', '--json')] as const
    await another()
    await writing.stop()
    for (const { code, stderr, stdout } of audits) assert.equal(code, 0, stderr + stdout)
    assert.match(
      audits[0].stdout,
      /^read everything new: 2 months of accounts, [\d ]+ batches, [\d ]+ lines\nthe books agree with their journal\n$/,
    )
    const report = JSON.parse(audits[1].stdout)
    assert.deepEqual([report.ok, report.differences, report.failed], [true, [], []])

    const unknown = await command('usage', 'nobody')
    assert.equal(unknown.code, 1)
    assert.match(unknown.stderr, /^regista: there is no account nobody in the books\. [^\n]+\n$/)

    const options = databaseUrl === undefined ? { path: join(data, 'ledger.db') } : { url: databaseUrl, connections: 1 }
    {
      await using database = await openDatabase({ ...options, migrations: BOOKS_MIGRATIONS, mode: 'write' })
      await database.run(`update account_month set spent = spent - 1 where account = 'anna'`)
    }
    const broken = await command('audit')
    assert.equal(broken.code, 1)
    assert.match(broken.stdout, /\nBAD spent: anna 2\d{3}-\d\d: its count is 109, its lines sum up to 110\n/)
    assert.match(broken.stdout, /\n1 difference; do not trust: anna\./)
    const brokenJson = JSON.parse((await command('audit', '--json')).stdout)
    assert.deepEqual([brokenJson.ok, brokenJson.failed], [false, ['anna']])
    const refused = await command('usage', 'anna')
    assert.equal(refused.code, 1)
    assert.match(
      refused.stderr,
      /^regista: the books and their journal do not agree \(anna [^\n]+`regista audit [^\n]+\n$/,
    )
  })

  test(`export writes old months of books on ${name} and deletes them; audit and usage go on`, async () => {
    const data = join(dir, `${name}-export`)
    mkdirSync(data)
    useUrl(url())
    const { account } = url() === undefined ? await writeChargedAccount(data, 3_000) : { account: 'anna' }
    const command = (...args: string[]): Promise<CommandResult> => regista([...args, '--data', data])
    const out = join(data, 'exported')
    const next = monthAfter(monthAt(systemClock.nowMs())).period
    const unverified = await command('ledger', 'export', '--before', next, '--out', out)
    assert.equal(unverified.code, 0)
    assert(unverified.stdout.startsWith(`nothing to export before ${next}: only charges that an audit`))
    const place = { data, databaseUrl: url() }
    await using writer = await openBooksToWrite(place)
    await using reader = await openBooksToRead(place)
    await foldNewBatches(writer, reader)
    let full: Promise<CommandResult> | undefined
    let isRead = false
    await withBooksLock('audit', place, reader, async () => {
      full = command('audit', '--full').finally(() => {
        isRead = true
      })
      for (let i = 0; i < 3; i++) await command('audit')
      assert(!isRead, 'it does not read what an export may remove meanwhile')
    })
    assert.match((await full!).stdout, /^read everything: /)
    const usage = async () => JSON.parse((await command('usage', account, '--json')).stdout)
    const before = url() === undefined ? await usage() : undefined
    const running = await command('ledger', 'export', '--before', '2099-01', '--out', out, '--delete')
    assert.equal(running.code, 1)
    assert.match(
      running.stderr,
      /^regista: --delete removes only charges of months that have ended: --before \d{4}-\d\d /,
    )
    const ended = await command('ledger', 'export', '--before', '2020-01', '--out', out, '--delete', '--json')
    const nothing = { file: null, sha256: null, batches: 0, lines: 0, units: 0, deleted_batches: 0 }
    assert.deepEqual(JSON.parse(ended.stdout), { before: '2020-01', ...nothing })
    const [[incarnation, lines]] = (await writer.query(
      'select incarnation, lines from batch where seq = 1 order by incarnation limit 1',
    )) as [[number, Uint8Array]]
    const store = (bytes: Uint8Array) =>
      writer.run('update batch set lines = $1 where incarnation = $2 and seq = 1', bytes, incarnation)
    const edited = lines.with(lines.length - 1, lines.at(-1)! ^ 1)
    for (const bytes of [new Uint8Array(3), edited]) {
      await store(bytes)
      const damaged = exportJournal(place, { before: '2099-01', out, deletes: true })
      await assert.rejects(damaged, /batch 1 .* is damaged, so nothing is exported and nothing removed/)
      assert.deepEqual(readdirSync(out), [])
    }
    await store(lines)
    const last: Record<string, unknown> = {}
    const exported = await exportJournal(place, {
      before: '2099-01',
      out,
      deletes: true,
      progress: ({ step, ...counts }) => void (last[step] = counts),
    })
    assert(0 < exported.deletedBatches && exported.deletedBatches === exported.batches)
    const all = { batches: exported.batches, total: exported.batches }
    assert.deepEqual(last, { writing: all, removing: all }, 'the progress reaches its total')
    const bytes = readFileSync(join(out, exported.file!))
    assert.equal(createHash('sha256').update(bytes).digest('hex'), exported.sha256)
    const texts = gunzipSync(bytes).toString().trim().split('\n')
    const objects = texts.map((line) => JSON.parse(line) as { readonly units: number; readonly sum?: true })
    const total = (kind: 'sums' | 'lines') =>
      objects.filter(({ sum }) => (kind === 'sums') === (sum === true)).reduce((units, one) => units + one.units, 0)
    assert.deepEqual(
      [objects.filter(({ sum }) => sum !== true).length, total('lines')],
      [exported.lines, exported.units],
    )
    assert.equal(total('sums'), total('lines'))
    if (before !== undefined) assert.deepEqual(await usage(), before, 'statements stay')
    // The account of the test before is still wrong on PostgreSQL.
    if (before !== undefined) assert.equal((await command('audit', '--full')).code, 0)
    assert.match((await command('ledger', 'export', '--before', next, '--out', out)).stdout, /^nothing to export/)
    assert.match((await command('ledger', 'export', '--out', out, '--before', 'May')).stderr, /Expected a month/)
  })

  test(`an export of books on ${name} that is interrupted while it removes batches is completed by the next one`, async () => {
    const place = { data: join(dir, `${name}-interrupted`), databaseUrl: url() }
    mkdirSync(place.data)
    useUrl(url())
    for (let server = 0; server < 2; server++) {
      await using ledger = await Ledger.open(place)
      await ledger.setAllowance('berta', 1_000_000, 'operator')
      for (let i = 0; i < 3; i++) assert.equal(await charge(ledger, 'berta', 1), 'charged')
    }
    {
      await using writer = await openBooksToWrite(place)
      await using reader = await openBooksToRead(place)
      await foldNewBatches(writer, reader)
    }
    const progress = ({ step }: { readonly step: string }) => assert(step === 'writing', 'interrupted')
    const out = join(place.data, 'exported')
    await assert.rejects(exportJournal(place, { before: '2099-01', out, deletes: true, progress }), /interrupted/)
    const next = await regista([
      'ledger',
      'export',
      '--before',
      '2020-01',
      '--out',
      out,
      '--delete',
      '--data',
      place.data,
    ])
    assert.match(next.stdout, /^nothing to export before 2020-01: .+\nremoved 2 batches from the database\n$/)
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
  usedUrl = url
}

function regista(args: readonly string[]): Promise<CommandResult> {
  return callRegista(args, { env: { REGISTA_DATABASE_URL: usedUrl } })
}

let requests = 0

async function charge(ledger: Ledger, account: string, units: number): Promise<string> {
  const subject = { project: 'p', credential: 'k', operation: `o${units}` }
  const requestId = `${++requests}`.padStart(32, '0')
  return (await ledger.charge({ account, units, subject, requestId }).outcome).outcome
}

async function monthOf(ledger: Ledger, account: string): Promise<string> {
  const usage = await ledger.usage(account)
  assert(usage.outcome === 'usage')
  return usage.period
}

function keepCharging(ledger: Ledger, account: string): { charged(): number; stop(): Promise<void> } {
  let charged = 0
  let state: 'charging' | 'stopping' = 'charging'
  const done = (async () => {
    for (; state === 'charging'; charged++) assert.equal(await charge(ledger, account, 1), 'charged')
  })()
  return {
    charged: () => charged,
    async stop() {
      state = 'stopping'
      await done
    },
  }
}
