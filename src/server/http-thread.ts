import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { BrowserSpending, Concurrency, Limiter, LimitTable } from '../access/limits/limits.ts'
import { type AccessSnapshot, type AccessView, buildView, Freshness } from '../access/view/view.ts'
import { type HttpPorts, HttpServer, type ServedRelease, serveRelease } from '../http/http.ts'
import { type Invitation, joinLedger, joinRehearsal } from '../ledger/ledger.ts'
import { type Withdrawal, WithdrawnRecords } from '../release/release.ts'
import { JoinedRelease, type SharedRelease } from '../release/shared-release.ts'
import { systemClock } from '../stdx/clock.ts'
import { monotonicClock } from '../stdx/monotonic-clock.ts'
import { collectGarbageOf } from './collect-garbage.ts'
import { createPositionFinder } from './geoip.ts'
import { makeLog } from './log.ts'
import { RecentRequestCounter } from './recent-requests.ts'
import { cutOrigin, MinuteGate } from './refused-origins.ts'
import { newRequestId } from './request-id.ts'
import { RequestMeter } from './request-meter.ts'
import type { Settings } from './settings.ts'
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
  readonly access: AccessSnapshot
  readonly withdrawals: readonly Withdrawal[]
  readonly geoip: SharedArrayBuffer | undefined
}

export type HttpSettings = Pick<
  Settings,
  'host' | 'limits' | 'trustedProxies' | 'forwardingHeader' | 'keepAlive' | 'logLevel' | 'urlTemplates'
>

export type ToHttpThread =
  /** The first message. The release is not in the start data, which stays in memory as long as the thread runs. */
  | { readonly kind: 'begin'; readonly first: First | undefined }
  | { readonly kind: 'access'; readonly access: AccessSnapshot }
  | { readonly kind: 'release'; readonly release: SharedRelease }
  | { readonly kind: 'withdrawals'; readonly withdrawals: readonly Withdrawal[] }
  | { readonly kind: 'metrics'; readonly ticket: number }
  /** Answers the requests that have begun, and accepts no others. */
  | { readonly kind: 'drain' }

interface First {
  readonly release: SharedRelease
  readonly rehearsal: RehearsalInvitation
}

type RehearsalInvitation = Parameters<typeof joinRehearsal>[0]

export type FromHttpThread =
  | { readonly kind: 'listening' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'serving'; readonly release: string }
  /** The thread could not open the new release and keeps the previous one. */
  | { readonly kind: 'not_serving' }
  | { readonly kind: 'metrics'; readonly ticket: number; readonly metrics: readonly object[] }
  | { readonly kind: 'origin_refused'; readonly origin: string }

/** Longer than any request may take. */
const DRAIN_MAX_MS = 12_000

const start = workerData as HttpThreadStart
const { settings } = start
const parent = parentPort!
const report = (message: FromHttpThread): void => parent.postMessage(message)

const log = makeLog({ level: settings.logLevel, to: process.stderr })
const ledger = joinLedger(start.invitation)
const freshness = new Freshness(start.freshness)
const originGate = new MinuteGate()
const meter = new RequestMeter(new RecentRequestCounter(start.recent, start.thread, systemClock), (origin) => {
  if (originGate.passes(systemClock.nowMs())) report({ kind: 'origin_refused', origin: cutOrigin(origin) })
})
const servers = (): number => ledger.client.servers
const limitsNowMs = (): number => monotonicClock.monotonicMs()
const limitTable = new LimitTable(start.limitTable)
const withdrawn = new WithdrawnRecords(start.withdrawals)
let view: AccessView = buildView(start.access)
let release: { readonly joined: JoinedRelease; readonly served: ServedRelease } | undefined

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
  ...(start.geoip !== undefined && { positionOf: createPositionFinder(start.geoip) }),
}
const server = new HttpServer(ports, { keepAliveMs: settings.keepAlive * 1000 })

parent.on('message', (message: ToHttpThread) => {
  switch (message.kind) {
    case 'begin':
      return void begin(message.first)
    case 'access':
      view = buildView(message.access)
      return
    case 'release':
      return serve(message.release)
    case 'withdrawals':
      return withdrawn.replace(message.withdrawals)
    case 'metrics':
      return report({ kind: 'metrics', ticket: message.ticket, metrics: meter.metrics(server.takeLongestDelayMs()) })
    case 'drain':
      return void drain()
  }
})

let warming: Promise<void> | undefined
/** A thread that is told to end while it begins must not listen afterwards. */
let isDraining = false

async function begin(first: First | undefined): Promise<void> {
  if (first !== undefined) serve(first.release)
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
async function beWarm(invitation: RehearsalInvitation): Promise<void> {
  const rehearsal = joinRehearsal(invitation)
  try {
    if (release !== undefined) await warmUp(ports, { rehearsal, parts: release.joined })
  } catch (error) {
    log.error({ err: error, thread: start.thread }, 'a thread could not answer requests of its own, and begins cold')
  } finally {
    rehearsal.leave()
  }
}

/** A request uses a release within one turn of the event loop, so between two turns the previous one is unused. */
function serve(shared: SharedRelease): void {
  const previous = release
  let joined: JoinedRelease | undefined
  try {
    joined = new JoinedRelease(shared, withdrawn)
    release = { joined, served: serveRelease(joined, settings.urlTemplates, withdrawn) }
  } catch (error) {
    log.error(
      { err: error, release: shared.manifest.id },
      'an http thread cannot open the release; it keeps the previous one',
    )
    joined?.close()
    report({ kind: 'not_serving' })
    return
  }
  previous?.joined.close()
  if (previous !== undefined) collectGarbageOf(new WeakRef(previous.served), start.thread + 1)
  report({ kind: 'serving', release: shared.manifest.id })
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
  release?.joined.close()
  ledger.leave()
  parent.close()
}
