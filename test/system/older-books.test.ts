import assert from 'node:assert/strict'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { changeAccountState, setAllowance } from '../../src/access/control/accounts.ts'
import type { OperatorControl } from '../../src/access/control/acts.ts'
import { openControlDatabase } from '../../src/access/control/control.ts'
import { LIMIT_NAMES } from '../../src/access/limits/limits.ts'
import { TEST_ACTOR } from '../../src/access/testing/actor.ts'
import { createCustomer, expectDone, type Key } from '../../src/access/testing/customers.ts'
import { auditBooks } from '../../src/ledger/accounting.ts'
import { openBooksToRead } from '../../src/ledger/open-books.ts'
import { readOpenDoubts } from '../../src/ledger/tables/doubts.ts'
import { systemClock } from '../../src/stdx/clock.ts'
import { until } from '../../src/stdx/testing/until.ts'
import { DAY_MS } from '../../src/stdx/time-units.ts'
import { copySqliteFiles, openDatabase } from '../../src/storage/storage.ts'
import { startPostgres } from '../../src/storage/testing/postgres.ts'
import { freePorts, type Place, type RealServer, startServer } from '../fuzz/real-server.ts'
import { publishSample } from '../fuzz/sample-data.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-older-books-'))
after(() => rmSync(dir, { recursive: true }))
const postgres = await startPostgres()
after(() => postgres[Symbol.asyncDispose]())

/** A copy of the books that can be put back while no server runs. */
interface Copy {
  putBack(): Promise<void>
}

/** What happens between the copy and the moment at which it is put back, and afterwards. */
interface Story {
  readonly on: 'sqlite' | 'postgres'
  /** With the accounts, as a dump of the whole database has them. */
  readonly isWhole?: boolean
  readonly ends?: 'SIGTERM' | 'SIGKILL'
  readonly suspends?: boolean
  readonly monthTurns?: boolean
  readonly again?: boolean
}

/** The units of a detail. */
const DETAIL = 10

for (const [name, story] of [
  ['clean stop', { on: 'sqlite' }],
  ['SIGKILL', { on: 'sqlite', ends: 'SIGKILL' }],
  ['the same copy again', { on: 'sqlite', again: true }],
  ['an account that was suspended', { on: 'sqlite', suspends: true }],
  ['a month that has turned', { on: 'sqlite', monthTurns: true }],
  ['the books of a dump', { on: 'postgres' }],
  ['a whole dump', { on: 'postgres', isWhole: true }],
] as const satisfies readonly (readonly [string, Story])[])
  test(`older books are put back, accounts and allowances came later: no unit is lost without a doubt (${name})`, (t) =>
    lose(name, story, (line) => t.diagnostic(line)))

async function lose(name: string, story: Story, say: (line: string) => void): Promise<void> {
  const data = join(dir, name)
  mkdirSync(data)
  const limitsFile = join(data, 'limits.json')
  writeFileSync(limitsFile, JSON.stringify(Object.fromEntries(LIMIT_NAMES.map((limit) => [limit, null]))))
  const { icos } = await publishSample(data)
  const place: Place = {
    data,
    limitsFile,
    ...(await freePorts()),
    databaseUrl: story.on === 'postgres' ? postgres.url : undefined,
  }
  await using database = await openControlDatabase(place, 'write')
  const control = { database, clock: systemClock, actor: TEST_ACTOR }
  const acknowledged = new Map<string, number>()
  const use = async (key: Key, times: number): Promise<void> => {
    for (let i = 0; i < times; i++) {
      const { status } = await fetch(`http://127.0.0.1:${place.port}/v1/companies/sk/${icos.sk[0]}`, {
        headers: { authorization: `Bearer ${key.text}` },
      })
      assert.equal(status, 200)
      acknowledged.set(key.account, (acknowledged.get(key.account) ?? 0) + DETAIL)
    }
  }
  const a = await createCustomer(control, { units: 30 })
  const r = await createCustomer(control, { units: 100 })
  let server = startServer(place)
  let copy: Copy
  try {
    assert(await server.ready(a))
    await use(a, 1)
    await use(r, 1)
    copy = await takeCopy(place, story)
    expectDone(await setAllowance(control, { id: r.account, allowanceUnits: 1_000 }))
    const b = await createCustomer(control, { units: 5_000 })
    await untilPassed(control)
    await use(a, 2)
    await use(r, 20)
    await use(b, 5)
    if (story.ends === 'SIGKILL') await untilRemembered(place)
    if (story.suspends) {
      expectDone(await changeAccountState(control, { id: b.account, transition: 'suspend' }))
      await untilPassed(control)
    }
  } finally {
    await end(server, story.ends)
  }
  for (const round of story.again ? [1, 2] : [1]) {
    await copy.putBack()
    server = startServer({ ...place, ...(story.monthTurns && { env: inFuture(40 * DAY_MS) }) })
    try {
      await until(() => askAdmin(place), 'a server that is ready or says why not', isDecided)
      const books = await compare(place, acknowledged)
      say(`round ${round}: ${JSON.stringify(books)}`)
      if (!story.isWhole) assert.equal(books.lost, 0)
    } finally {
      await end(server, 'SIGTERM')
    }
  }
}

