import { connect as connectTo, createServer, type Socket } from 'node:net'
import { endsTransaction, renumber } from './greeting.ts'

/**
 * What the network does. `passes`: everything arrives. `swallows`: no reply arrives from the first message on that
 * contains `text`. `cuts_before`: the connection is cut in place of the first such message. `cuts_after`: that message
 * arrives, and the connection is cut in place of its reply.
 */
export interface NetworkFault {
  readonly kind: 'passes' | 'swallows' | 'cuts_before' | 'cuts_after'
  readonly text?: string
  /** The round-trip delay of `passes`; each direction takes half. Default: none. */
  readonly delayMs?: number
}

/** A proxy between a client and a PostgreSQL that listens on a socket. Its fault can be changed at any time. */
export interface FaultyProxy {
  readonly url: string
  set(weather: NetworkFault): void
  connections(): number
  /**
   * On these open connections nothing arrives any more, in either direction, not even their end, whatever the network
   * does to others: a firewall has forgotten them. The server drops those that vanished before.
   */
  vanish(isChosen: () => boolean): void
  /** Sends new connections to another server, as a changed DNS entry does. Open ones stay. */
  leadTo(postgresUrl: string): void
  [Symbol.asyncDispose](): Promise<void>
}

interface Route {
  readonly upstream: Socket
  hasVanished: boolean
}

export interface ProxyOptions {
  /** Clients are told another number of their backend, as behind a pooler. */
  readonly renumbers?: boolean
}

export async function startProxy(postgresUrl: string, { renumbers = false }: ProxyOptions = {}): Promise<FaultyProxy> {
  let socketPath = socketOf(postgresUrl)
  let weather: NetworkFault = { kind: 'passes' }
  const open = new Set<Socket>()
  const routes = new Set<Route>()
  let connections = 0
  // Half open: the end of a connection that has vanished must not be answered.
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const upstream = connectTo({ path: socketPath, allowHalfOpen: true })
    connections++
    const route: Route = { upstream, hasVanished: false }
    routes.add(route)
    let silent = false
    const cut = (): void => {
      if (route.hasVanished) return
      routes.delete(route)
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.on('error', cut)
      socket.on('end', cut)
      socket.on('close', () => {
        open.delete(socket)
        cut()
      })
    }
    client.on('data', (data) => {
      if (route.hasVanished) return
      const hit = weather.text === undefined || data.includes(weather.text)
      if (weather.kind === 'cuts_before' && hit) {
        cut()
        return
      }
      if (weather.kind === 'swallows' && hit) silent = true
      if (weather.kind === 'cuts_after' && hit)
        upstream.once('data', cut).prependListener('data', () => (silent = true))
      later(() => upstream.write(data))
    })
    let greeting: Buffer | undefined = renumbers ? Buffer.alloc(0) : undefined
    upstream.on('data', (data: Buffer) => {
      if (silent || route.hasVanished) return
      if (greeting === undefined) return later(() => client.write(data))
      greeting = Buffer.concat([greeting, data])
      if (!endsTransaction(greeting)) return
      client.write(renumber(greeting))
      greeting = undefined
    })
  })
  const later = delayed(() => (weather.delayMs ?? 0) / 2)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy listens on a port')
  return {
    url: `postgres://postgres@127.0.0.1:${address.port}${new URL(postgresUrl).pathname}`,
    set(next) {
      weather = next
    },
    connections: () => connections,
    vanish(isChosen) {
      for (const route of routes) {
        if (route.hasVanished) {
          routes.delete(route)
          route.upstream.destroy()
        } else route.hasVanished = isChosen()
      }
    },
    leadTo(other) {
      socketPath = socketOf(other)
    },
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export function socketOf(postgresUrl: string): string {
  return `${new URL(postgresUrl).searchParams.get('host')}/.s.PGSQL.5432`
}

/** Node's timers wait at least one millisecond, often two. Half a millisecond needs a polling loop. */
function delayed(delayMs: () => number): (deliver: () => void) => void {
  const waiting: { readonly atMs: number; readonly deliver: () => void }[] = []
  const look = (): void => {
    while (0 < waiting.length && waiting[0]!.atMs <= performance.now()) waiting.shift()!.deliver()
    if (0 < waiting.length) setImmediate(look)
  }
  return (deliver) => {
    const ms = delayMs()
    if (ms === 0 && waiting.length === 0) return deliver()
    if (waiting.push({ atMs: performance.now() + ms, deliver }) === 1) setImmediate(look)
  }
}
