import { createServer, type Server } from 'node:http'

export interface AdminPorts {
  /** Why the service cannot answer well; none: it can. From memory, so that it is known whatever a disk or a database does. */
  problems(): readonly string[]
  /** In the text form of Prometheus. */
  metrics(): Promise<string>
}

/** The operator's own port: never the public one. */
export function adminServer(ports: AdminPorts): Server {
  return createServer(async (request, response) => {
    const answer = (status: number, type: string, body: string): void => {
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
    }
    try {
      switch (request.url) {
        case '/healthz':
          return answer(200, 'text/plain', 'alive\n')
        case '/readyz': {
          const problems = ports.problems()
          const ready = problems.length === 0
          return answer(ready ? 200 : 503, 'application/json', `${JSON.stringify({ ready, problems })}\n`)
        }
        case '/metrics':
          return answer(200, 'text/plain; version=0.0.4', await ports.metrics())
        default:
          return answer(404, 'text/plain', 'There are /healthz, /readyz and /metrics.\n')
      }
    } catch (error) {
      answer(503, 'text/plain', `${error instanceof Error ? error.message : String(error)}\n`)
    }
  })
}
