import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { Client } from 'pg'
import { openBooksToRead } from '../../src/ledger/accounting.ts'
import { Ledger } from '../../src/ledger/ledger.ts'
import { openMarkFile } from '../../src/ledger/server/mark-file.ts'
import { readOpenDoubts } from '../../src/ledger/tables/doubts.ts'
import { readNotices } from '../../src/ledger/tables/notices.ts'
import { readJournal } from '../../src/ledger/testing/journal.ts'
import { until } from '../../src/stdx/testing/until.ts'
import { type OwnPostgres, startOwnPostgres } from '../../src/storage/testing/postgres.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-postgres-faults-'))
let server: OwnPostgres
before(async () => {
  server = await startOwnPostgres({ max_connections: '100' })
})
after(async () => {
  await server[Symbol.asyncDispose]()
  rmSync(dir, { recursive: true })
})

const OBJECT_IN_USE = '55006'

let databases = 0
let requests = 0

/** A database of its own with two accounts, and a superuser's connection to another one. */
async function open(role = 'postgres', servers = 1) {
  const name = `books_${++databases}`
  const admin = new Client({ connectionString: server.url })
  await admin.connect()
  if (role !== 'postgres') await admin.query(`create role ${role} login`)
  await admin.query(`create database ${name} owner ${role}`)
  const url = server.urlOf(name).replace('postgres@', `${role}@`)
  const logged: string[] = []
  const ledgers: Ledger[] = []
  for (let i = 0; i < servers; i++) {
    const data = join(dir, `${name}-${i}`)
    mkdirSync(data)
    ledgers.push(await Ledger.open({ data, databaseUrl: url, warn: (line) => void logged.push(line) }))
  }
  for (const account of ['anna', 'berta']) await ledgers[0]!.setAllowance(account, 1_000_000, 'test')
  const place = { data: join(dir, `${name}-0`), databaseUrl: server.urlOf(name) }
  return {
    name,
    admin,
    url,
    logged,
    ledgers,
    ledger: ledgers[0]!,
    place,
    async doubts() {
      await using books = await openBooksToRead(place)
      return (await readOpenDoubts(books)).map(({ account, reason }) => `${account}: ${reason}`)
    },
    async [Symbol.asyncDispose]() {
      for (const ledger of ledgers) await ledger.close()
      await admin.end()
    },
  }
}

async function charge(ledger: Ledger, account: string): Promise<string> {
  const requestId = `${++requests}`.padStart(32, '0')
  const subject = { project: 'p', credential: 'k', operation: 'o' }
  const outcome = await ledger.charge({ account, units: 1, subject, requestId }).outcome
  return outcome.outcome === 'refused' ? outcome.reason : outcome.outcome
}

async function untilCharged(ledger: Ledger, account: string): Promise<void> {
  await until(
    () => charge(ledger, account),
    'a charge',
    (outcome) => outcome === 'charged',
  )
}

async function untilNotReady(ledger: Ledger): Promise<void> {
  await until(() => ledger.listProblems().length, 'a problem')
}

/** The database is closed to new sessions here, but one that was just let in may be unknown to the first `kill`. */
async function whileKilling(admin: Client, kill: string, statement: string): Promise<void> {
  await until(async () => {
    await admin.query(kill)
    try {
      await admin.query(statement)
      return true
    } catch (error) {
      if ((error as { code?: string }).code !== OBJECT_IN_USE) throw error
      return false
    }
  }, statement)
}

