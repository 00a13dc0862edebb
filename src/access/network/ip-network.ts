import { type Ip, parseIp } from './ip.ts'

/** Addresses that begin with the same bits, such as `10.0.0.0/8`. */
export interface Network {
  readonly family: 4 | 6
  readonly groups: readonly number[]
  /** Of 128, also for IPv4. */
  readonly bits: number
}

/** A single address is a network of one. A sentence if the text is neither. */
export function parseNetwork(text: string): { readonly network: Network } | { readonly sentence: string } {
  const [address, length, ...rest] = text.split('/') as [string, string | undefined, ...string[]]
  const ip = parseIp(address)
  if (ip === undefined || 0 < rest.length || address.includes('%'))
    return {
      sentence: `${JSON.stringify(text)} is not a network. Write it as 10.0.0.0/8, 2001:db8::/32 or a single address.`,
    }
  const most = ip.family === 4 ? 32 : 128
  const own = length === undefined ? most : /^\d{1,3}$/.test(length) ? Number(length) : -1
  if (own < 0 || most < own)
    return { sentence: `${JSON.stringify(text)}: the length after the slash is from 0 to ${most}.` }
  const network = { family: ip.family, groups: ip.groups, bits: own + (128 - most) }
  if (formatPrefix(ip, network.bits) !== formatPrefix(ip, 128))
    return {
      sentence: `${JSON.stringify(text)} has bits beyond its length. Write ${formatPrefix(ip, network.bits)}/${own}.`,
    }
  return { network }
}

export function isWithin(ip: Ip, { family, groups, bits }: Network): boolean {
  return ip.family === family && groups.every((group, i) => ((group ^ ip.groups[i]!) & mask(i, bits)) === 0)
}

/** The subject of the limits of addresses: one IPv4 address, or the /64 that one IPv6 line usually has. */
export function nearNetwork(ip: Ip): string {
  return ip.family === 4 ? ip.text : formatPrefix(ip, 64)
}

/** A /24 or /48: a network of a provider in which one person may get many addresses. */
export function wideNetwork(ip: Ip): string {
  return formatPrefix(ip, ip.family === 4 ? 96 + 24 : 48)
}

/** The part of a group that belongs to the first `bits` of an address. */
function mask(group: number, bits: number): number {
  const own = Math.min(16, Math.max(0, bits - 16 * group))
  return (0xffff << (16 - own)) & 0xffff
}

/** The first `bits` of the address, the others zero. */
function formatPrefix(ip: Ip, bits: number): string {
  const groups = ip.groups.map((group, i) => group & mask(i, bits))
  if (ip.family === 6) return parseIp(groups.map((group) => group.toString(16)).join(':'))!.text
  const [high, low] = groups.slice(6) as [number, number]
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.')
}
