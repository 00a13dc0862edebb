import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setAccountBudget } from '../../src/access/control/accounts.ts'
import { openControlDatabase } from '../../src/access/control/control.ts'
import { type BudgetSettings, LIMIT_NAMES } from '../../src/access/limits/limits.ts'
import { TEST_ACTOR } from '../../src/access/testing/actor.ts'
import { createCustomer } from '../../src/access/testing/customers.ts'
import { ask } from '../../src/http/testing/ask.ts'
import { systemClock } from '../../src/stdx/clock.ts'
import { until } from '../../src/stdx/testing/until.ts'
import { startPostgres } from '../../src/storage/testing/postgres.ts'
import { publishSample } from '../fuzz/sample-data.ts'
import { type RunningServer, runServer } from '../testing/running-server.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-browser-budget-'))
after(() => rmSync(dir, { recursive: true }))
const data = join(dir, 'data')
const vocabulary = await publishSample(data)
/** All rate limits are off: what is refused is refused by the budget. */
const NO_LIMITS = join(dir, 'no-limits.json')
writeFileSync(NO_LIMITS, JSON.stringify(Object.fromEntries(LIMIT_NAMES.map((name) => [name, null]))))
const ORIGIN = 'https://www.example.com'
const ADDRESSES = Array.from({ length: 16 }, (_, i) => `127.0.1.${i + 1}`)
const SUGGEST = { path: '/v1/autocomplete/companies', query: { q: vocabulary.names.sk[0]!.slice(0, 4) } }

interface Place {
  readonly data: string
  readonly databaseUrl: string | undefined
}

async function customer(place: Place) {
  await using database = await openControlDatabase(place, 'write')
  return await createCustomer({ database, clock: systemClock }, { units: 10_000 })
}

async function setBudget(place: Place, id: string, settings: BudgetSettings): Promise<void> {
  await using database = await openControlDatabase(place, 'write')
  assert.equal(
    (await setAccountBudget({ database, clock: systemClock, actor: TEST_ACTOR }, { id, settings })).outcome,
    'changed',
  )
}

/**
 * Opens a session with a forged origin and uses it until it gets `tries` refusals; answers what was charged. A busy
 * machine answers 503 and charges nothing.
 */
async function spend(
  { port }: Pick<RunningServer, 'port'>,
  clientId: string,
  from: string,
  tries = 3,
): Promise<number> {
  const made = await ask(port, { path: '/v1/browser-sessions', origin: ORIGIN, from, body: { client_id: clientId } })
  assert.equal(made.status, 200, made.text)
  const asked = { ...SUGGEST, key: made.json.data.token as string, origin: ORIGIN, from }
  let charged = 0
  for (let refusals = 0; refusals < tries; ) {
    const { status, json } = await ask(port, asked)
    if (status === 200) charged++
    if (status === 429) {
      assert.equal(json.error.code, 'rate_limited')
      refusals++
    }
  }
  return charged
}

const sum = (units: readonly number[]) => units.reduce((total, one) => total + one, 0)

const shareAt = async (server: RunningServer) =>
  /^regista_browser_budget_share\{owner="(.*)"\} (.*)$/m.exec((await server.admin('/metrics')).text)?.slice(1)

test('clients with a forged origin use on all threads no more than the budget, and no address more than its part', async () => {
  const place = { data, databaseUrl: undefined }
  const { account, clientId, text } = await customer(place)
  await setBudget(place, account, { all: 60 })
  await using server = await runServer(data, { args: ['--workers', '2', '--limits', NO_LIMITS] })
  const charged = await Promise.all(ADDRESSES.map((from) => spend(server, clientId, from)))
  assertBudget(sum(charged), 60)
  assert(
    charged.every((units) => units <= 6),
    charged.join(),
  )
  assert.equal((await ask(server.port, { ...SUGGEST, key: text })).status, 200)
  await until(async () => 0.9 < Number((await shareAt(server))?.[1]), 'the share is shown')
  assert.equal((await shareAt(server))![0], account)
  await until(async () => server.log().includes('have used a large share'), 'it is logged')
  const logged = server
    .log()
    .split('\n')
    .filter((line) => line.includes('have used a large share'))
  const percents = logged.map((line) => (JSON.parse(line) as { percent: number }).percent)
  assert.deepEqual(percents, [...new Set(percents)], 'each share is logged once')
})

test('a larger budget may be used without a restart', async () => {
  const place = { data, databaseUrl: undefined }
  const { account, clientId } = await customer(place)
  await setBudget(place, account, { all: 10, address: null })
  await using server = await runServer(data, { args: ['--workers', '2', '--limits', NO_LIMITS] })
  assertBudget(await spend(server, clientId, '127.0.2.1'), 10)
  await setBudget(place, account, { all: 1_000, address: null })
  await until(async () => 0 < (await spend(server, clientId, '127.0.2.1', 1)), 'more may be used')
})

test('each of several servers allows its share of a budget', async () => {
  await using postgres = await startPostgres()
  const place = { data, databaseUrl: postgres.url }
  const { account, clientId } = await customer(place)
  await setBudget(place, account, { all: 80, address: null })
  await using first = await startServer('server-1', postgres.url)
  await using second = await startServer('server-2', postgres.url)
  const both = [first, second]
  for (const server of both)
    await until(async () => (await server.admin('/metrics')).text.includes('regista_nodes 2'), 'it knows of the other')
  for (const server of both) assertBudget(await spend(server, clientId, '127.0.3.1'), 40)
})

/** A budget is refilled over a day: a unit of 40 in 36 minutes, so a slow run gets one more at most. */
function assertBudget(charged: number, budget: number): void {
  assert(budget <= charged && charged <= budget + 1, `${charged} units of ${budget}`)
}

async function startServer(name: string, databaseUrl: string): Promise<RunningServer> {
  const folder = join(dir, name)
  cpSync(join(data, 'releases'), join(folder, 'releases'), { recursive: true })
  const args = ['--workers', '2', '--limits', NO_LIMITS]
  return await runServer(folder, { args, env: { REGISTA_DATABASE_URL: databaseUrl } })
}