describe('a database that lets no one in', () => {
  const opened = (name: string) => `update pg_database set datallowconn = true where datname = '${name}'`
  const FAULTS = [
    {
      what: 'a role that may not log in',
      begin: (name: string, role: string) => [`alter role ${role} nologin`, opened(name)],
      end: (_name: string, role: string) => `alter role ${role} login`,
    },
    {
      what: 'a database without connections',
      begin: (name: string) => [`alter database ${name} with allow_connections false`],
      end: (name: string) => `alter database ${name} with allow_connections true`,
    },
    {
      what: 'a database with another name',
      begin: (name: string) => [`alter database ${name} rename to ${name}_away`, opened(`${name}_away`)],
      end: (name: string) => `alter database ${name}_away rename to ${name}`,
    },
  ]
  for (const [i, { what, begin, end }] of FAULTS.entries())
    test(`${what} is a lost connection: 503, not ready, no doubt, and back by itself`, async () => {
      const role = `shut_out_${i}`
      await using scene = await open(role)
      const { ledger, admin, name } = scene
      assert.equal(await charge(ledger, 'anna'), 'charged')
      const kill = `select pg_terminate_backend(pid) from pg_stat_activity where datname in ('${name}', '${name}_away')`
      const flood = Array.from({ length: 20 }, () => charge(ledger, i % 2 === 0 ? 'anna' : 'berta'))
      await admin.query(`update pg_database set datallowconn = false where datname = '${name}'`)
      for (const statement of begin(name, role)) await whileKilling(admin, kill, statement)
      await admin.query(kill)
      for (const outcome of await Promise.all(flood))
        assert(['charged', 'unavailable', 'unknown', 'untrusted'].includes(outcome), outcome)
      await untilNotReady(ledger)
      assert(['unavailable', 'untrusted'].includes(await charge(ledger, 'berta')))
      await admin.query(end(name, role))
      await untilCharged(ledger, 'anna')
      await untilCharged(ledger, 'berta')
      assert.deepEqual(await scene.doubts(), [])
    })
})

describe('a row that a person locks', () => {
  for (const table of ['account', 'account_month'])
    test(`of ${table} stops its account alone, for as long as it is locked`, async () => {
      await using scene = await open()
      const { ledger, admin } = scene
      for (const account of ['anna', 'berta']) assert.equal(await charge(ledger, account), 'charged')
      const locker = new Client({ connectionString: scene.url })
      await locker.connect()
      await locker.query(`begin; select 1 from ${table} where account = 'anna' for update`)
      for (let round = 0; round < 3; round++) {
        const outcomes = await Promise.all(['anna', 'berta', 'anna', 'berta'].map((account) => charge(ledger, account)))
        assert.deepEqual(outcomes, ['unavailable', 'charged', 'unavailable', 'charged'])
      }
      await locker.query('rollback')
      await locker.end()
      await untilCharged(ledger, 'anna')
      assert.deepEqual([await scene.doubts(), ledger.listProblems()], [[], []])
      assert(0 < ledger.counters().accounts_locked!)
      assert.equal((await admin.query('select 1')).rowCount, 1)
    })
})

test('a full disk that still takes empty batches makes a server not ready, however often a client leaves after two seconds', async () => {
  await using scene = await open()
  const { ledger } = scene
  await untilCharged(ledger, 'anna')
  const own = new Client({ connectionString: scene.url })
  await own.connect()
  await own.query(`
    create function full_disk() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$;
    create trigger full_disk before insert on batch for each row when (0 < octet_length(new.lines))
      execute function full_disk()`)
  await until(() => charge(ledger, 'anna').then(() => ledger.listProblems().length), 'a server that is not ready')
  // An empty batch makes it ready for a moment at most: the next charge shows that nothing fits.
  for (let i = 0; i < 5; i++) {
    assert.notEqual(await charge(ledger, 'anna'), 'charged')
    await until(() => ledger.listProblems().length, 'a server that is not ready')
  }
  assert(
    scene.logged.some((line) => line.includes('could not extend file')),
    scene.logged.join('\n'),
  )
  await own.query('drop trigger full_disk on batch')
  await own.end()
  await untilCharged(ledger, 'anna')
  await until(
    () => ledger.listProblems(),
    'a server that is ready',
    (problems) => problems.length === 0,
  )
  assert.deepEqual(await scene.doubts(), [])
})

test('a locked row of its incarnation leaves a server that charges ready, and is said', async () => {
  await using scene = await open()
  const { ledger } = scene
  await untilCharged(ledger, 'anna')
  const locker = new Client({ connectionString: scene.url })
  await locker.connect()
  await locker.query('begin; select 1 from incarnation for update')
  const step = async () => {
    assert.equal(await charge(ledger, 'anna'), 'charged')
    const seen = [ledger.listProblems(), ledger.heartbeatProblem()] as const
    // Later than ten seconds only on a machine that stands still.
    if (ledger.heartbeatAgeMs() < 9_000) assert.deepEqual(seen[0], [])
    return seen[1]
  }
  assert.match((await until(step, 'a late heartbeat'))!, /no heartbeat for \d+\.\d s/)
  await locker.query('rollback')
  await locker.end()
  await until(
    async () => (await charge(ledger, 'anna')) === 'charged' && ledger.heartbeatProblem() === undefined,
    'heartbeats',
  )
})

