import { isIPv4, isIPv6 } from 'node:net'

/** An address in its one canonical form: as text, and as eight groups of 16 bits. An IPv4 address that came in IPv6 clothes is an IPv4 address. */
export interface Ip {
  readonly text: string
  readonly family: 4 | 6
  /** Of IPv4: ::ffff:a.b.c.d */
  readonly groups: readonly number[]
}

export function parseIp(given: string): Ip | undefined {
  if (isIPv4(given)) return ipv4(given.split('.').map(Number))
  // As a socket that listens to both families says it.
  const dressed = given.startsWith('::ffff:') ? given.slice('::ffff:'.length) : ''
  if (isIPv4(dressed)) return ipv4(dressed.split('.').map(Number))
  // A zone says through which of our own interfaces; it is nothing of the caller's.
  const [text] = given.split('%', 1) as [string]
  if (!isIPv6(text)) return undefined
  const groups = groupsOf(text)
  if (!MAPPED.every((group, i) => groups[i] === group)) return { text: canonicalText(groups), family: 6, groups }
  return ipv4([groups[6]! >> 8, groups[6]! & 0xff, groups[7]! >> 8, groups[7]! & 0xff])
}

/** The first six groups of IPv4 in IPv6 clothes. */
const MAPPED: readonly number[] = [0, 0, 0, 0, 0, 0xffff]

function ipv4(bytes: readonly number[]): Ip {
  const [a, b, c, d] = bytes as [number, number, number, number]
  return { text: `${a}.${b}.${c}.${d}`, family: 4, groups: [...MAPPED, (a << 8) | b, (c << 8) | d] }
}

/** Of a text that is known to be an IPv6 address. */
function groupsOf(text: string): number[] {
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

/** RFC 5952: small letters, no leading zeros, the longest run of zeros (the first of the longest, two at least) as `::`. */
function canonicalText(groups: readonly number[]): string {
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
