import { once } from 'node:events'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { BrowserSpending, Concurrency, Limiter, LimitTable } from '../access/limits/limits.ts'
import {
  type AccessSnapshot,
  type AccessUpdate,
  type AccessView,
  applyUpdate,
  buildView,
  Freshness,
} from '../access/view/view.ts'
import { type HttpPorts, HttpServer, type Refusal, type ServedRelease, serveRelease } from '../http/http.ts'
import { type Invitation, joinLedger } from '../ledger/ledger.ts'
import { COUNTRIES, type Country } from '../records/country.ts'
import { type Withdrawal, WithdrawnRecords } from '../release/release.ts'
import { JoinedRelease, type SharedRelease } from '../release/shared-release.ts'
import { systemClock } from '../stdx/clock.ts'
import { monotonicClock } from '../stdx/monotonic-clock.ts'
import { collectGarbageOf } from './collect-garbage.ts'
import { DetailsClient } from './details-client.ts'
import type { DetailPorts } from './details-threads.ts'
import { createPositionFinder } from './geoip.ts'
import { makeLog } from './log.ts'
import { RecentRequestCounter } from './recent-requests.ts'
import { cutOrigin, MinuteGate } from './refused-origins.ts'
import type { RefusedRequest } from './refused-requests.ts'
import { newRequestId } from './request-id.ts'
import { RequestMeter } from './request-meter.ts'
import type { Settings } from './settings.ts'
import { ThreadSigns } from './thread-signs.ts'
import { warmUp } from './warm-up.ts'

/** The start data of an http thread: plain values, and memory that all threads share. */
export interface HttpThreadStart {
  /** 0, 1, 2, … */
  readonly thread: number
  readonly port: number
  /** `shared`: other threads listen on the same port. */
  readonly listening: 'alone' | 'shared'
  readonly settings: HttpSettings
  readonly invitation: Invitation
  readonly limitTable: SharedArrayBuffer
  readonly concurrency: SharedArrayBuffer
  readonly freshness: SharedArrayBuffer
  readonly recent: SharedArrayBuffer
  readonly signs: SharedArrayBuffer
  readonly access: AccessSnapshot
  readonly withdrawals: readonly Withdrawal[]
  readonly geoip: SharedArrayBuffer | undefined
}

export type HttpSettings = Pick<
  Settings,
  'host' | 'limits' | 'trustedProxies' | 'forwardingHeader' | 'keepAlive' | 'logLevel' | 'urlTemplates'
>

export type ToHttpThread =
  /** Once. The release is not in the start data, which stays in memory as long as the thread runs. */
  | { readonly kind: 'begin'; readonly first: First | undefined }
  | { readonly kind: 'access'; readonly update: AccessUpdate }
  | ({ readonly kind: 'release' } & ReleaseToServe)
  | { readonly kind: 'withdrawals'; readonly withdrawals: readonly Withdrawal[] }
  | { readonly kind: 'metrics'; readonly ticket: number }
  /** Answers the requests that have begun, and accepts no others. */
  | { readonly kind: 'drain' }

interface ReleaseToServe {
  readonly release: SharedRelease
  readonly details: DetailPorts
}

interface First extends ReleaseToServe {
  readonly rehearsal: Invitation
}

export type FromHttpThread =
  | { readonly kind: 'listening' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'serving'; readonly release: string }
  /** The thread could not open the new release and keeps the previous one. */
  | { readonly kind: 'not_serving' }
  | { readonly kind: 'metrics'; readonly ticket: number; readonly metrics: readonly object[] }
  | { readonly kind: 'origin_refused'; readonly origin: string }
  | { readonly kind: 'refused'; readonly refused: RefusedRequest }

/** Longer than any request may take. */
const DRAIN_MAX_MS = 12_000

interface Serving {
  readonly joined: JoinedRelease
  readonly served: ServedRelease
  readonly clients: ReadonlyMap<Country, DetailsClient>
}

const start = workerData as HttpThreadStart
const { settings } = start
const parent = parentPort!
const report = (message: FromHttpThread): void => parent.postMessage(message)

const log = makeLog({ level: settings.logLevel, to: process.stderr })
const ledger = joinLedger(start.invitation)
const freshness = new Freshness(start.freshness)
/** In a minute; each is a message between threads. */
const [originGate, refusalGate] = [new MinuteGate(60), new MinuteGate(300)]
const meter = new RequestMeter(new RecentRequestCounter(start.recent, start.thread, systemClock), noteRefusal)
const servers = (): number => ledger.client.servers
const limitsNowMs = (): number => monotonicClock.monotonicMs()
const limitTable = new LimitTable(start.limitTable)
const withdrawn = new WithdrawnRecords(start.withdrawals)
let access: AccessSnapshot = start.access
let view: AccessView = buildView(access)
let release: Serving | undefined
const signs = new ThreadSigns(start.signs, start.thread)