/** The units of the books by account, against those that were acknowledged. */
async function compare(place: Place, acknowledged: ReadonlyMap<string, number>) {
  await using books = await openBooksToRead(place)
  const doubts = await readOpenDoubts(books)
  const sums = new Map(
    await books.query<readonly [string, number]>('select account, sum(spent) from account_month group by account'),
  )
  let lost = 0
  for (const [account, units] of acknowledged) {
    const rest = units - Number(sums.get(account) ?? 0)
    assert(0 <= rest, `${account} was charged ${-rest} units too many`)
    const isDoubted = doubts.some((doubt) => doubt.account === null || doubt.account === account)
    assert(rest === 0 || isDoubted, `${account}: ${rest} of ${units} units are lost without a doubt`)
    lost += rest
  }
  assert.deepEqual((await auditBooks(place, 'full')).differences, [])
  return { lost, doubts: doubts.map(({ account, reason, detail }) => `${account ?? 'all'}: ${reason}, ${detail}`) }
}

const isDecided = ({ ready, problems }: Readiness): boolean =>
  ready || problems.some((problem) => problem.includes('behind: '))

interface Readiness {
  readonly ready: boolean
  readonly problems: readonly string[]
}

async function askAdmin({ adminPort }: Place): Promise<Readiness> {
  try {
    const response = await fetch(`http://127.0.0.1:${adminPort}/readyz`, { headers: { connection: 'close' } })
    return (await response.json()) as Readiness
  } catch (error) {
    return { ready: false, problems: [String(error)] }
  }
}

async function untilPassed(control: OperatorControl): Promise<void> {
  const sql = 'select count(*) from control_account where wish_applied < wish'
  await until(
    async () => Number((await control.database.query(sql))[0]![0]),
    'changes that were passed',
    (pending) => pending === 0,
  )
}

/** A server writes its batches of the last tenth of a second later than the books. */
async function untilRemembered(place: Place): Promise<void> {
  await using books = await openBooksToRead(place)
  const charged = async () => Number((await books.query('select count(*) from batch where 0 < length(lines)'))[0]![0])
  const names = ['recent-0', 'recent-1'].map((name) => join(place.data, 'node', name))
  const remembered = () => names.flatMap((name) => readFileSync(name, 'utf8').match(/^B /gm) ?? []).length
  await until(
    async () => remembered() - (await charged()),
    'batches in the folder',
    (missing) => 0 <= missing,
  )
}

async function end(server: RealServer, signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
  server.kill(signal)
  await server.ended
}

async function takeCopy({ data }: Place, story: Story): Promise<Copy> {
  if (story.on === 'postgres') return await takeDump(story.isWhole === true)
  const [from, to] = [join(data, 'ledger.db'), join(data, 'older.db')]
  await copySqliteFiles([{ from, to }], { atMoment: () => undefined, progress: () => undefined })
  return {
    async putBack() {
      for (const end of ['', '-wal', '-shm']) if (existsSync(from + end)) rmSync(from + end)
      copyFileSync(to, from)
    },
  }
}

/** Keeps the tables in a schema of the same database, as of one moment. */
async function takeDump(isWhole: boolean): Promise<Copy> {
  await using database = await openDatabase({ url: postgres.url, connections: 1 })
  const found = await database.query<readonly [string]>(
    `select tablename from pg_tables where schemaname = 'public' and tablename <> 'regista_migration'`,
  )
  const tables = found.flat().filter((table) => isWhole || !table.startsWith('control'))
  await database.run('drop schema if exists kept cascade')
  await database.run('create schema kept')
  await database.transaction(async ({ run }) => {
    await run('set transaction isolation level repeatable read')
    for (const table of tables) await run(`create table kept.${table} as select * from public.${table}`)
  })
  return {
    async putBack() {
      await using again = await openDatabase({ url: postgres.url, connections: 1 })
      await again.transaction(async ({ run }) => {
        await run('set local session_replication_role = replica')
        for (const table of tables) {
          await run(`delete from public.${table}`)
          await run(`insert into public.${table} overriding system value select * from kept.${table}`)
        }
      })
    },
  }
}

/** The clock of the process is ahead. */
function inFuture(ms: number): Readonly<Record<string, string>> {
  const file = join(dir, 'future.cjs')
  writeFileSync(file, `const now = Date.now; Date.now = () => now() + ${ms}`)
  return { NODE_OPTIONS: `--require ${file}` }
}
