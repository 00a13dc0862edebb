import type { ServerResponse } from 'node:http'
import type { Ip } from '../access/network/network.ts'

/** What the server remembers of one connection. */
export class Connection {
  /** Requests that have arrived on it. */
  requests = 0
  /** The number of the last request that gets a response. */
  last = Number.POSITIVE_INFINITY
  /** The response to the last request that has arrived. */
  latest: ServerResponse | undefined
  /** The other end, parsed by its first request. */
  peer: Ip | undefined
  /** The charges of its requests, withdrawn when the client leaves. Undefined: there was none yet. */
  charges: Set<{ withdraw(): void }> | undefined
}

/** Fields of Node's own objects: two weak maps were asked ten times for each request. */
const CONNECTION = Symbol('connection')
const NUMBER = Symbol('number')

export function connectionOf(socket: object): Connection {
  const known = socket as { [CONNECTION]?: Connection }
  return (known[CONNECTION] ??= new Connection())
}

/** The number of the request on its connection: 1, 2, 3, … Zero: it was not counted. */
export function numberOf(response: ServerResponse): number {
  return (response as { [NUMBER]?: number })[NUMBER] ?? 0
}

export function setNumber(response: ServerResponse, number: number): void {
  ;(response as { [NUMBER]?: number })[NUMBER] = number
}
