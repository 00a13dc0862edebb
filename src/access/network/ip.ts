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
  // The form of a socket that listens to both families.
  const mapped = given.startsWith('::ffff:') ? given.slice('::ffff:'.length) : ''
  if (isIPv4(mapped)) return ipv4(mapped.split('.').map(Number))
  // The zone names an interface of the server, so it is not part of the client's address.
  const [text] = given.split('%', 1) as [string]
  if (!isIPv6(text)) return undefined
  const groups = parseGroups(text)
  if (!MAPPED.every((group, i) => groups[i] === group)) return { text: formatIpv6(groups), family: 6, groups }
  return ipv4([groups[6]! >> 8, groups[6]! & 0xff, groups[7]! >> 8, groups[7]! & 0xff])
}

/** The first six groups of an IPv4-mapped address. */
const MAPPED: readonly number[] = [0, 0, 0, 0, 0, 0xffff]

function ipv4(bytes: readonly number[]): Ip {
  const [a, b, c, d] = bytes as [number, number, number, number]
  return { text: `${a}.${b}.${c}.${d}`, family: 4, groups: [...MAPPED, (a << 8) | b, (c << 8) | d] }
}

/** `text` is a valid IPv6 address. */
function parseGroups(text: string): number[] {
  const [head, tail] = text.split('::', 2) as [string, string | undefined]
  const before = groupsBetween(head)
  if (tail === undefined) return before
  const after = groupsBetween(tail)
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after]
}

function groupsBetween(text: string): number[] {
  if (text === '') return []
  return text.split(':').flatMap((part) => {
    if (!part.includes('.')) return [Number.parseInt(part, 16)]
    const [a, b, c, d] = part.split('.').map(Number) as [number, number, number, number]
    return [(a << 8) | b, (c << 8) | d]
  })
}

/** RFC 5952: lowercase, no leading zeros, the first longest run of at least two zeros as `::`. */
function formatIpv6(groups: readonly number[]): string {
  let start = 0
  let length = 1
  for (let from = 0; from < 8; from++) {
    let to = from
    while (to < 8 && groups[to] === 0) to++
    if (length < to - from) [start, length] = [from, to - from]
  }
  const write = (part: readonly number[]) => part.map((group) => group.toString(16)).join(':')
  if (length === 1) return write(groups)
  return `${write(groups.slice(0, start))}::${write(groups.slice(start + length))}`
}
