import type { Server } from 'node:http'
import type { ListenOptions, Socket } from 'node:net'
import { promisify } from 'node:util'
import { http } from '../stdx/node-http.ts'
import { BrokenRequests } from './broken-requests.ts'
import { dispatcher } from './dispatch.ts'
import type { Service } from './handle-request.ts'
import { lingerAtEnd } from './lingering.ts'
import type { HttpPorts } from './ports.ts'
import { HEADERS_MAX } from './request/raw-request.ts'
import { LoadMonitor } from './steps/load-monitor.ts'

export interface ServerOptions {
  /** How long an idle connection stays open. It should exceed the idle time of a load balancer in front. */
  readonly keepAliveMs?: number
  /** How long a connection in use may transfer nothing. */
  readonly stalledMs?: number
  /** How long a client may go on sending after its last response. */
  readonly lingerMs?: number
}

/** The API of one thread, not yet listening. */
export class HttpServer {
  readonly server: Server
  readonly #service: Service

  constructor(ports: HttpPorts, options: ServerOptions = {}) {
    this.#service = { ports, load: new LoadMonitor(ports.monotonic, ports.signs), isClosing: false }
    this.server = makeServer(this.#service, options)
  }

  /** Requests that are past their body and have no outcome yet. */
  get requestsInProgress(): number {
    return this.#service.load.inProgress
  }

  async listen(options: ListenOptions): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.server.once('error', reject)
    this.server.listen(options, resolve)
    await promise
    this.server.removeListener('error', reject)
  }

  /** The longest delay of the event loop since the last call. */
  takeLongestDelayMs(): number {
    return this.#service.load.takeLongestDelayMs()
  }

  /** Takes no more connections, ends each open one after its next response, and resolves when all have ended. */
  async close(): Promise<void> {
    this.#service.isClosing = true
    if (this.server.listening) await promisify(this.server.close.bind(this.server))()
    this.#service.load.close()
  }
}

/** Without a load balancer in front. */
const KEEP_ALIVE_MS = 5_000
/** Browsers send a tenth of it. */
const HEADER_BYTES_MAX = 8 * 1024
/** A client that sends a byte now and then is cut off before it has cost anything. */
const HEADERS_MS = 5_000
const REQUEST_MS = 10_000
const CHECK_MS = 1_000
/** Longer than any request may take. A client that reads nothing of its response is cut off. */
const STALLED_MS = 15_000
/** A few round trips, and part of a body that is too large. */
const LINGER_MS = 2_000
/** In one thread, at about 20 KB each. Further connections are closed at once. */
const CONNECTIONS_MAX = 10_000

function makeServer(
  service: Service,
  { keepAliveMs = KEEP_ALIVE_MS, stalledMs = STALLED_MS, lingerMs = LINGER_MS }: ServerOptions,
): Server {
  const dispatch = dispatcher(service)
  const broken = new BrokenRequests(service.ports, stalledMs)
  const server = http.createServer(
    {
      maxHeaderSize: HEADER_BYTES_MAX,
      headersTimeout: HEADERS_MS,
      requestTimeout: REQUEST_MS,
      connectionsCheckingInterval: CHECK_MS,
      keepAliveTimeout: keepAliveMs,
      // Else Node answers a missing Host by itself, not in the form of our errors.
      requireHostHeader: false,
      // A request without a body is no stream to be read to its end.
      optimizeEmptyRequests: true,
    },
    dispatch,
  )
  // One more than allowed, to detect too many.
  server.maxHeadersCount = HEADERS_MAX + 1
  server.maxConnections = CONNECTIONS_MAX
  server.timeout = stalledMs
  // Else Node drops the response to a client that has closed its side, although the request is charged.
  Object.assign(server, { httpAllowHalfOpen: true })
  server.on('connection', (socket) => lingerAtEnd(socket, lingerMs))
  // Requests with Expect: the step that receives the body sends 100 Continue.
  server.on('checkContinue', dispatch)
  server.on('checkExpectation', dispatch)
  server.on('clientError', (error, socket) => broken.answer(error, socket as Socket))
  return server
}
