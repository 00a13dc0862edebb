import { BlockList, isIP } from 'node:net'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { InputError } from '../stdx/input-error.ts'

/** Where a store is, as the operator wrote it. */
export type StoreAddress =
  | { readonly kind: 'folder'; readonly dir: string }
  | { readonly kind: 'web'; readonly url: string }
  | { readonly kind: 's3'; readonly bucket: string; readonly prefix: string }

/** Access to an S3 bucket, from the usual variables. */
export interface S3Access {
  /** Undefined: that of AWS for the region. */
  readonly endpoint: string | undefined
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken: string | undefined
}

/** Parses a folder, `file:///folder`, `https://host/path` or `s3://bucket/prefix`. Throws an InputError. */
export function parseStoreAddress(text: string): StoreAddress {
  if (!/^[a-z0-9+.-]+:\/\//i.test(text)) {
    if (text.trim() === '') throw new InputError('the address of the store is empty. Name a folder or a URL.')
    return { kind: 'folder', dir: resolve(text) }
  }
  const url = URL.parse(text)
  if (url === null)
    throw new InputError(`${text} is no address. Use a folder, file://, https:// or s3://bucket/prefix.`)
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new InputError('the address of a store has no user, password, query or fragment. Use the variables instead.')
  if (url.protocol === 'file:') {
    if (url.hostname !== '') throw new InputError(`${url.href} names a machine. Write file:///folder.`)
    return { kind: 'folder', dir: fileURLToPath(url) }
  }
  if (url.protocol === 's3:') return parseBucket(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new InputError(
      `a store cannot be at ${url.protocol}//. Use a folder, file://, https:// or s3://bucket/prefix.`,
    )
  return { kind: 'web', url: requireSafeUrl(url).href.replace(/\/$/, '') }
}

/** Only plain characters, so that no program on the way encodes them in another way than the signature. */
function parseBucket(text: string): StoreAddress {
  const [, bucket, prefix = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]+)(?:\/([A-Za-z0-9._/-]*))?$/.exec(text) ?? []
  if (bucket === undefined)
    throw new InputError(`${text}: write s3://bucket/prefix, with letters, digits and . _ - only.`)
  const names = prefix.split('/').filter((name) => name !== '')
  if (names.some((name) => /^\.+$/.test(name))) throw new InputError(`${text}: the prefix has a name of dots only.`)
  return { kind: 's3', bucket, prefix: names.map((name) => `${name}/`).join('') }
}

/** Only https, or http to this machine and into private networks: anybody on the way could replace a release. */
export function requireSafeUrl(url: URL): URL {
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isPrivateHost(url.hostname))) return url
  throw new InputError(`${url.protocol}//${url.host} is not encrypted. Use https; http is for your own network only.`)
}

const PRIVATE = new BlockList()
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  PRIVATE.addSubnet(network, bits)
PRIVATE.addAddress('::1', 'ipv6')
PRIVATE.addSubnet('fc00::', 7, 'ipv6')
PRIVATE.addSubnet('fe80::', 10, 'ipv6')

/** Names without a dot and these endings are not sold to anybody. */
const PRIVATE_NAME = /^[^.]+$|\.(internal|intranet|lan|local|localhost|svc|home\.arpa)$/

function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  const family = isIP(host)
  return family === 0 ? PRIVATE_NAME.test(host) : PRIVATE.check(host, family === 6 ? 'ipv6' : 'ipv4')
}
