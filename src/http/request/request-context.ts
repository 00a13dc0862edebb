import { findClientIp, parseIp } from '../../access/network/network.ts'
import { connectionOf } from '../connection.ts'
import type { HttpPorts } from '../ports.ts'
import type { RequestContext } from '../request-types.ts'
import { NO_BODY } from './body.ts'

/** Undefined: the connection is closed already. */
export function openContext(
  { access }: Pick<HttpPorts, 'access'>,
  given: Omit<RequestContext, 'ip' | 'body' | 'isInProgress' | 'caller' | 'slotOf'>,
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
    caller: undefined,
    slotOf: undefined,
  }
}
