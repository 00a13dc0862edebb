import { once } from 'node:events'
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { until } from '../../../src/stdx/testing/until.ts'

/** A server behind the balancer. */
export interface Upstream {
  readonly port: number
  readonly adminPort: number
}

/** How often `/readyz` is asked, and how long an answer may take. */
const PROBE_EVERY_MS = 100
const PROBE_MAX_MS = 1_000

/**
 * A load balancer as an operator sets one up: it asks `/readyz`, sends each request to a ready server in turn, goes to
 * the next one only if the connection was refused, and closes the client's connection if the server closed its own. A
 * request that no server is ready for waits for one if the balancer has a queue; else its connection is closed too.
 */
export class Balancer implements AsyncDisposable {
  readonly #upstreams: readonly Upstream[]
  readonly #hasQueue: boolean
  readonly #ready = new Set<Upstream>()
  readonly #server = createServer((request, response) => void this.#pass(request, response))
  readonly #probing: Promise<void>[]
  #isClosed = false
  #turn = 0
  /** Requests that no server was ready for. */
  unserved = 0
  /** Requests that another server got because the first one refused the connection. */
  refused = 0

  private constructor(upstreams: readonly Upstream[], hasQueue: boolean) {
    this.#upstreams = upstreams
    this.#hasQueue = hasQueue
    this.#probing = upstreams.map((upstream) => this.#probe(upstream))
  }

  static async open(upstreams: readonly Upstream[], { hasQueue = false } = {}): Promise<Balancer> {
    const balancer = new Balancer(upstreams, hasQueue)
    balancer.#server.keepAliveTimeout = 60_000
    balancer.#server.listen(0, '127.0.0.1')
    await once(balancer.#server, 'listening')
    return balancer
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** Its process has ended: what its last answer said is over. */
  forget(upstream: Upstream): void {
    this.#ready.delete(upstream)
  }

  isReady(upstream: Upstream): boolean {
    return this.#ready.has(upstream)
  }

  async #probe(upstream: Upstream): Promise<void> {
    const probeOnce = async (): Promise<void> => {
      const isReady = await fetch(`http://127.0.0.1:${upstream.adminPort}/readyz`, {
        signal: AbortSignal.timeout(PROBE_MAX_MS),
      }).then(
        async (response) => {
          await response.arrayBuffer()
          return response.status === 200
        },
        () => false,
      )
      if (isReady) this.#ready.add(upstream)
      else this.#ready.delete(upstream)
      await new Promise((resolve) => setTimeout(resolve, PROBE_EVERY_MS))
    }
    // A trial may last for hours; `close` ends it.
    for (; !this.#isClosed; ) await probeOnce()
  }

  async #pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer)
    } catch {
      return
    }
    const tried = new Set<Upstream>()
    for (;;) {
      const next = this.#choose(tried) ?? (await this.#untilReady(tried))
      if (response.destroyed) return
      if (next === undefined) {
        this.unserved++
        return void response.destroy()
      }
      tried.add(next)
      if ((await this.#send(next, request, Buffer.concat(chunks), response)) === 'sent') return
      this.refused++
    }
  }

  #choose(tried: ReadonlySet<Upstream>): Upstream | undefined {
    const ready = this.#upstreams.filter((one) => this.#ready.has(one) && !tried.has(one))
    return ready[this.#turn++ % ready.length]
  }

  async #untilReady(tried: ReadonlySet<Upstream>): Promise<Upstream | undefined> {
    if (!this.#hasQueue) return undefined
    const isDone = (): boolean =>
      this.#isClosed || this.#upstreams.some((one) => this.#ready.has(one) && !tried.has(one))
    await until(isDone, 'a server that is ready').catch(() => undefined)
    return this.#choose(tried)
  }

  #send(
    { port }: Upstream,
    { method, url, rawHeaders }: IncomingMessage,
    body: Buffer,
    response: ServerResponse,
  ): Promise<'sent' | 'refused'> {
    const { promise, resolve } = Promise.withResolvers<'sent' | 'refused'>()
    const sending = httpRequest({ host: '127.0.0.1', port, method, path: url, headers: rawHeaders, agent: false })
    response.once('close', () => sending.destroy())
    sending.once('response', (answer) => {
      const headers = answer.rawHeaders.flatMap((name, i, all) =>
        i % 2 === 0 && !/^(connection|keep-alive)$/i.test(name) ? [name, all[i + 1]!] : [],
      )
      response.writeHead(answer.statusCode!, headers)
      answer.pipe(response)
      answer.once('error', () => response.destroy())
      resolve('sent')
    })
    sending.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') return resolve('refused')
      response.destroy()
      resolve('sent')
    })
    sending.end(body)
    return promise
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true
    this.#server.closeAllConnections()
    await this.#server[Symbol.asyncDispose]()
    await Promise.all(this.#probing)
  }
}
