import type { Socket } from 'node:net'

/**
 * Lets the last answer of a connection arrive. Who closes while the client still sends makes the system answer him with a reset, and a reset that
 * overtakes the answer takes it away: the client would hear of a broken connection in place of what was wrong. So only our side is ended, what still
 * comes is dropped, and the rest is closed when the client has ended his, or has had so long.
 */
export function lingersAtItsEnd(socket: Socket, lingerMs: number): void {
  // Node calls this when the last answer is written.
  socket.destroySoon = () => {
    socket.end(() => {
      const timer = setTimeout(() => socket.destroy(), lingerMs)
      socket.once('close', () => clearTimeout(timer))
    })
  }
}
