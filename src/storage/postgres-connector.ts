import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { DatabaseError } from './database.ts'
import { type DatabaseHost, listDatabaseHosts } from './database-url.ts'
import {
  type ConnectOptions,
  type OpenedConnection,
  openConnection,
  type PostgresConnection,
} from './postgres-connection.ts'
import { lostError } from './postgres-errors.ts'

/** The next host is tried after this time, or as soon as the one before has answered. */
const APART_MS = 200
/** For a connection that a charge may wait for. */
const GRACE_MS = 500
/** A host that has refused is asked again so often while another one does not answer: it may be promoted. */
const AGAIN_MS = 100
const CONNECT_MAX_MS = 5_000

/** By the address of the database: the host that was used last. */
const lastHosts = new Map<string, string>()

/** Resolves a name to all of its addresses. */
type LookUp = (name: string) => Promise<readonly { readonly address: string }[]>

/** Opens a connection to the only host of the address, or to the primary among several. */
export async function connectPostgres(
  options: ConnectOptions,
  lookUp: LookUp = (name) => lookup(name, { all: true }),
): Promise<PostgresConnection> {
  const hosts = listDatabaseHosts(options.url)
  const enter = (opened: OpenedConnection): OpenedConnection => {
    // One that met a newer primary meanwhile is closed: nobody uses it.
    if (opened.isUsable()) options.entered?.(opened.place)
    return opened
  }
  if (hosts.length === 1) return enter(await openConnection({ ...options, hostUrl: hosts[0]!.url }))
  const find = (graceMs: number) => findPrimary(options, { hosts, lookUp, graceMs })
  // A statement that hangs may hang because this is an old primary, and then a slow host is worth a longer wait.
  const look = () => find(Math.min(options.patienceMs, CONNECT_MAX_MS))
  return watchHosts(enter(await find(GRACE_MS)), options.url, look)
}

/**
 * While a statement has no answer, the hosts are asked for a newer primary. Meeting it closes this connection, which
 * would otherwise wait for an old primary until the statement's time is over.
 */
function watchHosts(
  connection: OpenedConnection,
  url: string,
  find: () => Promise<OpenedConnection>,
): PostgresConnection {
  const look = async (): Promise<void> => {
    if (looking.has(url)) return
    looking.add(url)
    const found = await find().catch(() => undefined)
    found?.close()
    looking.delete(url)
  }
  return {
    ...connection,
    async query(query) {
      const timer = setInterval(() => void look(), LOOK_MS)
      try {
        return await connection.query(query)
      } finally {
        clearInterval(timer)
      }
    },
  }
}

const LOOK_MS = 1_000
/** Addresses whose hosts are being asked. */
const looking = new Set<string>()

interface Search {
  readonly hosts: readonly DatabaseHost[]
  readonly lookUp: LookUp
  /** How long the hosts that have not answered are waited for when one of them accepts writes. */
  readonly graceMs: number
}

/**
 * Tries all hosts. Of those that accept writes, it takes the one with the highest timeline: an old primary that comes
 * back accepts writes too. Writes are asked for in either mode, because what a standby or an old primary shows may be
 * old.
 */
