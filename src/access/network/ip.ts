import { isIPv4, isIPv6 } from 'node:net'

/** An address in canonical form. An IPv4-mapped IPv6 address becomes an IPv4 address. */
export interface Ip {
  readonly text: string
  readonly family: 4 | 6
  /** Eight groups of 16 bits; an IPv4 address as ::ffff:a.b.c.d. */
  readonly groups: readonly number[]
}

export function parseIp(given: string): Ip | undefined {
  if (isIPv4(given)) return ipv4(given.split('.').map(Number))
  // The zone names an interface of the server, so it is not part of the client's address.
  const [address] = given.split('%', 1) as [string]
  if (!isIPv6(address)) return undefined
  // The form that browsers write in URLs, so that a host can be compared with an address. `SocketAddress` of node:net
  // and ipaddr.js write ::/96 in another way.
  const text = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const groups = groupsOf(text)
  if (!MAPPED.every((group, i) => groups[i] === group)) return { text, family: 6, groups }
  // The form of a socket that listens to both families.
  return ipv4([groups[6]! >> 8, groups[6]! & 0xff, groups[7]! >> 8, groups[7]! & 0xff])
}

/** The first six groups of an IPv4-mapped address. */
const MAPPED: readonly number[] = [0, 0, 0, 0, 0, 0xffff]

function ipv4(bytes: readonly number[]): Ip {
  const [a, b, c, d] = bytes as [number, number, number, number]
  return { text: bytes.join('.'), family: 4, groups: [...MAPPED, (a << 8) | b, (c << 8) | d] }
}

function groupsOf(text: string): number[] {
  const [before, after = []] = text
    .split('::', 2)
    .map((half) => (half === '' ? [] : half.split(':').map((group) => Number.parseInt(group, 16)))) as [
    number[],
    number[]?,
  ]
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after]
}
