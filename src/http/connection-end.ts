import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** What is known of a connection: how many requests have come on it, and which of them is the last that is answered. */
interface Connection {
  asked: number
  last: number
}

const connections = new WeakMap<object, Connection>()
const numbers = new WeakMap<ServerResponse, number>()

/** Which request of its connection this is: 1, 2, 3, … `nobody_hears`: an answer before it was the last, as its head says. */
export function begin(request: IncomingMessage, response: ServerResponse): number | 'nobody_hears' {
  const connection = connectionOf(request.socket)
  const number = ++connection.asked
  numbers.set(response, number)
  if (connection.last < number) return 'nobody_hears'
  // The client wants no more than this one.
  if (!response.shouldKeepAlive) connection.last = number
  return number
}

/**
 * The connection is closed after this answer. Others may have come behind it already, in one piece: they are not answered, so they must not be charged
 * either.
 */
export function endConnectionAfter(response: ServerResponse): void {
  response.shouldKeepAlive = false
  const connection = connections.get(response.req.socket)
  const number = numbers.get(response)
  if (connection !== undefined && number !== undefined) connection.last = Math.min(connection.last, number)
}

/** The same, where what comes is no request that could be read: all answers but those that are on their way are given. */
export function endConnection(socket: object): void {
  const connection = connectionOf(socket)
  connection.last = Math.min(connection.last, connection.asked)
}

/** No answer, and none behind it; those before it are sent. Node gives a response its socket when its turn has come. */
export function endInSilence(response: ServerResponse): void {
  if (isBehindTheLast(response)) return
  endConnectionAfter(response)
  if (response.socket === null) response.once('socket', (socket: Socket) => socket.destroySoon())
  else response.socket.destroySoon()
}

function connectionOf(socket: object): Connection {
  return connections.getOrInsertComputed(socket, () => ({ asked: 0, last: Number.POSITIVE_INFINITY }))
}

/** Does an answer before it end the connection? */
export function isBehindTheLast(response: ServerResponse): boolean {
  const connection = connections.get(response.req.socket)
  const number = numbers.get(response)
  return connection !== undefined && number !== undefined && connection.last < number
}
