import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { Client } from 'pg'
import { Ledger } from '../../src/ledger/ledger.ts'
import { type BooksPlace, openBooksToWrite } from '../../src/ledger/open-books.ts'
import { repeatUntil, until } from '../../src/stdx/testing/until.ts'
import { type OwnPostgres, PREPARED, startOwnPostgres } from '../../src/storage/testing/postgres.ts'
import { type PostgresPair, runOn, setNames, startPair } from '../../src/storage/testing/postgres-pair.ts'
import { ChargeHistory } from '../ledger/charging.ts'
import { checkBooks } from '../ledger/check-books.ts'
import { regista } from '../testing/regista.ts'
import { loseLastCommits } from '../torture/failover-behind.ts'
import { failOver } from '../torture/failover-run.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-failover-'))
let pair: PostgresPair
before(async () => {
  pair = await startPair({ isSynchronous: true, settings: { max_connections: '30' } })
})
after(async () => {
  await pair[Symbol.asyncDispose]()
  rmSync(dir, { recursive: true })
})

let scenes = 0

/** A server on the pair that charges one account, and what its clients were told. */
async function openScene(given?: BooksPlace) {
  const place = given ?? { data: join(dir, `scene-${scenes + 1}`), databaseUrl: pair.url }
  scenes++
  mkdirSync(place.data, { recursive: true })
  const ledger = await Ledger.open(place)
  const account = `account-${scenes}`
  await ledger.setAllowance(account, 1_000_000, 'test')
  const history = histories.at(histories.push(new ChargeHistory()) - 1)!
  let requests = 0
  return {
    ledger,
    history,
    place,
    async charge(): Promise<string> {
      const requestId = `${scenes}${`${++requests}`.padStart(31, '0')}`
      history.add(`s ${requestId} ${account} 1`)
      const subject = { project: 'p', credential: 'k', operation: 'o' }
      const { outcome } = await ledger.charge({ account, units: 1, subject, requestId }).outcome
      history.add(`${outcome === 'charged' ? 'd' : outcome === 'unknown' ? 'u' : 'n'} ${requestId} ${outcome}`)
      return outcome
    },
    async untilCharged(): Promise<void> {
      await until(
        () => this.charge(),
        'a charge',
        (outcome) => outcome === 'charged',
      )
    },
    async [Symbol.asyncDispose]() {
      await ledger.close()
    },
  }
}

/** All scenes write the same books. */
const histories: ChargeHistory[] = []

const OURS = `select pid from pg_stat_activity where application_name = 'regista'`
const TERMINATE = `select pg_terminate_backend(pid) from (${OURS}) as ours`
const WAITING = `select pid from pg_stat_activity where wait_event = 'SyncRep'`

