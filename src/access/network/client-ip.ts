import { forwardedNodes } from './forwarded.ts'
import { type Ip, parseIp } from './ip.ts'
import { isWithin, type Network } from './network.ts'

export interface TrustedProxies {
  readonly networks: readonly Network[]
  /** The one that the proxies write. The other is the caller's to fill in as he likes. */
  readonly header: 'x-forwarded-for' | 'forwarded'
}

export const NO_PROXIES: TrustedProxies = { networks: [], header: 'x-forwarded-for' }

/** Header names in small letters; several lines of one joined in their order, as Node does. */
export type ForwardingHeaders = Readonly<
  Partial<Record<TrustedProxies['header'], string | readonly string[] | undefined>>
>

/**
 * Who calls: the peer, or, where that is a proxy of ours, whom the proxies say they were called by. Read from the right, for each proxy writes its own caller at the right end: the
 * first that is no proxy of ours is the caller, and what stands left of him he may have made up. What cannot be read is the peer's fault, so it is the peer who calls.
 * Undefined if the socket has no address: then it is closed already.
 */
export function clientIp(
  socketAddress: string | undefined,
  headers: ForwardingHeaders,
  { networks, header }: TrustedProxies,
): Ip | undefined {
  const peer = socketAddress === undefined ? undefined : parseIp(socketAddress)
  const isOurs = (ip: Ip) => networks.some((network) => isWithin(ip, network))
  if (peer === undefined || !isOurs(peer)) return peer
  const value = headers[header]
  if (value === undefined) return peer
  const text = typeof value === 'string' ? value : value.join(', ')
  const nodes = header === 'forwarded' ? forwardedNodes(text) : text.split(',').reverse()
  let nearest = peer
  let hops = 0
  for (const node of nodes) {
    const ip = node === undefined ? undefined : parseNode(node.trim())
    if (ip === undefined || HOPS_MAX < ++hops) return peer
    if (!isOurs(ip)) return ip
    nearest = ip
  }
  return nearest
}

/** Nobody has more proxies in a row. */
const HOPS_MAX = 16

/** `192.0.2.1`, `192.0.2.1:4711`, `2001:db8::1`, `[2001:db8::1]`, `[2001:db8::1]:4711` */
function parseNode(text: string): Ip | undefined {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/.exec(text) ?? []
  return parseIp(bracketed ?? plain ?? text)
}
