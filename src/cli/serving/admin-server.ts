import { createServer, type Server } from 'node:http'

export interface AdminPorts {
  /** Why the service cannot answer well; none: it can. */
  problems(): Promise<readonly string[]>
  metrics(): Promise<Readonly<Record<string, number>>>
}

/** The operator's own port: never the public one. */
export function adminServer(ports: AdminPorts): Server {
  return createServer(async (request, response) => {
    const answer = (status: number, type: string, body: string): void => {
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
    }
    switch (request.url) {
      case '/healthz':
        answer(200, 'text/plain', 'alive\n')
        break
      case '/readyz': {
        const problems = await ports.problems()
        answer(
          problems.length === 0 ? 200 : 503,
          'application/json',
          `${JSON.stringify({ ready: problems.length === 0, problems })}\n`,
        )
        break
      }
      case '/metrics':
        answer(200, 'text/plain; version=0.0.4', metricsText(await ports.metrics()))
        break
      default:
        answer(404, 'text/plain', 'There are /healthz, /readyz and /metrics.\n')
    }
  })
}

function metricsText(metrics: Readonly<Record<string, number>>): string {
  return Object.entries(metrics)
    .map(([name, value]) => `regista_${name} ${value}\n`)
    .join('')
}