test('rights that are taken away from the journal are no doubt of any account, and charges go on when they are back', async () => {
  await using scene = await open('stripped')
  const { ledger, admin, name } = scene
  assert.equal(await charge(ledger, 'anna'), 'charged')
  const own = new Client({ connectionString: server.urlOf(name) })
  await own.connect()
  await own.query(
    'alter table batch owner to postgres; revoke all on batch from stripped; grant select on batch to stripped',
  )
  const outcomes = await Promise.all(['anna', 'berta', 'anna'].map((account) => charge(ledger, account)))
  assert.deepEqual(new Set(outcomes), new Set(['unavailable']))
  await untilNotReady(ledger)
  assert.deepEqual(await scene.doubts(), [])
  await own.query('grant all on batch to stripped')
  await own.end()
  await untilCharged(ledger, 'berta')
  assert.equal(admin.database !== name, true)
})

test('a doubt that was resolved at one server is not raised again by another', async () => {
  await using scene = await open('postgres', 2)
  const [one, other] = scene.ledgers
  await charge(one!, 'anna')
  await one!.distrust({ account: 'anna', reason: 'example', detail: 'to look at' })
  await until(
    () => charge(other!, 'anna'),
    'the doubt',
    (outcome) => outcome === 'untrusted',
  )
  await using books = await openBooksToRead(scene.place)
  const doubts = await readOpenDoubts(books)
  assert.deepEqual((await other!.trust({ who: 'operator', why: 'looked', doubts })).resolved.length, 1)
  await untilCharged(one!, 'anna')
  await untilCharged(other!, 'anna')
  assert.deepEqual(await scene.doubts(), [])
})

test('an old primary is not used by a server whose folder knows of the new one, from its file or from its mark', async () => {
  await using own = await startOwnPostgres()
  const data = join(dir, 'promoted')
  mkdirSync(data)
  const open = () => Ledger.open({ data, databaseUrl: own.url })
  {
    await using ledger = await open()
    await ledger.setAllowance('anna', 100, 'test')
    assert.equal(await charge(ledger, 'anna'), 'charged')
    await own.promote()
    await untilCharged(ledger, 'anna')
  }
  const seen = join(data, 'node/timelines.json')
  const [[cluster, timeline]] = Object.entries(JSON.parse(readFileSync(seen, 'utf8'))) as [[string, number]]
  assert.equal(timeline, 2, 'the file knows the timeline of the new primary')
  // So this one is on an older timeline of the same cluster.
  writeFileSync(seen, JSON.stringify({ [cluster]: 9 }))
  await assert.rejects(open(), /it is an old primary: on timeline 2, and 9 was seen/)
  rmSync(seen)
  const file = openMarkFile(join(data, 'node/mark'), 'soon', assert.fail)
  assert.deepEqual([file.read()!.cluster, file.read()!.timeline], [cluster, 2])
  file.write({ ...file.read()!, timeline: 9 })
  file.close()
  await assert.rejects(open(), /it is an old primary: on timeline 2, and 9 was seen/)
})

test('commits that do not wait for a standby any more are noticed', async () => {
  await using own = await startOwnPostgres({ synchronous_commit: 'on', synchronous_standby_names: '' })
  const data = join(dir, 'synchronous')
  mkdirSync(data)
  await using ledger = await Ledger.open({ data, databaseUrl: own.url })
  assert.equal(ledger.trustStatus().isSynchronous, false)
  assert(existsSync(join(data, 'node/mark')))
})

