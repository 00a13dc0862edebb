import type { Socket } from 'node:net'
import type { Call } from './call.ts'

/** By connection: what is to be done when its client leaves. One listener for all requests that wait on it. */
const waiting = new WeakMap<Socket, Set<() => void>>()

/**
 * Calls back once when the client has closed its side, or the connection is lost. A client that has closed its side may still read, but a browser that aborts
 * a request looks the same, and that is what happens on every keystroke. Answers how to stop watching.
 */
export function whenGone({ request: { socket } }: Call, leave: () => void): () => void {
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
