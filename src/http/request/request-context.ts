import { findClientIp, type Ip } from '../../access/network/network.ts'
import type { HttpPorts } from '../ports.ts'
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
}

/** Undefined: the connection is closed already. */
export function openContext(
  { access }: Pick<HttpPorts, 'access'>,
  given: Omit<RequestContext, 'ip' | 'body'>,
): RequestContext | undefined {
  const { request } = given
  const ip = findClientIp(request.socket.remoteAddress, request.headers, access.proxies)
  return ip && { ...given, ip, body: NO_BODY }
}
