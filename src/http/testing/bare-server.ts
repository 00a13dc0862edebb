import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { lingerAtEnd } from '../lingering.ts'

export interface BareServer extends Disposable {
  readonly server: Server
  readonly port: number
  /** The first that was made to it, as the server has it. */
  readonly connected: Promise<Socket>
}

/** Node's server with nothing of the service but how its connections end. */
export async function startBareServer(answer: RequestListener, lingerMs: number): Promise<BareServer> {
  const connected = Promise.withResolvers<Socket>()
  const server = createServer(answer).on('connection', (socket) => {
    lingerAtEnd(socket, lingerMs)
    connected.resolve(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    server,
    port,
    connected: connected.promise,
    [Symbol.dispose]() {
      server.close()
      server.closeAllConnections()
    },
  }
}
