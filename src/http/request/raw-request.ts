import type { IncomingMessage } from 'node:http'
import { type Rejection, reject } from '../errors.ts'
import { parseTarget, type RequestTarget, TARGET_LENGTH_MAX } from './request-target.ts'

/** Rejects what Node accepts although two readers could understand it as two different requests. */
export function checkRawRequest(request: IncomingMessage): RequestTarget | Rejection {
  const { httpVersion, rawHeaders, headers, url = '' } = request
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return rejectMalformed('Unsupported HTTP version. Use HTTP/1.1.')
  // Node drops the headers beyond its maximum, which could be any of those checked here.
  if (2 * HEADERS_MAX < rawHeaders.length)
    return rejectMalformed(`The request has more than ${HEADERS_MAX} headers. Send fewer.`)
  const repeated = findRepeatedHeader(rawHeaders)
  if (repeated !== undefined) return rejectMalformed(`The header ${repeated} appears more than once. Send it once.`)
  if (httpVersion === '1.1' && headers.host === undefined) return rejectMalformed('The Host header is missing. Add it.')
  if (headers['transfer-encoding'] !== undefined && headers['transfer-encoding'].toLowerCase() !== 'chunked')
    return rejectMalformed('Unsupported Transfer-Encoding. Only "chunked" is accepted.')
  for (const name of ['authorization', 'origin'] as const) {
    if (!isAscii(headers[name] ?? ''))
      return rejectMalformed(`The header ${name} contains characters that are not ASCII. Send ASCII only.`)
  }
  if (headers.expect !== undefined && httpVersion === '1.1' && headers.expect.toLowerCase() !== '100-continue')
    return rejectMalformed('Unsupported Expect header. Only "100-continue" is accepted.')
  if (TARGET_LENGTH_MAX < url.length)
    return rejectMalformed(`The URL is longer than ${TARGET_LENGTH_MAX} characters. Shorten the query.`)
  if (url === '*') return reject('not_found')
  return (
    parseTarget(url) ??
    rejectMalformed('The request target does not have the form /path?query. Send only path and query.')
  )
}

/** A browser sends fewer than twenty. */
export const HEADERS_MAX = 64

/** If one of these is repeated, Node takes the first, joins both, or relies on one. */
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

function findRepeatedHeader(rawHeaders: readonly string[]): string | undefined {
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

function rejectMalformed(message: string): Rejection {
  return reject('invalid_request', { message })
}
