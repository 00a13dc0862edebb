import { findClientIp, type Ip, parseIp } from '../../access/network/network.ts'
import { connectionOf } from '../connection.ts'
import type { HttpPorts } from '../ports.ts'
import type { Caller } from '../steps/caller.ts'
import { NO_BODY } from './body.ts'
import type { Exchange } from './exchange.ts'

/** One well-formed request to an existing path, as all steps share it. */
export interface RequestContext extends Exchange {
  readonly requestId: string
  readonly ip: Ip
  /** Without its question mark; still encoded. */
  readonly query: string
  readonly pathParameters: readonly (readonly [name: string, value: string])[]
  /** Empty until it is received. */
  body: Buffer
  /** Counted by the load monitor until it ends. */
  isInProgress: boolean
  /** Has a concurrency slot of this caller's account until it ends. */
  slotOf: Caller | undefined
}

/** Undefined: the connection is closed already. */
export function openContext(
  { access }: Pick<HttpPorts, 'access'>,
  given: Omit<RequestContext, 'ip' | 'body' | 'isInProgress' | 'slotOf'>,
): RequestContext | undefined {
  const { request, response, requestId, query, pathParameters } = given
  const connection = connectionOf(request.socket)
  connection.peer ??= parseIp(request.socket.remoteAddress ?? '')
  const ip = findClientIp(connection.peer, request.headers, access.proxies)
  if (ip === undefined) return undefined
  return {
    request,
    response,
    requestId,
    query,
    pathParameters,
    ip,
    body: NO_BODY,
    isInProgress: false,
    slotOf: undefined,
  }
}
