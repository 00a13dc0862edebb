import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { ALL_SCOPES, SUGGEST_SCOPES } from '../access/access.ts'
import { BrowserSpending, Concurrency, LIMITS, Limiter, LimitTable } from '../access/limits/limits.ts'
import { type AccessSnapshot, applyUpdate, buildView, RowPacker } from '../access/view/view.ts'
import { type HttpPorts, HttpServer, type ReleaseParts } from '../http/http.ts'
import type { JoinedLedger } from '../ledger/ledger.ts'
import { EVIDENCE_LABEL, formatAddress } from '../records/format-address.ts'
import { systemClock } from '../stdx/clock.ts'
import { DAY_MS } from '../stdx/time-units.ts'
import { OwnConnection } from './own-connection.ts'

const ORIGIN = 'https://warm.example'
/** Other users of the machine may find the port. */
const CLIENT_ID = `rgp_${randomBytes(16).toString('hex')}`
const LOOPBACK = '127.0.0.1'
/** On a busy machine it is given up, and the thread begins cold. */
const PATIENCE_MS = 5_000

/** Texts for each list of suggestions: after them most code that a request runs is compiled. */
const TEXTS = 128
/** People who type into a list at the same time. */
const PEOPLE = 4
/** Odd, so that each key is used. */
const ACCOUNTS = 15
/** The first texts: starts of names, streets and numbers, and one that nothing matches. */
const TYPED = ['ma', 'nov', 'hlavna 1', 'kra', 'st', 'alf', 'pod lipou 12/3', 'zzzzqx']
/** The others are names in the release, so that no cache has their hits: so many letters of each in turn. */
const LETTERS = [3, 5, 8, 13, 21]

type OwnPorts = Pick<HttpPorts, 'clock' | 'monotonic' | 'newRequestId' | 'log' | 'release'>

export interface WarmUpParts {
  /** Books in memory. */
  readonly rehearsal: Pick<JoinedLedger, 'client' | 'credits' | 'usage'>
  /** The names that are typed come from it. */
  readonly parts: ReleaseParts
}

/**
 * Answers requests of its own before the first person asks: code runs many times slower until it has been used and
 * compiled. They take the same way through a server on a port that only this process knows, with accounts of their own
 * that pay from books in memory. Returns how many of them succeeded.
 */
export async function warmUp(
  own: OwnPorts,
  { rehearsal, parts }: WarmUpParts,
  signal = AbortSignal.timeout(PATIENCE_MS),
): Promise<number> {
  const keys = Array.from({ length: ACCOUNTS }, () => `rgk_${randomBytes(32).toString('hex')}`)
  const server = new HttpServer({ ...ownPorts(own, keys), ledger: ownLedger(rehearsal) })
  await server.listen({ port: 0, host: LOOPBACK })
  const { port } = server.server.address() as AddressInfo
  const lists = ownLists(parts)
  const people = lists.flatMap((list) =>
    Array.from({ length: PEOPLE }, (_, person) => ({ list, person, connection: new OwnConnection(port, LOOPBACK) })),
  )
  const end = (): Promise<unknown> => Promise.all(people.map(({ connection }) => connection.end()))
  let successes = 0
  const typeAll = async (): Promise<void> => {
    await Promise.all(keys.map((_, i) => openAccount(rehearsal, accountAt(i))))
    await Promise.all(people.map((one) => typeInto(one, keys, () => successes++)))
  }
  try {
    signal.throwIfAborted()
    const late = once(signal, 'abort').then(() => signal.throwIfAborted())
    await Promise.race([typeAll(), late])
  } catch (error) {
    if (!signal.aborted) throw error
    own.log.info({}, 'the machine is busy, so a thread begins cold: its first answers are slower')
  } finally {
    await end()
    const closed = server.close()
    server.server.closeAllConnections()
    await closed
  }
  return successes
}

interface OwnList {
  readonly path: string
  readonly rows: number
  nameAt(row: number): string
  /** The details of a company; undefined for addresses. */
  detailAt?(row: number): string
}

function ownLists(parts: ReleaseParts): OwnList[] {
  return (['sk', 'cz'] as const).flatMap((country): OwnList[] => {
    const addresses = parts.addressIndex(country)?.columns
    const companies = parts.companyIndex(country)?.columns
    return [
      addresses && {
        path: `/v1/autocomplete/addresses?country=${country}`,
        rows: addresses.length,
        nameAt: (row: number) => formatAddress(addresses.at(row), EVIDENCE_LABEL),
      },
      companies && {
        path: `/v1/autocomplete/companies?country=${country}`,
        rows: companies.length,
        nameAt: (row: number) => companies.summaryAt(row).name,
        detailAt: (row: number) => `/v1/companies/${country}/${companies.summaryAt(row).ico ?? '00000000'}`,
      },
    ].filter((list) => list !== undefined)
  })
}

