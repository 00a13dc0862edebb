import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openControlDatabase, requestTrust } from '../src/access/control/control.ts'
import { TEST_ACTOR } from '../src/access/testing/actor.ts'
import { openBooksToRead } from '../src/ledger/accounting.ts'
import { Ledger } from '../src/ledger/ledger.ts'
import { readOpenDoubts } from '../src/ledger/tables/doubts.ts'
import { readJournal } from '../src/ledger/testing/journal.ts'
import { MANIFEST_FORMAT } from '../src/release/manifest.ts'
import { systemClock } from '../src/stdx/clock.ts'
import { Interruption } from '../src/stdx/interruption.ts'
import { until } from '../src/stdx/testing/until.ts'
import { type Charging, startCharging } from './ledger/charging.ts'
import { regista, withoutFolder } from './testing/regista.ts'
import { writeTinySample } from './testing/tiny-sample.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-backup-'))
after(() => rmSync(dir, { recursive: true }))

const data = join(dir, 'data')
/** More than a fast machine charges while a slow one makes its backups. */
const ALLOWANCE = 1_000_000_000

async function asked<T>(...args: readonly string[]): Promise<T> {
  const { code, stdout, stderr } = await regista([...args, '--json'])
  assert.equal(code, 0, stderr)
  return JSON.parse(stdout) as T
}

const sample = join(dir, 'sample')
await writeTinySample(sample)
const files = ['res_data.csv', 'cis56.csv'].map((name) => join(sample, 'cz-res', name))
await asked('import', 'cz-res', ...files, '--data', data)
await asked('publish', '--data', data)
const account = (await asked<{ id: string }>('account', 'create', 'Acme', '--data', data)).id
await asked('account', 'verify', account, '--data', data)
{
  await using ledger = await Ledger.open({ data, databaseUrl: undefined })
  await ledger.setAllowance(account, ALLOWANCE, 'operator')
}
let bought = 0

test('each backup beside a server under full load can be continued elsewhere, with every unit acknowledged before it', async () => {
  const backups: { readonly file: string; readonly madeAtMs: number }[] = []
  const charger = startCharger()
  try {
    for (let n = 0; n < 2; n++) {
      await charger.waitForCharges(300)
      const file = join(dir, `under-load-${n}.tar`)
      const made = await asked<{ made_at: string; parts: { name: string }[] }>('backup', file, '--data', data)
      // The server continues to charge.
      await charger.waitForCharges(100)
      assert.deepEqual(
        made.parts
          .map(({ name }) => name.replace(/^releases\/2.*/, 'releases/ID'))
          .filter((name, i, all) => all[i - 1] !== name),
        ['control.db', 'ledger.db', 'node/identity', 'catalog.db', 'releases/ID', 'releases/current'],
      )
      backups.push({ file, madeAtMs: Date.parse(made.made_at) })
    }
  } finally {
    await charger.kill()
  }
  for (const [n, { file, madeAtMs }] of backups.entries()) {
    const elsewhere = join(dir, `elsewhere-${n}`)
    const restored = await regista(['restore', file, '--data', elsewhere])
    assert.equal(restored.code, 0, restored.stderr)
    assert.match(
      restored.stdout,
      /refuses all requests with 503 until you resolve that doubt: regista accounting status --data /,
    )
    assert(!existsSync(join(elsewhere, 'node/mark')))
    const audited = await asked<{ ok: boolean }>('audit', '--data', elsewhere)
    assert.equal(audited.ok, true)
    const doctor = await regista(['doctor', '--data', elsewhere])
    assert.equal(doctor.code, 1)
    assert.match(
      withoutFolder(doctor.stdout),
      /^BAD {2}books: doubt 1 \(restored\) stops all accounts; `regista accounting status`/m,
    )
    const doubted = await regista(['accounting', 'status', '--data', elsewhere])
    assert.equal(doubted.code, 1)
    assert.match(
      doubted.stdout,
      /^DOUBT 1, all accounts: restored, these books are a backup made at 2[^\n]+\nnot trusted: /,
    )

    assert.deepEqual(await buy(elsewhere), 'untrusted', 'nothing is charged until the operator resolves the doubt')
    const trusted = await regista(['accounting', 'trust', '1', '--why', 'the machine was lost', '--data', elsewhere])
    assert.equal(trusted.code, 0, trusted.stderr)
    assert.match(trusted.stdout, /^resolved: 1\ntrusted: /)
    assert.equal((await regista(['accounting', 'status', '--data', elsewhere])).code, 0)

    const charged = await chargedIn(elsewhere)
    // Not only before the command began, but up to the moment that it names.
    for (const [requestId, readAtMs] of charger.history.charged)
      assert(madeAtMs <= readAtMs || charged.has(requestId), `LOST: ${requestId}, read at ${readAtMs}`)
    for (const requestId of charged.keys()) assert(charger.history.sent.has(requestId), `no client sent ${requestId}`)
    const usage = await asked<{ confirmed_units: number }>('usage', account, '--data', elsewhere)
    assert.equal(
      usage.confirmed_units,
      charged.values().reduce((sum, units) => sum + units, 0),
    )
    assert.equal(await buy(elsewhere), 'charged')
    assert.equal((await asked<{ ok: boolean }>('audit', '--data', elsewhere)).ok, true)
  }
})

