import type { IncomingMessage, ServerResponse } from 'node:http'
import { clientIp, type ForwardingHeaders, type Ip } from '../../access/access.ts'
import { isBehindTheLast } from '../connection-end.ts'
import type { HttpPorts } from '../ports.ts'
import type { RequestTarget } from '../request/request-target.ts'

/** A request that is sound as a message. What it may do is not looked at yet. */
export interface Call extends RequestTarget {
  readonly requestId: string
  readonly ip: Ip
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/** Undefined if the connection is closed already: then there is nobody to answer. */
export function callOf(
  { access, newRequestId }: Pick<HttpPorts, 'access' | 'newRequestId'>,
  target: RequestTarget,
  { request, response }: Pick<Call, 'request' | 'response'>,
): Call | undefined {
  const ip = clientIp(request.socket.remoteAddress, forwarding(request), access.proxies)
  return ip && { ...target, requestId: newRequestId(), ip, request, response }
}

function forwarding({ headers }: IncomingMessage): ForwardingHeaders {
  const { forwarded, 'x-forwarded-for': forwardedFor } = headers
  return {
    ...(forwarded !== undefined && { forwarded }),
    ...(forwardedFor !== undefined && { 'x-forwarded-for': forwardedFor }),
  }
}

/**
 * Nobody waits for the answer any more. Who has closed his side may still listen, or may have left: nobody can tell, so he is not charged; once he is, he is sent the answer. The
 * socket is asked of the request: a response that waits for the one before it on the same connection has none yet.
 */
export function isGone({ request, response }: Call): boolean {
  const { socket } = request
  return response.destroyed || socket.destroyed || socket.readableEnded || isBehindTheLast(response)
}
