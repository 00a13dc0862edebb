import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

interface Connection {
  /** Requests that have arrived on it. */
  requests: number
  /** The number of the last request that gets a response. */
  last: number
}

const connections = new WeakMap<object, Connection>()
const numbers = new WeakMap<ServerResponse, number>()

/**
 * The number of this request on its connection: 1, 2, 3, … `connection_ending`: an earlier response announced the end.
 */
export function begin(request: IncomingMessage, response: ServerResponse): number | 'connection_ending' {
  const connection = connectionOf(request.socket)
  const number = ++connection.requests
  numbers.set(response, number)
  if (connection.last < number) return 'connection_ending'
  // The client asked to close the connection after this request.
  if (!response.shouldKeepAlive) connection.last = number
  return number
}

/**
 * Closes the connection after this response. Requests that arrived behind it get no response, so they are not charged.
 */
export function endConnectionAfter(response: ServerResponse): void {
  response.shouldKeepAlive = false
  const connection = connections.get(response.req.socket)
  const number = numbers.get(response)
  if (connection !== undefined && number !== undefined) connection.last = Math.min(connection.last, number)
}

/** Closes the connection after the requests that have arrived. The parser cannot read what follows them. */
export function endConnection(socket: object): void {
  const connection = connectionOf(socket)
  connection.last = Math.min(connection.last, connection.requests)
}

/** Sends the earlier responses, then closes. Node assigns a response its socket when its turn comes. */
export function closeWithoutResponse(response: ServerResponse): void {
  if (isBehindTheLast(response)) return
  endConnectionAfter(response)
  if (response.socket === null) response.once('socket', (socket: Socket) => socket.destroySoon())
  else response.socket.destroySoon()
}

function connectionOf(socket: object): Connection {
  return connections.getOrInsertComputed(socket, () => ({ requests: 0, last: Number.POSITIVE_INFINITY }))
}

/** Whether an earlier response ends the connection. */
export function isBehindTheLast(response: ServerResponse): boolean {
  const connection = connections.get(response.req.socket)
  const number = numbers.get(response)
  return connection !== undefined && number !== undefined && connection.last < number
}