async function findPrimary(options: ConnectOptions, { hosts, lookUp, graceMs }: Search): Promise<OpenedConnection> {
  const { url } = options
  const over = new AbortController()
  const { signal } = over
  const pause = (ms: number) => setTimeout(ms, undefined, { signal }).catch(() => undefined)
  const unanswered = new Set(hosts.map(({ name }) => name))
  const reasons = new Map<string, string>()
  const found: Found[] = []
  const first = Promise.withResolvers<void>()

  async function tryAddress(host: DatabaseHost, { name, address }: Target): Promise<void> {
    for (;;) {
      // What a host said before another one was found to accept writes may be old: it may have been promoted since.
      const isLast = 0 < found.length
      try {
        const opened = await openConnection({ ...options, mode: 'write', hostUrl: host.url, address, signal })
        if (signal.aborted) return opened.close()
        found.push({ ...opened, host: host.name })
        return first.resolve()
      } catch (error) {
        if (!(error instanceof DatabaseError)) throw error
        if (!signal.aborted) reasons.set(name, error.message)
      }
      unanswered.delete(name)
      if (isLast || (await isOver())) return
    }
  }

  /** Waits before a host is asked again. */
  async function isOver(): Promise<boolean> {
    if (unanswered.size === 0 && found.length === 0) return true
    await Promise.race([first.promise, pause(AGAIN_MS)])
    return signal.aborted || (unanswered.size === 0 && found.length === 0)
  }

  async function tryHost(host: DatabaseHost): Promise<void> {
    let targets: Target[] = []
    try {
      targets = await listTargets(host, lookUp)
    } catch (error) {
      reasons.set(host.name, error instanceof Error ? error.message : String(error))
    }
    for (const { name } of targets) unanswered.add(name)
    if (targets.every(({ name }) => name !== host.name)) unanswered.delete(host.name)
    await staggered(targets, (target) => tryAddress(host, target))
  }

  async function staggered<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
    const begun: Promise<void>[] = []
    for (const item of items) {
      if (0 < begun.length) await Promise.race([begun.at(-1), pause(APART_MS)])
      begun.push(work(item))
    }
    await Promise.all(begun)
  }

  const last = lastHosts.get(url)
  const all = staggered(
    hosts.toSorted((a, b) => Number(b.name === last) - Number(a.name === last)),
    tryHost,
  )
  all.catch(() => undefined)
  try {
    await Promise.race([all, first.promise, pause(Math.min(options.patienceMs, CONNECT_MAX_MS))])
    if (0 < found.length) await Promise.race([all, pause(graceMs)])
    // In the order in which the operator named the hosts; a name with several addresses stands before each.
    const placeOf = (name: string): number =>
      hosts.findIndex((host) => name === host.name || name.startsWith(`${host.name} `))
    const told = [...silent(unanswered), ...reasons].toSorted(([a], [b]) => placeOf(a) - placeOf(b))
    return choose(url, found, new Map(told))
  } finally {
    over.abort()
  }
}

function silent(names: ReadonlySet<string>): (readonly [string, string])[] {
  return [...names].map((name) => [name, 'no answer'] as const)
}

interface Target {
  readonly name: string
  readonly address: string | undefined
}

/** The addresses of a name; a socket in the file system and an address have no others. */
async function listTargets({ name, url }: DatabaseHost, lookUp: LookUp): Promise<Target[]> {
  const hostname = decodeURIComponent(new URL(url).hostname).replace(/^\[(.*)\]$/, '$1')
  if (hostname.startsWith('/') || isIP(hostname) !== 0) return [{ name, address: undefined }]
  const found = await lookUp(hostname)
  return found.map(({ address }) => ({ name: found.length === 1 ? name : `${name} (${address})`, address }))
}

type Found = OpenedConnection & { readonly host: string }

/** A connection to an older timeline was closed when the newer one was met. */
function choose(url: string, found: readonly Found[], reasons: ReadonlyMap<string, string>): OpenedConnection {
  const usable = found.filter((one) => one.isUsable())
  const chosen = usable.find(({ host }) => host === lastHosts.get(url)) ?? usable[0]
  const isOneCluster = usable.every(({ place }) => place.cluster === chosen?.place.cluster)
  for (const one of found) if (one !== chosen || !isOneCluster) one.close()
  if (!isOneCluster) {
    const names = usable.map(({ host }) => host).join(', ')
    throw lostError(new Error(`the hosts ${names} are primaries of different databases; name those of one`), 'not_done')
  }
  if (chosen !== undefined) {
    lastHosts.set(url, chosen.host)
    return chosen
  }
  const each = [...reasons].map(([name, reason]) => `${name}: ${reason}`).join('; ')
  throw lostError(new Error(`no host of the database can be used: ${each}`), 'not_done')
}
