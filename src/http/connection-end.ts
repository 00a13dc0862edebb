import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { connectionOf, numberOf, setNumber } from './connection.ts'

/**
 * The number of this request on its connection: 1, 2, 3, … `connection_ending`: an earlier response announced the end.
 */
export function begin(request: IncomingMessage, response: ServerResponse): number | 'connection_ending' {
  const connection = connectionOf(request.socket)
  const number = ++connection.requests
  connection.latest = response
  setNumber(response, number)
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
  const connection = connectionOf(response.req.socket)
  connection.last = Math.min(connection.last, numberOf(response))
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

/** Whether an earlier response ends the connection. */
export function isBehindTheLast(response: ServerResponse): boolean {
  return connectionOf(response.req.socket).last < numberOf(response)
}
