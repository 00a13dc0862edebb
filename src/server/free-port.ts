import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { InputError } from '../stdx/input-error.ts'

/**
 * Checks that a port is free by listening on it alone for a moment. Threads that share a port would silently share it
 * with another server too. Returns the port, which the system chose if `port` is 0.
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
      return new InputError(`another program uses port ${port}. Stop that one, or choose another with ${option}.`)
    case 'EACCES':
      return new InputError(`this user may not listen on port ${port}. Choose one above 1023 with ${option}.`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new InputError(
        `${host} is not an address of this machine. Choose another with ${option.replace('port', 'host')}.`,
      )
    default:
      return error
  }
}
