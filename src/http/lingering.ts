import type { Socket } from 'node:net'

/** Of one connection. As much as sixty of the largest bodies; who sends more waits until he is cut off. */
const DROPPED_BYTES_MAX = 2 ** 20

/**
 * Lets the last answer of a connection arrive. Who closes while the client still sends makes the system answer him with a reset, and a reset that
 * overtakes the answer takes it away: the client would hear of a broken connection in place of what was wrong. So only our side is ended, what still
 * comes is dropped, and the rest is closed when the client has ended his, or has had so long.
 */
export function lingersAtItsEnd(socket: Socket, lingerMs: number): void {
  // Node calls this when the last answer is written.
  socket.destroySoon = () => {
    drop(socket)
    destroyAfter(socket, lingerMs)
    socket.end()
  }
}

/** Unless it is closed by then. */
export function destroyAfter(socket: Socket, ms: number): void {
  const timer = setTimeout(() => socket.destroy(), ms)
  socket.once('close', () => clearTimeout(timer))
}

const dropping = new WeakSet<Socket>()

/**
 * Nothing that comes from now on is looked at. Node's parser leaves the bytes of a connection to whoever else listens for them; it would make a request of
 * all that looks like one, and keep it.
 */
export function drop(socket: Socket): void {
  if (dropping.has(socket)) return
  dropping.add(socket)
  let dropped = 0
  socket.removeAllListeners('data').on('data', (chunk: Buffer) => {
    dropped += chunk.length
    if (DROPPED_BYTES_MAX < dropped) socket.pause()
  })
  socket.resume()
}
