import type { IncomingHttpHeaders } from 'node:http'
import type { ForwardingHeaders } from '../../access/network/network.ts'

/** The headers that proxies write. */
export function forwardingHeaders(headers: IncomingHttpHeaders): ForwardingHeaders {
  const { forwarded, 'x-forwarded-for': forwardedFor, 'x-forwarded-host': forwardedHost } = headers
  return {
    ...(forwarded !== undefined && { forwarded }),
    ...(forwardedFor !== undefined && { 'x-forwarded-for': forwardedFor }),
    ...(forwardedHost !== undefined && { 'x-forwarded-host': forwardedHost }),
  }
}