test('a commit whose wait for a standby is cancelled is undecided, and acknowledged only after a later commit', async () => {
  await using own = await startOwnPostgres({ synchronous_commit: 'local' })
  const data = join(dir, 'cancelled')
  mkdirSync(data)
  const admin = new Client({ connectionString: own.url })
  await admin.connect()
  await using ledger = await Ledger.open({ data, databaseUrl: own.url })
  await ledger.setAllowance('anna', 100, 'test')
  assert.equal(await charge(ledger, 'anna'), 'charged')
  // The next post answers with the warning that PostgreSQL sends when the wait for a standby is cancelled.
  await admin.query(`create function warn() returns trigger language plpgsql as $$ begin
    raise warning 'canceling wait for synchronous replication due to user request'; return new; end $$`)
  await admin.query('create trigger warns after insert on batch for each row execute function warn()')
  assert.equal(await charge(ledger, 'anna'), 'charged')
  assert.deepEqual([ledger.counters().commits_unknown, ledger.counters().commits_found], [1, 1])
  await admin.end()
})

test('an older database that is put back under running servers gets their last charges back', async () => {
  await using scene = await open('postgres', 2)
  const { admin, name, ledgers, place } = scene
  const [one, other] = ledgers
  for (const ledger of ledgers) assert.equal(await charge(ledger, 'anna'), 'charged')
  const away = (database: string) =>
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`
  await admin.query(`alter database ${name} with allow_connections false`)
  await admin.query(away(name))
  await admin.query(`create database ${name}_copy template ${name}`)
  await admin.query(`alter database ${name} with allow_connections true`)
  for (const ledger of ledgers) for (const account of ['anna', 'berta']) await untilCharged(ledger, account)
  const readLines = async () => {
    await using books = await openBooksToRead(place)
    return (await readJournal(books)).map(({ requestId }) => requestId)
  }
  const before = await readLines()
  await admin.query(`alter database ${name} with allow_connections false`)
  await admin.query(away(name))
  await admin.query(`alter database ${name} rename to ${name}_lost`)
  await admin.query(`alter database ${name}_copy with allow_connections true`)
  await admin.query(`alter database ${name}_copy rename to ${name}`)
  await untilCharged(one!, 'anna')
  await untilCharged(other!, 'anna')
  const lines = await readLines()
  for (const requestId of before) assert(lines.includes(requestId), `LOST: ${requestId}`)
  assert.equal(new Set(lines).size, lines.length)
  await using books = await openBooksToRead(place)
  assert((await readNotices(books)).some(({ reason }) => reason === 'put_back'))
  assert.deepEqual(await scene.doubts(), [])
})

test('a data folder that is copied while its server runs does not write under the same numbers', async () => {
  await using scene = await open()
  assert.equal(await charge(scene.ledger, 'anna'), 'charged')
  const data = join(dir, 'copied-folder')
  mkdirSync(join(data, 'node'), { recursive: true })
  for (const file of ['identity', 'mark'])
    writeFileSync(join(data, 'node', file), readFileSync(join(scene.place.data, 'node', file)))
  await using copy = await Ledger.open({ data, databaseUrl: scene.url })
  assert.notEqual(copy.incarnation, scene.ledger.incarnation)
  for (const ledger of [copy, scene.ledger, copy]) assert.equal(await charge(ledger, 'anna'), 'charged')
})

test('a number of a batch that a copied machine has used costs no charge: the server goes on under new numbers', async () => {
  await using scene = await open()
  const { ledger, name } = scene
  assert.equal(await charge(ledger, 'anna'), 'charged')
  const { incarnation } = ledger
  const own = new Client({ connectionString: server.urlOf(name) })
  await own.connect()
  await own.query(
    `insert into batch (incarnation, seq, at_ms, period, hash, lines)
     select incarnation, seq + 1, at_ms, period, decode('00112233445566778899aabbccddeeff', 'hex'), ''
     from batch where incarnation = $1 order by seq desc limit 1`,
    [incarnation],
  )
  await own.end()
  const outcomes = await Promise.all(['anna', 'berta', 'anna'].map((account) => charge(ledger, account)))
  assert.deepEqual(outcomes, ['charged', 'charged', 'charged'])
  assert.notEqual(ledger.incarnation, incarnation)
  assert.deepEqual([await scene.doubts(), ledger.listProblems()], [[], []])
  await using books = await openBooksToRead(scene.place)
  assert.equal((await readJournal(books)).length, 4)
})