interface Person {
  readonly list: OwnList
  readonly person: number
  readonly connection: OwnConnection
}

/** Types this person's share of the texts, half of them in a browser session. */
async function typeInto(
  { list, person, connection }: Person,
  keys: readonly string[],
  succeeded: () => void,
): Promise<void> {
  const ask = async (path: string, headers: readonly string[], body?: string): Promise<string> => {
    const { status, text } = await connection.ask(path, headers, body)
    if (status === 200) succeeded()
    return text
  }
  const page = `Origin: ${ORIGIN}`
  const client = JSON.stringify({ client_id: CLIENT_ID })
  const made = await ask('/v1/browser-sessions', [page, 'Content-Type: application/json'], client)
  // A busy machine may refuse it. A key then goes without an Origin, which would be logged as an exposed key.
  const token: string | undefined = JSON.parse(made).data?.token
  for (let nth = person; nth < TEXTS; nth += PEOPLE) {
    const row = Math.floor((nth * list.rows) / TEXTS)
    const start = TYPED[nth] ?? list.nameAt(row).slice(0, LETTERS[nth % LETTERS.length])
    const typed = encodeURIComponent(start.toWellFormed())
    const key = [`Authorization: Bearer ${keys[nth % keys.length]}`]
    const isSession = token !== undefined && nth % (2 * PEOPLE) < PEOPLE
    const who = isSession ? [page, `Authorization: Bearer ${token}`] : key
    await ask(`${list.path}&q=${typed}`, who)
    if (list.detailAt !== undefined && !isSession) await ask(list.detailAt(row), key)
  }
}

function accountAt(i: number): string {
  return `acc_warm_${i}`
}

/** Without the meter: nobody asked. */
function ownPorts({ clock, monotonic, newRequestId, log, release }: OwnPorts, keys: readonly string[]) {
  const nowMs = (): number => monotonic.monotonicMs()
  const table = LimitTable.make({ entries: 64, nowMs: nowMs() })
  const view = buildView(ownAccess(keys))
  const servers = (): number => 1
  const limits = {
    nowMs,
    limiter: new Limiter(table, { settings: UNLIMITED, servers }),
    concurrency: Concurrency.make({ threads: 1 }),
    thread: 0,
    browserSpending: new BrowserSpending(table, { servers, nowMs }),
  }
  const access = {
    view: () => view,
    isFresh: () => true,
    proxies: { networks: [], header: 'x-forwarded-for' },
  } as const
  return { clock, monotonic, newRequestId, log, release, access, limits }
}

const UNLIMITED = Object.fromEntries(Object.keys(LIMITS).map((name) => [name, null])) as unknown as typeof LIMITS

async function openAccount({ client }: WarmUpParts['rehearsal'], account: string): Promise<void> {
  await client.call({ name: 'set_allowance', account, units: 1_000_000_000, who: 'rehearsal' })
}

function ownLedger({ client, ...reads }: WarmUpParts['rehearsal']): HttpPorts['ledger'] {
  return {
    knownRefusal: (account, units) => client.knownRefusal(account, units),
    charge: (request) => client.charge(request),
    ...reads,
  }
}

function ownAccess(keys: readonly string[]): AccessSnapshot {
  const nowMs = systemClock.nowMs()
  const rows = new RowPacker()
  for (const [i, key] of keys.entries()) {
    const number = i + 1
    const clientId = i === 0 ? CLIENT_ID : `${CLIENT_ID}${i}`
    const sha256 = createHash('sha256').update(key).digest('hex')
    rows.addAccount([accountAt(i), number, 'verified', 1_000_000, {}])
    const origins = [ORIGIN]
    rows.addProject([`prj_warm_${i}`, number, number, clientId, ALL_SCOPES, SUGGEST_SCOPES, 'active', origins, {}, {}])
    rows.addKey([sha256, `key_warm_${i}`, number, ALL_SCOPES, nowMs + DAY_MS, null, nowMs, ''])
  }
  return applyUpdate(undefined, {
    kind: 'all',
    history: 'begins',
    rows: rows.finish(),
    ring: [[randomBytes(32), nowMs]],
    changes: 0,
    pendingChanges: 0,
    position: { number: 0, mark: 0 },
  })
}
