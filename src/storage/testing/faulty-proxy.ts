import { connect as connectTo, createServer, type Socket } from 'node:net'

/**
 * What the network does. `passes`: all goes through. `swallows`: from the first message on that contains `text`, nothing comes back. `cuts_before`:
 * the first message that contains `text` does not arrive, and the connection is cut. `cuts_after`: it arrives, but instead of the answer the
 * connection is cut.
 */
export interface NetworkFault {
  readonly kind: 'passes' | 'swallows' | 'cuts_before' | 'cuts_after'
  readonly text?: string
  /** What `passes` arrives so much later, each way taking half of it. Default: at once. */
  readonly delayMs?: number
}

/** A network of one host between a client and a PostgreSQL that listens on a socket. The weather can be changed at any time. */
export interface FaultyProxy {
  readonly url: string
  set(weather: NetworkFault): void
  connections(): number
  /** New connections lead to this server, as when a name comes to mean another one; those that are open stay. */
  leadTo(postgresUrl: string): void
  [Symbol.asyncDispose](): Promise<void>
}

export async function startProxy(postgresUrl: string): Promise<FaultyProxy> {
  let socketPath = socketOf(postgresUrl)
  let weather: NetworkFault = { kind: 'passes' }
  const open = new Set<Socket>()
  let connections = 0
  const server = createServer((client) => {
    const upstream = connectTo(socketPath)
    connections++
    let silent = false
    const cut = (): void => {
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.on('error', cut)
      socket.on('close', () => {
        open.delete(socket)
        cut()
      })
    }
    client.on('data', (data) => {
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
    upstream.on('data', (data) => {
      if (!silent) later(() => client.write(data))
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
    leadTo(other) {
      socketPath = socketOf(other)
    },
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function socketOf(postgresUrl: string): string {
  return `${new URL(postgresUrl).searchParams.get('host')}/.s.PGSQL.5432`
}

/** A timer of Node waits a whole millisecond at least, and often two: a delay of half of one is counted out instead. */
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
