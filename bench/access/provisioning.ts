import { setTimeout as wait } from 'node:timers/promises'
import type { OperatorControl } from '../../src/access/control/acts.ts'
import { openControlDatabase } from '../../src/access/control/control.ts'
import { addOperator } from '../../src/access/control/operators.ts'
import { TEST_ACTOR } from '../../src/access/testing/actor.ts'
import { expectDone } from '../../src/access/testing/customers.ts'
import { ask } from '../../src/http/testing/ask.ts'
import { systemClock } from '../../src/stdx/clock.ts'
import { seededRandom } from '../../src/stdx/random.ts'
import { until } from '../../src/stdx/testing/until.ts'
import { type RunningServer, runServer } from '../../test/testing/running-server.ts'
import { putLoad } from '../http/load.ts'
import { packRequests } from '../http/requests.ts'
import { percentiles } from '../ledger/percentiles.ts'
import { say } from '../report.ts'
import { fillAccounts, keyText } from './fill.ts'

export interface ProvisioningOptions {
  /** The data folder of each server. */
  readonly folders: readonly string[]
  readonly databaseUrl?: string
  readonly limits: string
  readonly rounds: number
  readonly accounts: number
  /** Of public requests beside the new customers. */
  readonly ms: number
}

const PUBLIC_RATE = 300
const CUSTOMERS_EVERY_MS = 50

/** How soon every server answers a customer that was made over HTTP, and what it costs those that are there. */
export async function measureProvisioning(name: string, options: ProvisioningOptions): Promise<void> {
  const { folders, databaseUrl, limits, rounds, accounts } = options
  await using running = new AsyncDisposableStack()
  const database = running.use(await openControlDatabase({ data: folders[0]!, databaseUrl }, 'write'))
  await fillAccounts(database, accounts)
  const control: OperatorControl = { database, clock: systemClock, actor: TEST_ACTOR }
  const { text: token } = expectDone(await addOperator(control, { name: 'bench', role: 'operate' }))
  const servers: RunningServer[] = []
  for (const folder of folders) {
    const env = { REGISTA_DATABASE_URL: databaseUrl ?? '' }
    servers.push(running.use(await runServer(folder, { args: ['--workers', '2', '--limits', limits], env })))
  }
  const [server] = servers as [RunningServer]
  const isAnswered = async ({ port }: RunningServer, key: string) =>
    (await ask(port, { path: '/v1/me/usage', key, headers: { connection: 'close' } })).status === 200
  for (const one of servers) await until(() => isAnswered(one, keyText(accounts)), 'the last account is known')
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const startedMs = performance.now()
    const key = await makeCustomer(server, token)
    await Promise.all(servers.map((one) => until(() => isAnswered(one, key), 'the customer is known')))
    times.push(performance.now() - startedMs)
  }
  const { acts, refused, sent } = await loadBesideCustomers(server, { token, ...options })
  const cells = [name, accounts, percentiles(times).p50, Math.max(...times), `${refused} of ${sent}`]
  const figures = percentiles(acts)
  say(`| ${[...cells, figures.p50, figures.p99, acts.length].map(toText).join(' | ')} |`)
}

const toText = (value: string | number): string => (typeof value === 'number' ? value.toFixed(0) : value)

async function loadBesideCustomers(
  server: RunningServer,
  { token, accounts, ms }: ProvisioningOptions & { readonly token: string },
): Promise<{ readonly acts: readonly number[]; readonly refused: number; readonly sent: number }> {
  const random = seededRandom(1)
  const texts = Array.from({ length: 5_000 }, () => {
    const key = keyText(1 + random.below(accounts))
    return `GET /v1/me/usage HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n\r\n`
  })
  const requests = packRequests(texts)
  const loaded = putLoad({ port: server.port, requests, ms, threads: 1, connections: 16, rate: PUBLIC_RATE })
  const made: Promise<number>[] = []
  for (const startedMs = performance.now(); performance.now() < startedMs + ms; await wait(CUSTOMERS_EVERY_MS)) {
    const sentMs = performance.now()
    made.push(makeCustomer(server, token).then(() => performance.now() - sentMs))
  }
  const acts = await Promise.all(made)
  const { statuses, answered, broken } = await loaded
  return { acts, refused: answered + broken - (statuses['200'] ?? 0), sent: answered + broken }
}

let keys = 0

/** Returns the text of its key. */
async function makeCustomer({ adminPort }: RunningServer, token: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const answer = await fetch(`http://127.0.0.1:${adminPort}/admin/v1/customers`, {
    method: 'POST',
    headers: { ...headers, 'idempotency-key': `bench-${keys++}` },
    body: JSON.stringify({ name: 'Bench', allowance_units: 1_000 }),
  })
  const text = await answer.text()
  if (answer.status !== 201) throw new Error(text)
  return (JSON.parse(text) as { data: { key: { secret: string } } }).data.key.secret
}
