import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { OutgoingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ALL_SCOPES, SUGGEST_SCOPES } from '../access/access.ts'
import { BrowserSpending, Concurrency, LIMITS, Limiter, LimitTable } from '../access/limits/limits.ts'
import { buildView } from '../access/view/view.ts'
import { type HttpPorts, HttpServer } from '../http/http.ts'
import { monthAt } from '../ledger/calendar.ts'
import { systemClock } from '../stdx/clock.ts'
import { http } from '../stdx/node-http.ts'
import { DAY_MS } from '../stdx/time-units.ts'

const ORIGIN = 'https://warm.example'
/** Other users of the machine may find the port. */
const CLIENT_ID = `rgp_${randomBytes(16).toString('hex')}`
const LOOPBACK = '127.0.0.1'
/** On a busy machine it is given up, and the thread begins cold. */
const PATIENCE_MS = 5_000

/** Rounds of the requests below. */
const ROUNDS = 4
/** Starts of names, streets and numbers, and one that nothing matches. */
const TYPED = ['ma', 'nov', 'hlavna 1', 'kra', 'st', 'alf', 'pod lipou 12/3', 'zzzzqx']

type OwnPorts = Pick<HttpPorts, 'clock' | 'monotonic' | 'newRequestId' | 'log' | 'release'>

/**
 * Answers requests of its own before the first person asks: code runs many times slower until it has been used and
 * compiled. They take the same way through a server on a port that only this process knows, with an account of their
 * own. Their ledger is none, so nothing is charged. Returns how many of them succeeded.
 */
export async function warmUp(
  { clock, monotonic, newRequestId, log, release }: OwnPorts,
  signal = AbortSignal.timeout(PATIENCE_MS),
): Promise<number> {
  const key = `rgk_${randomBytes(32).toString('hex')}`
  const nowMs = (): number => monotonic.monotonicMs()
  const table = LimitTable.make({ entries: 64, nowMs: nowMs() })
  const view = buildView(ownAccess(key))
  const nodes = (): number => 1
  const limits = {
    nowMs,
    limiter: new Limiter(table, { settings: UNLIMITED, nodes }),
    concurrency: Concurrency.make({ threads: 1 }),
    thread: 0,
    browserSpending: new BrowserSpending(table, { nodes, nowMs }),
  }
  const access = {
    view: () => view,
    isFresh: () => true,
    proxies: { networks: [], header: 'x-forwarded-for' },
  } as const
  // Without the meter: nobody asked.
  const ports: HttpPorts = { clock, monotonic, newRequestId, log, release, access, limits, ledger: noLedger() }
  const server = new HttpServer(ports)
  await server.listen({ port: 0, host: LOOPBACK })
  const agent = new http.Agent({ keepAlive: true })
  const { port } = server.server.address() as AddressInfo
  let successes = 0
  const send = async (path: string, headers: OutgoingHttpHeaders, body?: string): Promise<string> => {
    const method = body === undefined ? 'GET' : 'POST'
    const request = http.request({ port, host: LOOPBACK, agent, path, method, headers, signal })
    request.end(body)
    const [response] = await once(request, 'response')
    let text = ''
    for await (const chunk of response) text += chunk
    if (response.statusCode === 200) successes++
    return text
  }
  try {
    for (let round = 0; round < ROUNDS; round++) await sendRound(send, key, round)
    return successes
  } catch (error) {
    if (!signal.aborted) throw error
    log.info({}, 'the machine is busy, so a thread begins cold: its first answers are slower')
    return successes
  } finally {
    agent.destroy()
    const closed = server.close()
    server.server.closeAllConnections()
    await closed
  }
}

type Send = (path: string, headers: OutgoingHttpHeaders, body?: string) => Promise<string>

/** A session, and suggestions: half of them with it, half with a key. */
async function sendRound(send: Send, key: string, round: number): Promise<void> {
  const page = { Origin: ORIGIN, 'Content-Type': 'application/json' }
  const made = await send('/v1/browser-sessions', page, JSON.stringify({ client_id: CLIENT_ID }))
  const server = { Authorization: `Bearer ${key}` }
  // A busy machine may refuse it. The key then goes without an Origin, which would be logged as an exposed key.
  const token: string | undefined = JSON.parse(made).data?.token
  const session = token === undefined ? server : { Origin: ORIGIN, Authorization: `Bearer ${token}` }
  await Promise.all(
    TYPED.flatMap((text) => {
      const query = encodeURIComponent(text)
      return ['addresses?', 'companies?', 'addresses?country=cz&', 'companies?country=cz&'].map((kind, i) =>
        send(`/v1/autocomplete/${kind}q=${query}`, i % 2 === round % 2 ? session : server),
      )
    }),
  )
  await send('/v1/companies/sk/00000000', server)
}

const UNLIMITED = Object.fromEntries(Object.keys(LIMITS).map((name) => [name, null])) as unknown as typeof LIMITS

function ownAccess(key: string): Parameters<typeof buildView>[0] {
  const [account, project] = ['acc_warm', 'prj_warm']
  const sha256 = createHash('sha256').update(key).digest('hex')
  const nowMs = systemClock.nowMs()
  return {
    changes: 0,
    accounts: [[account, 1, 'verified', 1_000_000]],
    projects: [[project, 1, account, CLIENT_ID, ALL_SCOPES, SUGGEST_SCOPES, 'active', [ORIGIN], {}]],
    keys: [['key_warm', project, sha256, ALL_SCOPES, nowMs + DAY_MS, null]],
    budgets: new Map(),
    ring: [[randomBytes(32), nowMs]],
    pendingChanges: 0,
  }
}

/** It says yes and writes nothing. */
function noLedger(): HttpPorts['ledger'] {
  const credits = { ...monthAt(systemClock.nowMs()), availableUnits: 1_000 }
  return {
    knownRefusal: () => undefined,
    charge: () => ({ outcome: Promise.resolve({ outcome: 'charged', ...credits }), withdraw: () => undefined }),
    usage: () => Promise.resolve({ outcome: 'unavailable' }),
    credits: () => Promise.resolve({ outcome: 'credits', ...credits }),
  }
}