const ports: HttpPorts = {
  clock: systemClock,
  monotonic: monotonicClock,
  newRequestId,
  log,
  meter,
  access: {
    view: () => view,
    isFresh: () => freshness.isFresh(monotonicClock.monotonicMs()),
    proxies: { networks: settings.trustedProxies, header: settings.forwardingHeader },
  },
  limits: {
    nowMs: limitsNowMs,
    limiter: new Limiter(limitTable, { settings: settings.limits, servers }),
    concurrency: new Concurrency(start.concurrency),
    thread: start.thread,
    browserSpending: new BrowserSpending(limitTable, { servers, nowMs: limitsNowMs }),
  },
  ledger: {
    knownRefusal: (account, units) => ledger.client.knownRefusal(account, units),
    charge: (request) => ledger.client.charge(request),
    usage: (account) => ledger.usage(account),
    credits: (account) => ledger.credits(account),
  },
  release: () => release?.served,
  signs,
  ...(start.geoip !== undefined && { positionOf: createPositionFinder(start.geoip) }),
}
const server = new HttpServer(ports, { keepAliveMs: settings.keepAlive * 1000 })

parent.on('message', (message: ToHttpThread) => {
  switch (message.kind) {
    case 'begin':
      return void begin(message.first)
    case 'access':
      signs.enter('accounts')
      access = applyUpdate(access, message.update)
      view = buildView(access)
      return
    case 'release':
      return serve(message)
    case 'withdrawals':
      signs.enter('withdrawals')
      return withdrawn.replace(message.withdrawals)
    case 'metrics':
      signs.enter('metrics')
      return report({ kind: 'metrics', ticket: message.ticket, metrics: meter.metrics(server.takeLongestDelayMs()) })
    case 'drain':
      return void drain()
  }
})

/** Those that a flood sends beyond the gates are counted only. */
function noteRefusal({ code, requestId, operation, origin, project }: Refusal): void {
  const atMs = systemClock.nowMs()
  if (code === 'origin_not_allowed' && origin !== undefined && originGate.passes(atMs))
    report({ kind: 'origin_refused', origin: cutOrigin(origin) })
  if (refusalGate.passes(atMs)) report({ kind: 'refused', refused: { requestId, atMs, operation, code, project } })
}

let warming: Promise<void> | undefined
/** A thread that is told to end while it begins must not listen afterwards. */
let isDraining = false

async function begin(first: First | undefined): Promise<void> {
  if (first !== undefined) serve(first)
  try {
    if (first !== undefined) await (warming = beWarm(first.rehearsal))
    if (isDraining) return
    await server.listen({ port: start.port, host: settings.host, reusePort: start.listening === 'shared' })
    if (isDraining) return void (await server.close())
    report({ kind: 'listening' })
  } catch (error) {
    report({ kind: 'failed', message: error instanceof Error ? error.message : String(error) })
    await drain()
  }
}

/** A fault in it is one of ours, and no reason not to serve. */
async function beWarm(invitation: Invitation): Promise<void> {
  const rehearsal = joinLedger(invitation)
  try {
    if (release !== undefined) await warmUp(ports, { rehearsal, parts: release.joined })
  } catch (error) {
    log.error({ err: error, thread: start.thread }, 'a thread could not answer requests of its own, and begins cold')
  } finally {
    rehearsal.leave()
  }
}

/** A request keeps the release with which it has begun: the clients of the previous one still answer it. */
function serve({ release: shared, details }: ReleaseToServe): void {
  signs.enter('release')
  const previous = release
  const clients = connectDetails(details)
  try {
    const joined = new JoinedRelease(shared, clients, withdrawn)
    release = { joined, clients, served: serveRelease(joined, settings.urlTemplates, withdrawn) }
  } catch (error) {
    log.error(
      { err: error, release: shared.manifest.id },
      'an http thread cannot open the release; it keeps the previous one',
    )
    closeAll(clients)
    report({ kind: 'not_serving' })
    return
  }
  if (previous !== undefined) {
    closeAll(previous.clients)
    collectGarbageOf(new WeakRef(previous.served), start.thread + 1)
  }
  report({ kind: 'serving', release: shared.manifest.id })
}

function connectDetails(ports: DetailPorts): ReadonlyMap<Country, DetailsClient> {
  return new Map(
    COUNTRIES.flatMap((country) => {
      const port = ports[country]
      return port === undefined ? [] : [[country, connectCountry(country, port)]]
    }),
  )
}

function connectCountry(country: Country, port: MessagePort): DetailsClient {
  signs.noteDetails(country, 'reading')
  return new DetailsClient(port, {
    changed(state) {
      signs.noteDetails(country, state)
      const about = { country, thread: start.thread }
      if (state === 'reading') log.warn(about, 'the details of companies are read in time again')
      else log.error(about, 'the details of companies are not read in time; requests for them get 503')
    },
    failed: (reason) => log.error({ country, reason }, 'the server cannot read the details of a company'),
  })
}

function closeAll(clients: ReadonlyMap<Country, DetailsClient>): void {
  for (const client of clients.values()) client.close()
}

async function drain(): Promise<void> {
  if (isDraining) return
  isDraining = true
  // Its requests use the release that is closed below.
  await warming
  const deadline = setTimeout(() => server.server.closeAllConnections(), DRAIN_MAX_MS)
  const closed = once(server.server, 'close')
  await server.close()
  if (server.server.listening) await closed
  clearTimeout(deadline)
  closeAll(release?.clients ?? new Map())
  ledger.leave()
  parent.close()
}
