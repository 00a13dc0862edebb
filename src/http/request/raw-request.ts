import type { IncomingMessage } from 'node:http'
import { type Refused, refused } from '../errors.ts'
import { parseTarget, type RequestTarget, TARGET_LENGTH_MAX } from './request-target.ts'

/** What Node lets pass and we do not: each would let two readers of one request read two requests. */
export function checkRawRequest(request: IncomingMessage): RequestTarget | Refused {
  const { httpVersion, rawHeaders, headers, url = '' } = request
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return malformed('Only HTTP/1.1 is spoken here.')
  // Node leaves out those beyond, and among them could be any that is looked at here.
  if (2 * HEADERS_MAX < rawHeaders.length) return malformed(`There are more than ${HEADERS_MAX} headers. Send fewer.`)
  const twice = repeatedHeader(rawHeaders)
  if (twice !== undefined) return malformed(`The header ${twice} is there more than once. Send it once.`)
  if (httpVersion === '1.1' && headers.host === undefined) return malformed('The header Host is missing. Send it.')
  if (headers['transfer-encoding'] !== undefined && headers['transfer-encoding'].toLowerCase() !== 'chunked')
    return malformed('Of transfer encodings only chunked is taken. Send the body without another.')
  for (const name of ['authorization', 'origin'] as const) {
    if (!isAscii(headers[name] ?? ''))
      return malformed(`The header ${name} has characters that are not ASCII. Send it as it was issued.`)
  }
  if (headers.expect !== undefined && httpVersion === '1.1' && headers.expect.toLowerCase() !== '100-continue')
    return malformed('Of expectations only 100-continue is met. Leave the header Expect out.')
  if (TARGET_LENGTH_MAX < url.length)
    return malformed(`The address is longer than ${TARGET_LENGTH_MAX} characters. Shorten the query.`)
  if (url === '*') return refused('not_found')
  return parseTarget(url) ?? malformed('The address is not of the form /path?query. Send path and query only.')
}

/** A browser sends fewer than twenty. */
export const HEADERS_MAX = 64

/** Those of which Node takes the first, joins both, or counts on one. */
const ONCE = new Set([
  'host',
  'authorization',
  'origin',
  'content-type',
  'content-length',
  'transfer-encoding',
  'expect',
  'access-control-request-method',
])

function repeatedHeader(rawHeaders: readonly string[]): string | undefined {
  let seen = ''
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!.toLowerCase()
    if (!ONCE.has(name)) continue
    const mark = `|${name}|`
    if (seen.includes(mark)) return name
    seen += mark
  }
  return undefined
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (0x7e < text.charCodeAt(i)) return false
  return true
}

function malformed(message: string): Refused {
  return refused('invalid_request', { message })
}
