import type { Socket } from 'node:net'

/** The bytes that are dropped per connection: sixty of the largest bodies. More stay unread until it is closed. */
const DROPPED_BYTES_MAX = 2 ** 20

/**
 * Lingering close. Closing a socket while the client still sends triggers a TCP reset, which can discard the response
 * in the client's buffer. So the server ends only its side and drops what arrives, until the client ends or `lingerMs`
 * pass.
 */
export function lingerAtEnd(socket: Socket, lingerMs: number): void {
  // Node calls this after the last response.
  socket.destroySoon = () => {
    drop(socket)
    destroyAfter(socket, lingerMs)
    socket.end()
  }
}

export function destroyAfter(socket: Socket, ms: number): void {
  const timer = setTimeout(() => socket.destroy(), ms)
  socket.once('close', () => clearTimeout(timer))
}

const dropping = new WeakSet<Socket>()

/** Ignores everything that arrives from now on. Node's parser would turn it into requests and keep them. */
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
