import { createServer } from 'node:http'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

/**
 * What Node's own server can do at most: the same answers as the service's, byte for byte, from memory and without
 * looking at the request. Run as `node raw-server.ts` by the bench, which sends it the answers.
 */
export interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

interface RawStart {
  readonly port: number
  readonly answers: readonly RawAnswer[]
}

if (isMainThread) {
  process.on('message', (message: RawStart & { readonly threads: number }) => {
    const { threads, ...start } = message
    let listening = 0
    for (let i = 0; i < threads; i++) {
      const worker = new Worker(new URL(import.meta.url), { workerData: start })
      worker.once('message', () => {
        if (++listening === threads) process.send!('listening')
      })
    }
  })
  process.on('disconnect', () => process.exit())
} else {
  const { port, answers } = workerData as RawStart
  const ready = answers.map(({ status, headers, body }) => ({ status, headers, body: Buffer.from(body) }))
  let next = 0
  const server = createServer((_, response) => {
    const { status, headers, body } = ready[next++ % ready.length]!
    response.writeHead(status, headers)
    response.end(body)
  })
  server.maxRequestsPerSocket = 1000
  server.listen({ port, host: '127.0.0.1', reusePort: true }, () => parentPort!.postMessage('listening'))
}
