import { createServer, type RequestListener, type Server } from 'node:http'
import { fastify } from 'fastify'
import { BrokenRequests } from './broken-requests.ts'
import { Load } from './calls/load.ts'
import { gate } from './gate.ts'
import { lingersAtItsEnd } from './lingering.ts'
import { addDocuments } from './openapi/serve-documents.ts'
import type { HttpPorts } from './ports.ts'
import { HEADERS_MAX } from './request/raw-request.ts'
import { TARGET_LENGTH_MAX } from './request/request-target.ts'
import { addOperations } from './routes/add-operations.ts'

export interface ServerOptions {
  /** How long a connection without requests stays open: a little longer than the load balancer in front keeps its own, if there is one. */
  readonly keepAliveMs?: number
  /** How long nothing at all may move on a connection that is in use. */
  readonly stalledMs?: number
  /** How long somebody who was sent his last answer may go on sending before he is cut off. */
  readonly lingerMs?: number
}

/** The service without a port: whoever starts it listens with it. */
export function buildServer(ports: HttpPorts, options: ServerOptions = {}): HttpServer {
  const broken = new BrokenRequests(ports, options.stalledMs ?? STALLED_MS)
  let closing = false
  const app = fastify({
    serverFactory(routes) {
      const server = nodeServer(gate(ports, routes, { isClosing: () => closing }), options)
      broken.watch(server)
      return server
    },
    clientErrorHandler: (error, socket) => broken.answer(error, socket),
    exposeHeadRoutes: false,
    return503OnClosing: false,
    routerOptions: { maxParamLength: TARGET_LENGTH_MAX },
    genReqId: () => '',
  })
  const load = new Load(ports.monotonic)
  app.addHook('preClose', async () => {
    closing = true
  })
  app.addHook('onClose', async () => load.close())
  addOperations(app, ports, load)
  addDocuments(app, ports, load)
  return app
}

export type HttpServer = Pick<ReturnType<typeof fastify>, 'listen' | 'close' | 'ready' | 'server'>

/** Without a balancer in front. */
const KEEP_ALIVE_MS = 5_000
/** What a browser sends is a tenth of it. */
const HEADER_BYTES_MAX = 8 * 1024
/** Who drips a byte now and then is sent away before he has cost anything. */
const HEADERS_MS = 5_000
const REQUEST_MS = 10_000
const CHECK_MS = 1_000
/** Longer than any request is let take: who reads nothing of his answer, while the system keeps it for him, is sent away. */
const STALLED_MS = 15_000
/** A few journeys of a packet, and some of a body that is too large. */
const LINGER_MS = 2_000
/** Of one thread: some 20 KB each. More are closed as they come. */
const CONNECTIONS_MAX = 10_000

function nodeServer(
  guarded: RequestListener,
  { keepAliveMs = KEEP_ALIVE_MS, stalledMs = STALLED_MS, lingerMs = LINGER_MS }: ServerOptions,
): Server {
  const server = createServer(
    {
      maxHeaderSize: HEADER_BYTES_MAX,
      headersTimeout: HEADERS_MS,
      requestTimeout: REQUEST_MS,
      connectionsCheckingInterval: CHECK_MS,
      keepAliveTimeout: keepAliveMs,
      // Without it Node answers by itself, in a shape that is not ours.
      requireHostHeader: false,
    },
    guarded,
  )
  // One more than is taken, so that too many are seen.
  server.maxHeadersCount = HEADERS_MAX + 1
  server.maxConnections = CONNECTIONS_MAX
  server.timeout = stalledMs
  // Node would not send the answer to who has said that he will ask nothing more, though its debit is done.
  Object.assign(server, { httpAllowHalfOpen: true })
  server.on('connection', (socket) => lingersAtItsEnd(socket, lingerMs))
  // Who asks whether to go on is answered when the body is read, or with an error before; so is who expects anything else.
  server.on('checkContinue', guarded)
  server.on('checkExpectation', guarded)
  return server
}
