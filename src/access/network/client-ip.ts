import { readForwardedNodes } from './forwarded.ts'
import { type Ip, parseIp } from './ip.ts'
import { isWithin, type Network } from './network.ts'

export interface TrustedProxies {
  readonly networks: readonly Network[]
  /** The header that the proxies write. The client controls the other one. */
  readonly header: 'x-forwarded-for' | 'forwarded'
}

export const NO_PROXIES: TrustedProxies = { networks: [], header: 'x-forwarded-for' }

/** Lowercase names; several lines of one header are joined in their order, as Node does. */
export type ForwardingHeaders = Readonly<
  Partial<Record<TrustedProxies['header'], string | readonly string[] | undefined>>
>

/**
 * The client's address: the peer, or the address that trusted proxies report. Each proxy appends its peer at the right,
 * so the rightmost address that is not a trusted proxy is the client. It may have invented everything left of that.
 * If the header cannot be read, the peer counts as the client. Undefined if the socket is closed and has no address.
 */
export function findClientIp(
  socketAddress: string | undefined,
  headers: ForwardingHeaders,
  { networks, header }: TrustedProxies,
): Ip | undefined {
  const peer = socketAddress === undefined ? undefined : parseIp(socketAddress)
  const isTrusted = (ip: Ip) => networks.some((network) => isWithin(ip, network))
  if (peer === undefined || !isTrusted(peer)) return peer
  const value = headers[header]
  if (value === undefined) return peer
  const text = typeof value === 'string' ? value : value.join(', ')
  const nodes = header === 'forwarded' ? readForwardedNodes(text) : text.split(',').reverse()
  let nearest = peer
  let hops = 0
  for (const node of nodes) {
    const ip = node === undefined ? undefined : parseNode(node.trim())
    if (ip === undefined || HOPS_MAX < ++hops) return peer
    if (!isTrusted(ip)) return ip
    nearest = ip
  }
  return nearest
}

/** More proxies in a row are not expected. */
const HOPS_MAX = 16

/** `192.0.2.1`, `192.0.2.1:4711`, `2001:db8::1`, `[2001:db8::1]`, `[2001:db8::1]:4711` */
function parseNode(text: string): Ip | undefined {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/.exec(text) ?? []
  return parseIp(bracketed ?? plain ?? text)
}
