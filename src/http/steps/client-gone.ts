import type { Socket } from 'node:net'
import { isBehindTheLast } from '../connection-end.ts'
import type { RequestContext } from '../request/request-context.ts'

/**
 * A client that closed its side may still read, or may have left: the server cannot tell, so it does not charge.
 * The request has the socket: a response that waits for an earlier one on its connection has none yet.
 */
export function isClientGone({ request: { socket }, response }: RequestContext): boolean {
  return response.destroyed || socket.destroyed || socket.readableEnded || isBehindTheLast(response)
}

/** One listener per connection serves all its waiting requests. */
const waiting = new WeakMap<Socket, Set<() => void>>()

/**
 * Calls back once when the client closes its side, or the connection is lost, and returns how to stop watching.
 * A browser that aborts a request closes its side; pages abort on every keystroke.
 */
export function onClientGone({ request: { socket } }: RequestContext, leave: () => void): () => void {
  const known = waiting.get(socket)
  const all = known ?? new Set()
  if (known === undefined) {
    waiting.set(socket, all)
    const leaveAll = (): void => {
      for (const one of all) one()
      all.clear()
    }
    socket.on('end', leaveAll).on('close', leaveAll)
  }
  all.add(leave)
  return () => all.delete(leave)
}
