import type { IncomingMessage } from 'node:http'
import { findForwardedHost, type TrustedProxies } from '../../access/network/network.ts'

/** Where the page that sends a request is, as far as its browser says. */
export interface PageOrigin {
  /** The Origin header, as it came. */
  readonly origin: string | undefined
  /** The host of page and API: browsers send no Origin header with a GET to the page's own origin. */
  readonly sameOriginHost?: string | undefined
}

/** Modes of a request that a script of the page sends. The others are navigations, and scripts or pictures in pages. */
const MODES = ['cors', 'same-origin']

/**
 * Node joins repeated lines of the Sec-Fetch headers with a comma, so that they equal no single value. A page cannot
 * set these headers, and a program that sets them could set Origin as well.
 */
export function readPageOrigin(
  {
    headers,
    socket,
  }: Pick<IncomingMessage, 'headers'> & { readonly socket: { readonly remoteAddress?: string | undefined } },
  proxies: TrustedProxies,
): PageOrigin {
  const { origin, host } = headers
  if (origin !== undefined || !isFromSameOrigin(headers)) return { origin }
  return {
    origin,
    sameOriginHost: findForwardedHost(socket.remoteAddress, headers, proxies) ?? host,
  }
}

function isFromSameOrigin(headers: IncomingMessage['headers']): boolean {
  const mode = headers['sec-fetch-mode']
  return headers['sec-fetch-site'] === 'same-origin' && typeof mode === 'string' && MODES.includes(mode)
}
