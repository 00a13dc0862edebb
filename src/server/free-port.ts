import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { InputError } from '../stdx/input-error.ts'
import type { Settings } from './settings.ts'

/**
 * Checks that a port is free by listening on it alone for a moment: threads that share a port would silently share it
 * with another server too. Returns the port, which the system chooses if `port` is 0.
 */
export async function findFreePort(
  { port, host }: { readonly port: number; readonly host: string },
  option: string,
): Promise<number> {
  await using server = createServer()
  try {
    server.listen({ port, host })
    await once(server, 'listening')
  } catch (error) {
    throw describePortError(error, { port, host }, option)
  }
  return (server.address() as AddressInfo).port
}

/** Before anything is opened: the second listener would take the first one for another program. */
export function refuseOnePort({ port, host, adminPort, adminHost }: Settings): void {
  const isShared = host === adminHost || [host, adminHost].some((address) => /^(0\.0\.0\.0|::)$/.test(address))
  if (port !== 0 && port === adminPort && isShared)
    throw new InputError(`the API and the admin port both want port ${port}. Choose another port with --admin-port.`)
}

export function describePortError(
  error: unknown,
  { port, host }: { readonly port: number; readonly host: string },
  option: string,
): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new InputError(
        `another program uses port ${port}. Stop that program, or choose another port with ${option}.`,
      )
    case 'EACCES':
      return new InputError(`this user may not listen on port ${port}. Choose a port above 1023 with ${option}.`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new InputError(
        `${host} is not an address of this machine. Choose another address with ${option.replace('port', 'host')}.`,
      )
    default:
      return error
  }
}
