import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { LimitTable } from '../../access/limits/limits.ts'
import {
  type AdminAnswer,
  type AdminCall,
  type AdminFault,
  adminDocument,
  answerFault,
  faultOf,
  receiveAdminCall,
  routeAdmin,
} from '../../http/admin/admin.ts'
import type { AdminToken } from '../console/admin-token.ts'
import { describeForeignCall, findPage } from '../console/admit-request.ts'
import { ConsoleError } from '../console/console-error.ts'
import type { ConsoleReader } from '../console/console-reader.ts'
import { nameSessionCookie, readSession, writeSessionCookie } from '../console/session-cookie.ts'
import { newRequestId } from '../request-id.ts'
import type { Acts } from './acts.ts'

export interface OperatorApiPorts {
  readonly reader: Pick<ConsoleReader, 'read'>
  readonly acts: Pick<Acts, 'run'>
  /** REGISTA_ADMIN_TOKEN, which may read. */
  readonly token: AdminToken | undefined
  readonly monotonic: { monotonicMs(): number }
  /** Calls of one token at once. */
  readonly callsAtOnce?: number
}

/** The calls of one token: a shop's billing system opens some accounts a second. */
const CALLS = { intervalMs: 50, cost: 1 }
const CALLS_AT_ONCE = 100
/** Wrong tokens of one address: after ten it is locked, and one more is let through each minute. */
const FAILURES = { intervalMs: 60_000, burst: 10, cost: 1 }

const WORKED_MAX = 100

/** `/admin/v1`: admits, limits and receives calls. Threads of their own authenticate them and carry them out. */
export class OperatorApi {
  readonly #ports: OperatorApiPorts
  readonly #limits: LimitTable
  /** Hashes of tokens that were right when they were last sent. */
  readonly #worked = new Set<string>()
  #text: string | undefined

  constructor(ports: OperatorApiPorts) {
    this.#ports = ports
    this.#limits = LimitTable.make({ entries: 2 ** 12, nowMs: ports.monotonic.monotonicMs() })
  }

  static isOwn(target: string): boolean {
    return /^\/admin(?:[/?]|$)/.test(target)
  }

  /** `listeningOn`: the address of the admin port. */
  async answer(request: IncomingMessage, response: ServerResponse, listeningOn: string): Promise<void> {
    const requestId = newRequestId()
    const place = request.socket.remoteAddress ?? 'unknown'
    const outcome = await this.#call({ request, response }, { listeningOn, place, requestId })
    if (outcome === 'client_gone') return
    const answer = 'sentence' in outcome ? answerFault(outcome, { requestId }) : outcome
    const session = readSession(request)
    if (answer.fault?.code === 'unauthorized' && (request.headers.authorization ?? session) !== undefined)
      this.#fail(place)
    if (answer.cookie !== undefined) {
      const name = session?.cookieName ?? nameSessionCookie(request.headers.host!, findPage(request)!)
      response.setHeader('set-cookie', writeSessionCookie(name, answer.cookie.secret))
    }
    send(response, answer, requestId)
  }

  async #call(
    exchange: { readonly request: IncomingMessage; readonly response: ServerResponse },
    { listeningOn, place, requestId }: { listeningOn: string; place: string; requestId: string },
  ): Promise<AdminAnswer | AdminFault | 'client_gone'> {
    // It has no data, and programs that make clients send no token.
    if (exchange.request.url === '/admin/openapi.json' && exchange.request.method === 'GET') return this.#document()
    const route = routeAdmin(exchange)
    if ('sentence' in route) return route
    const foreign = describeForeignCall(exchange.request, listeningOn)
    if (foreign !== undefined) return faultOf('forbidden', { sentence: foreign })
    const { operation } = route
    const isAct = operation.method !== 'GET'
    const session = readSession(exchange.request)
    const sent = session === undefined ? route.token : Object.values(session.secrets).join(' ')
    const locked = this.#lockedMs(place)
    // Others at the same address, such as behind a proxy, cannot lock a token out that has worked here.
    if (0 < locked && !(sent !== undefined && this.#worked.has(hash('sha256', sent)))) return limited(locked)
    if (sent === undefined) return faultOf('unauthorized')
    const byPage = isAct && session !== undefined
    if ((byPage || operation.id === 'openSession') && findPage(exchange.request) === undefined) return NOT_THE_PAGE
    const { callsAtOnce: burst = CALLS_AT_ONCE } = this.#ports
    const waitMs = this.#limits.take(`token ${sent}`, { ...CALLS, burst, nowMs: this.#nowMs() })
    if (0 < waitMs) return limited(waitMs)
    const token = session ? session.secrets : this.#ports.token?.equals(sent) === true ? null : sent
    const call = await receiveAdminCall(exchange, route, { token, place, requestId })
    if (call === 'client_gone' || 'sentence' in call) return call
    const answer = isAct ? await this.#ports.acts.run(call) : await this.#read(call)
    this.#noteToken(sent, 'sentence' in answer ? answer.code : answer.fault?.code)
    return answer
  }

  #noteToken(text: string, fault: AdminFault['code'] | undefined): void {
    const token = hash('sha256', text)
    if (fault === 'unauthorized') this.#worked.delete(token)
    else if (fault === undefined) this.#worked.add(token)
    if (WORKED_MAX < this.#worked.size) this.#worked.delete(this.#worked.values().next().value!)
  }

  #document(): AdminAnswer {
    this.#text ??= `${JSON.stringify(adminDocument())}\n`
    return { status: 200, body: this.#text, type: 'application/json; charset=utf-8' }
  }

  async #read(call: AdminCall): Promise<AdminAnswer | AdminFault> {
    try {
      return JSON.parse(await this.#ports.reader.read({ resource: 'call', call })) as AdminAnswer
    } catch (error) {
      if (!(error instanceof ConsoleError)) throw error
      // Its message may name the database, and the token has not been looked up.
      return faultOf('unavailable', { retryAfterSeconds: 1 })
    }
  }

  #nowMs(): number {
    return this.#ports.monotonic.monotonicMs()
  }

  #fail(place: string): void {
    this.#limits.take(`failures ${place}`, { ...FAILURES, nowMs: this.#nowMs() })
  }

  /** How long the address is still locked. */
  #lockedMs(place: string): number {
    const { intervalMs, burst } = FAILURES
    return this.#limits.aheadMs(`failures ${place}`, this.#nowMs()) - (burst - 1) * intervalMs
  }
}

const NOT_THE_PAGE = faultOf('forbidden', {
  sentence: 'Only the page of the console does this, over TLS or at a loopback address: its Origin is missing.',
})

function limited(waitMs: number): AdminFault {
  return faultOf('rate_limited', { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) })
}

function send(response: ServerResponse, { status, body, type, fault }: AdminAnswer, requestId: string): void {
  response.setHeader('content-type', type)
  response.setHeader('x-request-id', requestId)
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value)
  if (fault?.allow !== undefined) response.setHeader('allow', fault.allow)
  if (fault?.retryAfterSeconds !== undefined) response.setHeader('retry-after', fault.retryAfterSeconds)
  if (fault?.code === 'unauthorized') response.setHeader('www-authenticate', 'Bearer')
  // The rest of a body that is too large is not read.
  if (status === 413) response.setHeader('connection', 'close')
  response.writeHead(status).end(body)
}

const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const
