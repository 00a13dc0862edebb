import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type OutgoingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OperatorControl } from '../../access/control/acts.ts'
import { openControlDatabase } from '../../access/control/control.ts'
import { addOperator, ROLES, type Role } from '../../access/control/operators.ts'
import { TEST_ACTOR } from '../../access/testing/actor.ts'
import { expectDone } from '../../access/testing/customers.ts'
import { Ledger } from '../../ledger/ledger.ts'
import { systemClock } from '../../stdx/clock.ts'
import { monotonicClock } from '../../stdx/monotonic-clock.ts'
import { Acts } from '../admin-api/acts.ts'
import type { ActsPlace } from '../admin-api/acts-thread.ts'
import { OperatorApi } from '../admin-api/operator-api.ts'
import { adminServer } from '../admin-server.ts'
import { AdminToken } from '../console/admin-token.ts'
import { ConsoleReader } from '../console/console-reader.ts'
import { OperatorConsole } from '../console/operator-console.ts'
import { makeLog } from '../log.ts'
import { passAccountChanges } from '../pending-changes.ts'

export const ENVIRONMENT_TOKEN = '0123456789abcdef0123456789abcdef'

// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects, and fails if it is not there
export type Json = any

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
  /** Undefined: the body is no JSON. */
  readonly json: Json
}

export interface Asked {
  readonly method?: string
  readonly token?: string | null
  readonly body?: unknown
  readonly key?: string
  readonly headers?: OutgoingHttpHeaders
  /** The client leaves. */
  readonly signal?: AbortSignal
}

/** The admin port with its API of operators, on databases of its own, and a token of each role. */
export interface AdminScene extends AsyncDisposable {
  readonly port: number
  readonly place: ActsPlace
  readonly control: OperatorControl
  readonly ledger: Ledger
  readonly tokens: Readonly<Record<Role, string>>
  ask(path: string, asked?: Asked): Promise<Answer>
  /** Ends the thread of acts at once. The next act starts another. */
  cutActs(): Promise<void>
  /** As a server does every half second. */
  passAccounts(): Promise<unknown>
}

export async function openAdminScene(databaseUrl?: string, callsAtOnce = 100): Promise<AdminScene> {
  const data = mkdtempSync(join(tmpdir(), 'regista-admin-'))
  await using opened = new AsyncDisposableStack()
  opened.defer(() => rmSync(data, { recursive: true }))
  const place = { data, databaseUrl }
  const ledger = opened.use(await Ledger.open(place))
  const control = {
    database: opened.use(await openControlDatabase(place, 'write')),
    clock: systemClock,
    actor: TEST_ACTOR,
  }
  const made: [Role, string][] = []
  for (const role of ROLES) {
    const added = await addOperator(control, { name: `${role}-${process.pid}-${scenes++}`, role })
    made.push([role, expectDone(added).text])
  }
  const log = makeLog({ level: 'silent', to: process.stderr })
  const reader = opened.use(new ConsoleReader({ ...place, releases: join(data, 'releases'), log, deadlineMs: 60_000 }))
  const acts = opened.use(new Acts({ ...place, log, answerMaxMs: 60_000 }))
  const operatorApi = new OperatorApi({
    reader,
    acts,
    token: new AdminToken(ENVIRONMENT_TOKEN),
    monotonic: monotonicClock,
    callsAtOnce,
  })
  const operatorConsole = new OperatorConsole({
    reader,
    clock: systemClock,
    token: new AdminToken(ENVIRONMENT_TOKEN),
    thisServer: () => ({}),
    recentRequests: () => assert.fail('no test asks for requests'),
    refusedOrigins: () => [],
  })
  const server = adminServer(() => ({
    problems: () => [],
    degraded: () => [],
    metrics: async () => '',
    operatorConsole,
    operatorApi,
    version: '0',
  }))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  opened.defer(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  const tokens = Object.fromEntries(made) as Record<Role, string>
  const parts = opened.move()
  return {
    port,
    place,
    control,
    ledger,
    tokens,
    ask: (path, { token = tokens.operate, ...asked } = {}) => ask(port, path, { token, ...asked }),
    cutActs: () => acts[Symbol.asyncDispose](),
    passAccounts: () => passAccountChanges(control, ledger),
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}

let scenes = 0
let keys = 0

/** An Idempotency-Key that no other request has. */
export function newKey(): string {
  return `key-${String(keys++).padStart(8, '0')}`
}

export async function makeCustomer({ ask }: AdminScene, body: object = {}): Promise<Json> {
  const made = await ask('/admin/v1/customers', { method: 'POST', key: newKey(), body: { name: 'Shop', ...body } })
  assert.equal(made.status, 201, made.text)
  return made.json.data
}

function ask(
  port: number,
  path: string,
  { method = 'GET', token, body, key, headers, signal }: Asked,
): Promise<Answer> {
  const text = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const sent = request({
      port,
      host: '127.0.0.1',
      path,
      method,
      signal,
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(text !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
        ...(key !== undefined && { 'idempotency-key': key }),
        ...headers,
      },
    })
    sent.on('error', reject).on('response', async (response) => {
      let received = ''
      for await (const chunk of response.setEncoding('utf8')) received += chunk
      const isJson = response.headers['content-type']?.startsWith('application/json')
      const json = isJson ? JSON.parse(received) : undefined
      resolve({ status: response.statusCode!, headers: response.headers, text: received, json })
    })
    sent.end(text)
  })
}
