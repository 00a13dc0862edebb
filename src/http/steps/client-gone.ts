import type { Charge } from '../../ledger/ledger.ts'
import { connectionOf } from '../connection.ts'
import { isBehindTheLast } from '../connection-end.ts'
import type { RequestContext } from '../request-types.ts'

/**
 * A client that closed its side may still read, or may have left: the server cannot tell, so it does not charge.
 * The request has the socket: a response that waits for an earlier one on its connection has none yet.
 */
export function isClientGone({ request: { socket }, response }: RequestContext): boolean {
  return response.destroyed || socket.destroyed || socket.readableEnded || isBehindTheLast(response)
}

/**
 * Withdraws the charge when the client closes its side, or the connection is lost, until `stopWatching`.
 * A browser that aborts a request closes its side; pages abort on every keystroke.
 */
export function withdrawIfClientLeaves({ request: { socket } }: RequestContext, charge: Charge): void {
  const connection = connectionOf(socket)
  if (connection.charges === undefined) {
    const charges = (connection.charges = new Set())
    const withdrawAll = (): void => {
      for (const one of charges) one.withdraw()
      charges.clear()
    }
    // One listener per connection serves all its requests.
    socket.on('end', withdrawAll).on('close', withdrawAll)
  }
  connection.charges.add(charge)
}

export function stopWatching({ request: { socket } }: RequestContext, charge: Charge): void {
  connectionOf(socket).charges?.delete(charge)
}
