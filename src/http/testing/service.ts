import { mkdtempSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { changeAccountState, createAccount } from '../../access/control/accounts.ts'
import { openControlDatabase, rotateKeyRing } from '../../access/control/control.ts'
import { issueKey } from '../../access/control/keys.ts'
import { allowOrigin, createProject, type NewProject, type Project } from '../../access/control/projects.ts'
import {
  BrowserSpending,
  Concurrency,
  LIMIT_NAMES,
  Limiter,
  type LimitSettings,
  LimitTable,
} from '../../access/limits/limits.ts'
import { NO_PROXIES } from '../../access/network/client-ip.ts'
import type { TrustedProxies } from '../../access/network/network.ts'
import { TEST_ACTOR } from '../../access/testing/actor.ts'
import { readSnapshot } from '../../access/testing/read-snapshot.ts'
import { type AccessView, buildView } from '../../access/view/view.ts'
import { type AuditReport, auditBooks } from '../../ledger/accounting.ts'
import { Ledger } from '../../ledger/ledger.ts'
import type { WithdrawnRecords } from '../../release/release.ts'
import { assert } from '../../stdx/assert.ts'
import { systemClock } from '../../stdx/clock.ts'
import { type HttpPorts, HttpServer, serveRelease } from '../http.ts'
import type { LedgerPort } from '../ports.ts'
import type { ReleaseParts } from '../served-release.ts'
import { type Asked, ask } from './ask.ts'
import type { Reply } from './reply.ts'

/**
 * The service as it is put together for the world: on a port of this machine, with real books and a real control
 * database in a folder of its own. Only the clock can be moved.
 */
export interface Service extends AsyncDisposable {
  readonly port: number
  readonly server: Server
  readonly ledger: Ledger
  readonly control: Awaited<ReturnType<typeof openControl>>
  /** Facts that were logged. */
  readonly logged: readonly { readonly level: string; readonly facts: object; readonly message: string }[]
  /** The limits have a clock that stands still until it is moved: a slow test refills none. */
  readonly clock: { nowMs(): number; ofLimitsMs(): number; moveMs(ms: number): void }
  /** The faults that are injected; a test may change them. */
  readonly state: {
    release: ReleaseParts | undefined
    view: AccessView
    fresh: 'fresh' | 'stale'
  }
  ask(asked: Asked): Promise<Reply>
  /** An account with a project and a key that may do everything. */
  customer(given?: CustomerOptions): Promise<Customer>
  /** Lets the server see what was changed in the control database. */
  refresh(): Promise<void>
  confirmedUnits(account: string): Promise<number>
  /** The doubts about all accounts. */
  audit(): Promise<AuditReport>
  requestsInProgress(): number
  /** How many are open, as the server knows. */
  connections(): Promise<number>
  /** Takes no more connections, and resolves when those that there are have ended. */
  drain(): Promise<void>
}

export interface CustomerOptions extends Partial<Omit<NewProject, 'name'>> {
  readonly keyScopes?: readonly string[]
  /** Origins such as `http://localhost`, in addition. */
  readonly developmentOrigins?: readonly string[]
  readonly allowanceUnits?: number
  readonly state?: 'pending' | 'verified'
}

export interface Customer {
  readonly account: string
  readonly project: Project
  readonly key: string
  readonly keyId: string
}

export interface ServiceOptions {
  readonly release: ReleaseParts
  readonly withdrawn?: WithdrawnRecords
  /** Default: all switched off. */
  readonly limits?: Partial<LimitSettings>
  readonly proxies?: TrustedProxies
  readonly databaseUrl?: string
  /** In place of the real books, over them. */
  readonly ledgerPort?: (ledger: Ledger) => LedgerPort
  readonly newRequestId?: () => string
  /** In place of one that stands still. */
  readonly monotonic?: HttpPorts['monotonic']
  /** In place of the times a connection has. */
  readonly connection?: ConstructorParameters<typeof HttpServer>[1]
}

export const ORIGIN = 'https://www.example.com'
const ALL_SCOPES = ['addresses:suggest', 'companies:suggest', 'companies:read', 'usage:read']
const NO_LIMITS = Object.fromEntries(LIMIT_NAMES.map((name) => [name, null])) as unknown as LimitSettings

export async function startService(options: ServiceOptions): Promise<Service> {
  await using opened = new AsyncDisposableStack()
  const dir = mkdtempSync(join(tmpdir(), 'regista-service-'))
  opened.defer(() => rmSync(dir, { recursive: true }))
  const control = await openControl(dir, options.databaseUrl)
  opened.defer(() => control.database.close())
  const { clock } = control
  const ledger = await Ledger.open({ data: dir, databaseUrl: options.databaseUrl })
  opened.use(ledger)
  const readView = async () => buildView(await readSnapshot(control.database))
  const state: Service['state'] = { release: options.release, view: await readView(), fresh: 'fresh' }
  const logged: { level: string; facts: object; message: string }[] = []
  // No idle connection of the tests is closed while a request is on its way.
  const connection = { keepAliveMs: 600_000, ...options.connection }
  const server = new HttpServer(portsOf(options, { clock, ledger, state, logged }), connection)
  opened.defer(() => server.close())
  await server.listen({ port: 0, host: '127.0.0.1' })
  opened.defer(() => server.server.closeAllConnections())
  const { port } = server.server.address() as AddressInfo

  const service: Service = {
    port,
    server: server.server,
    ledger,
    control,
    logged,
    clock,
    state,
    ask: (asked) => ask(port, asked),
    async refresh() {
      state.view = await readView()
    },
    async customer(given = {}) {
      const customer = await newCustomer(control, ledger, given)
      await service.refresh()
      return customer
    },
    async confirmedUnits(account) {
      const usage = await ledger.usage(account)
      assert(usage.outcome === 'usage', 'the account is in the books')
      return usage.confirmedUnits
    },
    audit: () => auditBooks({ data: dir, databaseUrl: options.databaseUrl }, 'full'),
    requestsInProgress: () => server.requestsInProgress,
    connections: () => promisify(server.server.getConnections.bind(server.server))(),
    drain: () => server.close(),
    [Symbol.asyncDispose]: () => close.disposeAsync(),
  }
  const close = opened.move()
  return service
}

async function openControl(dir: string, databaseUrl: string | undefined) {
  const database = await openControlDatabase({ data: dir, databaseUrl }, 'write')
  let movedMs = 0
  const startedMs = systemClock.nowMs()
  const clock = {
    nowMs: () => systemClock.nowMs() + movedMs,
    ofLimitsMs: () => startedMs + movedMs,
    moveMs: (ms: number) => void (movedMs += ms),
  }
  await rotateKeyRing({ database, clock })
  return { database, clock, actor: TEST_ACTOR }
}

interface Parts extends Pick<Service, 'clock' | 'ledger' | 'state'> {
  readonly logged: { level: string; facts: object; message: string }[]
}

function portsOf(options: ServiceOptions, { clock, ledger, state, logged }: Parts): HttpPorts {
  let requests = 0
  const served = new WeakMap<ReleaseParts, ReturnType<typeof serveRelease>>()
  const settings = { ...NO_LIMITS, ...options.limits }
  const log = (level: string) => (facts: object, message: string) => void logged.push({ level, facts, message })
  return {
    clock,
    // It stands still, because the tests delay the event loop that they share with the service.
    monotonic: options.monotonic ?? { monotonicMs: () => 0 },
    newRequestId: options.newRequestId ?? (() => (++requests).toString(16).padStart(32, '0')),
    access: {
      view: () => state.view,
      isFresh: () => state.fresh === 'fresh',
      proxies: options.proxies ?? NO_PROXIES,
    },
    limits: {
      nowMs: () => clock.ofLimitsMs(),
      limiter: new Limiter(LimitTable.make({ entries: 1024, nowMs: clock.ofLimitsMs() }), { settings }),
      concurrency: Concurrency.make({ threads: 1 }),
      thread: 0,
      browserSpending: new BrowserSpending(LimitTable.make({ entries: 1024, nowMs: clock.ofLimitsMs() }), {
        servers: () => 1,
        nowMs: () => clock.ofLimitsMs(),
      }),
    },
    ledger: options.ledgerPort?.(ledger) ?? ledger,
    release: () =>
      state.release &&
      served.getOrInsertComputed(state.release, (parts) => serveRelease(parts, undefined, options.withdrawn)),
    log: { error: log('error'), warn: log('warn'), info: log('info'), debug: log('debug') },
  }
}

async function newCustomer(
  control: Service['control'],
  ledger: Ledger,
  { keyScopes, allowanceUnits, state = 'verified', developmentOrigins = [], ...given }: CustomerOptions,
): Promise<Customer> {
  const account = given.account ?? (await newAccount(control, { allowanceUnits, state }))
  if (given.account === undefined) await ledger.setAllowance(account, allowanceUnits ?? 100_000, 'test')
  const browserScopes = ALL_SCOPES.slice(0, 3)
  const made = await createProject(control, { name: 'Shop', origins: [ORIGIN], browserScopes, ...given, account })
  assert(made.outcome === 'created', JSON.stringify(made))
  for (const origin of developmentOrigins)
    await allowOrigin(control, { id: made.project.id, origin, kind: 'development' })
  const key = await issueKey(control, { project: made.project.id, scopes: keyScopes ?? ALL_SCOPES })
  assert(key.outcome === 'issued', JSON.stringify(key))
  return { account, project: made.project, key: key.text, keyId: key.key.id }
}

async function newAccount(
  control: Service['control'],
  { allowanceUnits, state }: { allowanceUnits: number | undefined; state: 'pending' | 'verified' },
): Promise<string> {
  const created = await createAccount(control, { name: 'Example', ...(allowanceUnits && { allowanceUnits }) })
  assert(created.outcome === 'created', JSON.stringify(created))
  if (state === 'verified') await changeAccountState(control, { id: created.account.id, transition: 'verify' })
  return created.account.id
}
