import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { http } from '../stdx/node-http.ts'
import { OperatorApi } from './admin-api/operator-api.ts'
import { OperatorConsole } from './console/operator-console.ts'

export interface AdminPorts {
  /** Why the service cannot answer; empty if it can. From memory: no database is asked, and no disk is read. */
  problems(): readonly string[]
  /** What is wrong although it answers. */
  degraded(): readonly string[]
  /** In the Prometheus text format. */
  metrics(): Promise<string>
  /** Undefined: this server has none. */
  readonly operatorConsole: OperatorConsole | undefined
  /** Undefined: this server starts. */
  readonly operatorApi: OperatorApi | undefined
  readonly version: string
}

/**
 * Serves health, readiness, metrics and the console on a port of its own, which the public must not reach. `current`:
 * a server that starts has others than one that serves.
 */
export function adminServer(current: () => AdminPorts): Server {
  const server = http.createServer(LIMITS, answerRequest)
  server.maxConnections = CONNECTIONS_MAX
  server.timeout = SILENT_MAX_MS
  // What receives the body sends 100 Continue.
  server.on('checkContinue', answerRequest)
  return server

  async function answerRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const ports = current()
    const answer = (status: number, type: string, body: string): void => {
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
    }
    try {
      if (ports.operatorApi !== undefined && OperatorApi.isOwn(request.url!)) {
        const { address } = server.address() as AddressInfo
        return await ports.operatorApi.answer(request, response, address)
      }
      if (ports.operatorConsole !== undefined && OperatorConsole.isOwn(request.url!)) {
        const { address } = server.address() as AddressInfo
        const gone = new AbortController()
        response.once('close', () => gone.abort())
        const { status, headers, body } = await ports.operatorConsole.answer(request, address, gone.signal)
        return void response.writeHead(status, headers).end(body)
      }
      switch (request.url) {
        case '/healthz':
          return answer(200, 'text/plain', `alive: regista ${ports.version}\n`)
        case '/readyz': {
          const problems = ports.problems()
          const ready = problems.length === 0
          return answer(
            ready ? 200 : 503,
            'application/json',
            `${JSON.stringify({ ready, problems, degraded: ports.degraded() })}\n`,
          )
        }
        case '/metrics':
          return answer(200, 'text/plain; version=0.0.4', await ports.metrics())
        default:
          return answer(
            404,
            'text/plain',
            ports.operatorConsole === undefined
              ? 'Not found. Use /healthz, /readyz or /metrics: this server runs with --console off.\n'
              : 'Not found. Use /healthz, /readyz, /metrics or /console.\n',
          )
      }
    } catch (error) {
      answer(503, 'text/plain', `${error instanceof Error ? error.message : String(error)}\n`)
    }
  }
}

/** A client that sends a byte now and then is cut off. */
const LIMITS = { headersTimeout: 5_000, requestTimeout: 10_000, connectionsCheckingInterval: 1_000 }
/** Those of a balancer, a scraper, some operators and their programs. More are closed at once. */
const CONNECTIONS_MAX = 1_000
/** Longer than any act or question takes. */
const SILENT_MAX_MS = 60_000