async function connectTo({ url }: Pick<OwnPostgres, 'url'>): Promise<Client> {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

async function untilFound(server: OwnPostgres, sql: string): Promise<void> {
  await until(
    () => runOn(server, sql),
    sql,
    ({ length }) => length !== 0,
  )
}

test('a commit whose wait for the standby is cancelled is acknowledged only when the standby has it', async () => {
  const primary = pair.a.server
  {
    await using scene = await openScene()
    await scene.untilCharged()
    await pair.b.server.signal('SIGSTOP')
    let isAnswered = false
    const outcome = scene.charge().finally(() => (isAnswered = true))
    await untilFound(primary, WAITING)
    await runOn(primary, `select pg_cancel_backend(pid) from (${WAITING}) as waiting`)
    // It is committed on the primary, and looked up: that writes, and so waits for the standby too.
    await untilFound(primary, `${WAITING} and query = 'commit'`)
    assert.equal(isAnswered, false)
    await pair.b.server.signal('SIGCONT')
    assert(['charged', 'unknown'].includes(await outcome))
    await scene.untilCharged()
    assert(0 < scene.ledger.counters().commits_unknown!)
  }
  await checkBooks({ data: join(dir, 'scene-1'), databaseUrl: pair.url }, histories)
})

test('commands find the primary, and doctor names it with its timeline and standbys, as far as the role may see them', async () => {
  const run = async (user: string, ...words: readonly string[]) => {
    process.env.REGISTA_DATABASE_URL = pair.url.replace('postgres@', `${user}@`)
    const { code, stdout, stderr } = await regista([...words, '--data', join(dir, 'scene-1')])
    assert.equal(stderr, '')
    return `${code}\n${stdout}`
  }
  try {
    assert.match(await run('postgres', 'account', 'create', 'Shop'), /^0\n/)
    const all = await run('postgres', 'doctor')
    assert.match(
      all,
      /ok {3}database: local:5432, timeline 1; standbys: standby \(synchronous\)\nok {3}commits: each waits/,
    )
    await runOn(pair.a.server, 'create role plain login; grant select on all tables in schema public to plain')
    assert.match(
      await run('plain', 'doctor'),
      /timeline 1; standbys: unknown; `grant pg_monitor` lets this role see them\n/,
    )
  } finally {
    delete process.env.REGISTA_DATABASE_URL
  }
})

test('storms of pg_terminate_backend, exhausted connections and standbys that are switched off for a moment lose nothing', async () => {
  const primary = pair.a.server
  await using scene = await openScene()
  await scene.untilCharged()
  let isOver = false
  const loops = Array.from({ length: 6 }, async () => {
    await repeatUntil(
      () => isOver,
      async () => {
        // A refusal costs nothing, and a loop of refusals would leave no processor for the server.
        if ((await scene.charge()) !== 'charged') await setTimeout(5)
      },
    )
  })
  for (let storm = 0; storm < 10; storm++) {
    await runOn(primary, TERMINATE)
    const charged = scene.history.charged.size
    await until(
      () => scene.history.charged.size,
      'three charges',
      (now) => charged + 3 <= now,
    )
  }
  await setNames(primary, '')
  await setTimeout(100)
  await setNames(primary, '*')
  // Nothing of the server gets through until all connections are taken.
  pair.a.proxy.set({ kind: 'cuts_before' })
  const terminate = () => runOn(primary, TERMINATE)
  await until(terminate, 'no connection of the server', ({ length }) => length === 0)
  const others: Client[] = []
  for (let isFull = false; !isFull; )
    await connectTo(primary).then(
      (client) => others.push(client),
      () => (isFull = true),
    )
  pair.a.proxy.set({ kind: 'passes' })
  await until(() => scene.ledger.listProblems().length, 'a problem')
  assert.notEqual(await scene.charge(), 'charged')
  for (const client of others) await client.end().catch(() => undefined)
  await scene.untilCharged()
  isOver = true
  await Promise.all(loops)
  await checkBooks(scene.place, histories)
})

test('servers go on by themselves when connections vanish without a reset, and when the primary is paused, its standby promoted and it comes back: nothing is lost, double or oversold', async () => {
  const url = await pair.createDatabase('fleet', pair.a)
  const fleet = { url, dir: join(dir, 'fleet'), servers: 2 }
  const { rounds, charged } = await failOver({ ...fleet, pair, times: 2, seed: 7, faults: ['vanish', 'pause'] })
  assert.deepEqual([rounds.length, 0 < charged], [2, true])
})

test('charges that an asynchronous standby lacked are put back by the servers, or named in a notice', async () => {
  await setNames(pair.b.server, '')
  const url = await pair.createDatabase('late', pair.b)
  const fleet = { url, dir: join(dir, 'late'), servers: 2, behindMs: 0 }
  const { putBackUnits, doubts } = await loseLastCommits({ ...fleet, primary: pair.b, standby: pair.a })
  assert.deepEqual([doubts, 0 < putBackUnits], [[], true])
})

test('books that were dumped and restored into a new cluster go on, and charges after the dump are put back', async () => {
  const place = { data: join(dir, 'moved'), databaseUrl: await pair.createDatabase('moved', pair.a) }
  await using other = await startOtherCluster()
  {
    await using scene = await openScene(place)
    for (let i = 0; i < 3; i++) await scene.untilCharged()
    await copyTables(pair.a.server.urlOf('moved'), other.url, pair.a.server.dir)
    for (let i = 0; i < 2; i++) await scene.untilCharged()
  }
  const hosts = [pair.a.server, other].map((server) => encodeURIComponent(server.dir)).join(',')
  const mixed = { ...place, databaseUrl: `postgres://postgres@${hosts}/postgres` }
  await assert.rejects(Ledger.open(mixed), /are primaries of different databases; name those of one/)
  const moved = { ...place, databaseUrl: other.url }
  {
    // The timeline of the new cluster is lower.
    await using scene = await openScene(moved)
    await scene.untilCharged()
    assert.equal(scene.ledger.counters().batches_put_back, 2)
  }
  await checkBooks(moved, histories.slice(-2))
})

/** Of another `initdb`: the servers of tests are copies of one cluster. */
async function startOtherCluster(): Promise<OwnPostgres> {
  const { [PREPARED]: prepared } = process.env
  delete process.env[PREPARED]
  try {
    return await startOwnPostgres()
  } finally {
    if (prepared !== undefined) process.env[PREPARED] = prepared
  }
}

/** All tables with their rows and numbers, as of one moment: what a dump has. */
async function copyTables(from: string, to: string, folder: string): Promise<void> {
  await (await openBooksToWrite({ data: dir, databaseUrl: to })).close()
  const [source, target] = await Promise.all([from, to].map((url) => connectTo({ url })))
  await source!.query('begin isolation level repeatable read')
  const { rows } = await source!.query(`select tablename as name from pg_tables where schemaname = 'public'`)
  for (const { name } of rows) {
    await source!.query(`copy ${name} to '${folder}/${name}.copy'`)
    await target!.query(`truncate ${name}; copy ${name} from '${folder}/${name}.copy'`)
  }
  for (const name of ['account_change', 'doubt', 'notice', 'subject'])
    await target!.query(`select setval(pg_get_serial_sequence('${name}', 'id'), max(id)) from ${name}`)
  for (const client of [source!, target!]) await client.end()
}
