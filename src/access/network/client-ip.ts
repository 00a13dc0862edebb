import { type ForwardedElement, readForwarded } from './forwarded.ts'
import { type Ip, parseIp } from './ip.ts'
import { isWithin, type Network } from './ip-network.ts'

export interface TrustedProxies {
  readonly networks: readonly Network[]
  /** The header that the proxies write. The client controls the other one. */
  readonly header: 'x-forwarded-for' | 'forwarded'
}

export const NO_PROXIES: TrustedProxies = { networks: [], header: 'x-forwarded-for' }

/** Lowercase names; several lines of one header are joined in their order, as Node does. */
export type ForwardingHeaders = Readonly<
  Partial<Record<TrustedProxies['header'] | 'x-forwarded-host', string | readonly string[] | undefined>>
>

/**
 * The client's address: the peer, or the address that trusted proxies report. Each proxy appends its peer at the right,
 * so the rightmost address that is not a trusted proxy is the client. It may have invented everything left of that.
 * If the header cannot be read, the peer counts as the client. Undefined if the peer has no address.
 */
export function findClientIp(
  peer: Ip | undefined,
  headers: ForwardingHeaders,
  proxies: TrustedProxies,
): Ip | undefined {
  if (peer === undefined || !isTrusted(peer, proxies)) return peer
  return findClientHop(headers, proxies)?.ip ?? peer
}

/**
 * The host that the client asked for, if a trusted proxy reports it: in `Forwarded`, the element that has the client's
 * address; else the rightmost `X-Forwarded-Host`. Undefined: only the Host header says it.
 */
export function findForwardedHost(
  socketAddress: string | undefined,
  headers: ForwardingHeaders,
  proxies: TrustedProxies,
): string | undefined {
  const peer = socketAddress === undefined ? undefined : parseIp(socketAddress)
  if (peer === undefined || !isTrusted(peer, proxies)) return undefined
  if (proxies.header === 'forwarded') return findClientHop(headers, proxies)?.host
  return joinLines(headers['x-forwarded-host'])?.split(',').at(-1)?.trim()
}

interface ClientHop {
  readonly ip: Ip
  readonly host: string | undefined
}

/** What the outermost trusted proxy reports. Undefined: nothing that can be read. */
function findClientHop(headers: ForwardingHeaders, proxies: TrustedProxies): ClientHop | undefined {
  const text = joinLines(headers[proxies.header])
  if (text === undefined) return undefined
  let nearest: ClientHop | undefined
  let hops = 0
  for (const { node, host } of proxies.header === 'forwarded' ? readForwarded(text) : readAddresses(text)) {
    const ip = node === undefined ? undefined : parseNode(node.trim())
    if (ip === undefined || HOPS_MAX < ++hops) return undefined
    nearest = { ip, host }
    if (!isTrusted(ip, proxies)) return nearest
  }
  return nearest
}

function isTrusted(ip: Ip, { networks }: TrustedProxies): boolean {
  return networks.some((network) => isWithin(ip, network))
}

function joinLines(value: string | readonly string[] | undefined): string | undefined {
  return value === undefined || typeof value === 'string' ? value : value.join(', ')
}

function readAddresses(header: string): ForwardedElement[] {
  return header
    .split(',')
    .reverse()
    .map((node) => ({ node, host: undefined }))
}

/** More proxies in a row are not expected. */
const HOPS_MAX = 16

/** `192.0.2.1`, `192.0.2.1:4711`, `2001:db8::1`, `[2001:db8::1]`, `[2001:db8::1]:4711` */
function parseNode(text: string): Ip | undefined {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/.exec(text) ?? []
  return parseIp(bracketed ?? plain ?? text)
}
