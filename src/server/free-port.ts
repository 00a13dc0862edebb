import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { InputError } from '../stdx/input-error.ts'

/**
 * Listens once, alone, and stops: threads that share a port would share it with another server's threads too, and nobody would notice. Answers the port, which the system chose if
 * 0 was asked for.
 */
export async function freePort(
  { port, host }: { readonly port: number; readonly host: string },
  option: string,
): Promise<number> {
  const server = createServer()
  try {
    server.listen({ port, host })
    await once(server, 'listening')
  } catch (error) {
    throw portProblem(error, { port, host }, option)
  }
  const { port: free } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return free
}

export function portProblem(
  error: unknown,
  { port, host }: { readonly port: number; readonly host: string },
  option: string,
): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new InputError(
        `port ${port} is taken by another program. Stop that one, or choose another with ${option}.`,
      )
    case 'EACCES':
      return new InputError(`this user may not listen at port ${port}. Choose one above 1023 with ${option}.`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new InputError(
        `${host} is no address of this machine. Choose another with ${option.replace('port', 'host')}.`,
      )
    default:
      return error
  }
}