test('an earlier trust request does not resolve the doubt of the copy', async () => {
  const earlier = join(dir, 'earlier')
  await asked('account', 'create', 'Other', '--data', earlier)
  {
    await using ledger = await Ledger.open({ data: earlier, databaseUrl: undefined })
    await ledger.setAllowance(account, ALLOWANCE, 'operator')
    await ledger.distrust({ account: null, reason: 'example', detail: 'looked at before' })
  }
  {
    await using database = await openControlDatabase({ data: earlier }, 'write')
    await using books = await openBooksToRead({ data: earlier, databaseUrl: undefined })
    const doubts = await readOpenDoubts(books)
    await requestTrust(
      { database, clock: systemClock, actor: TEST_ACTOR },
      { who: 'operator', why: 'looked before', doubts },
    )
  }
  const file = join(dir, 'earlier.tar')
  await asked('backup', file, '--data', earlier, '--without-data')
  const elsewhere = join(dir, 'earlier-elsewhere')
  await asked('restore', file, '--data', elsewhere)
  const { answer } = await asked<{ answer: string }>('accounting', 'trust', '2', '--why', 'looked', '--data', elsewhere)
  assert.equal(answer, 'resolved: 2')
  assert.equal(await buy(elsewhere), 'charged')
})

test('books restored into the folder of a server that continued get back what it charged since', async () => {
  const back = join(dir, 'put-back')
  {
    await using ledger = await Ledger.open({ data: back, databaseUrl: undefined })
    await ledger.setAllowance(account, ALLOWANCE, 'operator')
    assert.equal(await buyFrom(ledger), 'charged')
    await asked('backup', join(dir, 'put-back.tar'), '--data', back, '--without-data')
    await asked('restore', join(dir, 'put-back.tar'), '--data', join(dir, 'unpacked'))
    assert.equal(await buyFrom(ledger), 'charged')
  }
  rmSync(join(back, 'ledger.db'))
  writeFileSync(join(back, 'ledger.db'), readFileSync(join(dir, 'unpacked/ledger.db')))
  const first = await regista(['accounting', 'trust', '1', '--why', 'looked', '--data', back])
  assert.equal(first.code, 0, first.stderr)
  assert.match(first.stdout, /^resolved: 1\ntrusted: /)
  assert.equal((await chargedIn(back)).size, 2, 'the charge after the backup is put back')
  const { notices } = await asked<{ notices: { reason: string }[] }>('accounting', 'status', '--data', back)
  assert.deepEqual(
    notices.map(({ reason }) => reason),
    ['put_back'],
  )
  assert.equal(await buy(back), 'charged')
  assert.equal((await asked<{ ok: boolean }>('audit', '--full', '--data', back)).ok, true)
})

test('a backup or restore that fails says so in one line and leaves no files', async () => {
  const small = join(dir, 'small')
  await asked('account', 'create', 'Small', '--data', small)
  const file = join(dir, 'small.tar')
  await asked('backup', file, '--data', small)
  const bytes = readFileSync(file)
  const flipped = Buffer.from(bytes)
  flipped[bytes.length - 5000]! ^= 1
  const given = (name: string, content: Uint8Array | string): string => {
    writeFileSync(join(dir, name), content)
    return join(dir, name)
  }
  mkdirSync(join(dir, 'empty'))
  const CASES: readonly (readonly [readonly string[], RegExp])[] = [
    [['backup', file, '--data', small], /small\.tar is there already, and a backup is never overwritten/],
    [['backup', join(dir, 'x.tar'), '--data', join(dir, 'empty')], /empty holds nothing that could be saved/],
    [['backup', join(dir, 'no/such/x.tar'), '--data', small], /the folder \S+no\/such does not exist; create it/],
    [['restore', join(dir, 'none.tar'), '--data', join(dir, 'new')], /none\.tar: no such file/],
    [['restore', file, '--data', small], /small is not empty\. A backup is restored into an empty or new folder/],
    [['restore', given('cut.tar', bytes.subarray(0, 9000)), '--data', join(dir, 'new')], /cut\.tar was cut off: /],
    [['restore', given('flipped.tar', flipped), '--data', join(dir, 'new')], /flipped\.tar is damaged at control\.db/],
    [
      ['restore', given('flipped.tar', flipped), '--data', join(dir, 'empty')],
      /flipped\.tar is damaged at control\.db/,
    ],
    [['restore', given('foreign.tar', 'hello'), '--data', join(dir, 'new')], /foreign\.tar is no backup of Regista/],
  ]
  const listed = (): string[] => readdirSync(dir).filter((name) => !/\.tar$/.test(name))
  const before = listed()
  for (const [args, message] of CASES) {
    const { code, stderr } = await regista(args)
    assert.equal(code, 1, args.join(' '))
    assert.match(stderr, message)
    assert.match(stderr, /^regista: [^\n]+\n$/)
    assert.deepEqual([listed(), readdirSync(join(dir, 'empty'))], [before, []], args.join(' '))
  }
  const ledger = await Ledger.open({ data: join(dir, 'empty'), databaseUrl: undefined })
  const running = await regista(['restore', file, '--data', join(dir, 'empty')])
  await ledger.close()
  assert.match(running.stderr, /a server is running on .*empty\. Restore into another folder/)
})

