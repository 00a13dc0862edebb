import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { socketOf } from './faulty-proxy.ts'
import { endsTransaction, renumber } from './greeting.ts'

/** A connection to the server, and what it was greeted with. */
interface Backend {
  readonly socket: Socket
  greeting: Buffer
  client: Socket | undefined
}

/**
 * A connection pooler for a PostgreSQL that asks for no password: a client has a backend until it leaves, or only until
 * the end of each transaction. Like PgBouncer, it takes the backend that was used last, and announces a number of its
 * own to clients. From the client with the number `mutesFrom` on it forwards nothing after the greeting.
 */
export async function startPooler(
  postgresUrl: string,
  mode: 'session' | 'transaction',
  { mutesFrom = Number.POSITIVE_INFINITY }: { readonly mutesFrom?: number } = {},
) {
  const idle: Backend[] = []
  const open = new Set<Socket>()
  let clients = 0

  async function openBackend(startup: Buffer): Promise<Backend> {
    const socket = connect(socketOf(postgresUrl))
    open.add(socket)
    socket.on('error', () => undefined).on('close', () => open.delete(socket))
    socket.write(startup)
    const backend: Backend = { socket, greeting: Buffer.alloc(0), client: undefined }
    const greeted = Promise.withResolvers<void>()
    socket.on('data', (data: Buffer) => {
      if (backend.client === undefined) backend.greeting = Buffer.concat([backend.greeting, data])
      else backend.client.write(data)
      if (!endsTransaction(data)) return
      greeted.resolve()
      if (mode === 'session' || backend.client === undefined) return
      backend.client = undefined
      idle.push(backend)
    })
    await greeted.promise
    return backend
  }

  const server = createServer(async (client) => {
    client.on('error', () => undefined)
    open.add(client)
    const isMute = mutesFrom <= ++clients
    const [startup] = (await once(client, 'data')) as [Buffer]
    let own: Backend | undefined = idle.pop() ?? (await openBackend(startup))
    client.write(renumber(own.greeting))
    if (mode === 'transaction') idle.push(own)
    else own.client = client
    client.on('data', (data: Buffer) => {
      // `Terminate` ends the session of the client alone.
      if (data[0] === TERMINATE) return client.end()
      if (isMute) return
      if (own?.client !== client) {
        own = idle.pop()
        if (own === undefined) return client.destroy()
        own.client = client
      }
      own.socket.write(data)
    })
    client.on('close', () => {
      open.delete(client)
      if (own?.client === client) own.socket.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address() as { readonly port: number }
  return {
    url: `postgres://postgres@127.0.0.1:${address.port}${new URL(postgresUrl).pathname}`,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const TERMINATE = 'X'.charCodeAt(0)