test('a backup can be restored into an existing empty folder, such as a volume', async () => {
  const volume = join(dir, 'volume')
  mkdirSync(join(volume, 'lost+found'), { recursive: true })
  await asked('restore', join(dir, 'small.tar'), '--data', volume)
  assert.deepEqual(readdirSync(volume).toSorted(), ['control.db', 'lost+found'])
  assert.equal((await asked<unknown[]>('account', 'list', '--data', volume)).length, 1)
})

test('with PostgreSQL everything but the database is saved, and the password is not', async () => {
  const url = "postgres://regista:pa'ss@db.example:5433/books?sslmode=require&sslpassword=word"
  const env = { REGISTA_DATABASE_URL: url }
  const file = join(dir, 'rest.tar')
  const saved = await regista(['backup', file, '--data', data], { env })
  assert.equal(saved.code, 0, saved.stderr)
  assert.match(
    saved.stdout,
    /\npg_dump --format=custom --no-owner --file=\S+rest\.tar\.pgdump --dbname='postgres:\/\/regista@db\.example:5433\/books\?sslmode=require'\n$/,
  )
  assert(!saved.stdout.includes('ss@db') && !saved.stdout.includes('word='), saved.stdout)
  const hosts = { REGISTA_DATABASE_URL: 'postgres://regista:pass@a:5433,b/books' }
  const pair = await regista(['backup', join(dir, 'pair.tar'), '--data', data], { env: hosts })
  assert.match(pair.stdout, /--dbname='postgres:\/\/regista@a:5433,b\/books\?target_session_attrs=read-write'\n$/)
  const restored = await regista(['restore', file, '--data', join(dir, 'rest')], { env: hosts })
  assert.match(restored.stdout, /\npg_restore [^\n]+rest\.tar\.pgdump\n/)
  assert.deepEqual(readdirSync(join(dir, 'rest')).toSorted(), ['catalog.db', 'releases'])
})

test('an interrupted backup leaves no files', async () => {
  const file = join(dir, 'interrupted.tar')
  const big = join(dir, 'big')
  mkdirSync(big)
  await asked('account', 'create', 'Big', '--data', big)
  const id = '2026-11-21T05-54-00Z'
  mkdirSync(join(big, 'releases', id), { recursive: true })
  writeFileSync(join(big, 'releases/current'), `${id}\n`)
  const segment = { name: 'companies-cz', files: [{ name: 'companies-cz.index' }] }
  writeFileSync(
    join(big, 'releases', id, 'manifest.json'),
    JSON.stringify({ format: MANIFEST_FORMAT, id, createdAt: '2026-11-21T05:54:00.000Z', segments: [segment] }),
  )
  writeFileSync(join(big, 'releases', id, 'companies-cz.index'), Buffer.alloc(2 ** 28))
  const interrupt = new AbortController()
  const backup = regista(['backup', file, '--data', big], { signal: interrupt.signal })
  await until(() => existsSync(join(`${file}.making`, 'archive')), 'the beginning of the archive')
  interrupt.abort(new Interruption('SIGINT'))
  assert.equal((await backup).code, 130)
  assert.deepEqual(
    readdirSync(dir).filter((name) => name.startsWith('interrupted')),
    [],
  )
})

/** Starts a process that charges in many concurrent loops, as fast as it can. */
function startCharger(): Charging {
  return startCharging({ data, accounts: [account], loops: 64, prefix: 'abc100' })
}

/** Charges one unit in a server that starts on the folder and stops again. Returns the outcome. */
async function buy(data: string): Promise<string> {
  await using ledger = await Ledger.open({ data, databaseUrl: undefined })
  return await buyFrom(ledger)
}

async function buyFrom(ledger: Ledger): Promise<string> {
  const subject = { project: 'shop', credential: 'key-1', operation: 'suggestCompanies' }
  const requestId = `${++bought}`.padStart(32, '0')
  const outcome = await ledger.charge({ account, units: 1, subject, requestId }).outcome
  return outcome.outcome === 'refused' ? outcome.reason : outcome.outcome
}

/** The units of every request in the journal. */
async function chargedIn(data: string): Promise<ReadonlyMap<string, number>> {
  await using books = await openBooksToRead({ data, databaseUrl: undefined })
  const lines = await readJournal(books)
  const charged = new Map(lines.map(({ requestId, units }) => [requestId, units]))
  assert.equal(charged.size, lines.length, 'no request is there twice')
  return charged
}
