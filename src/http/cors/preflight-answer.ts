import type { IncomingHttpHeaders } from 'node:http'
import { type AccessView, preflight } from '../../access/access.ts'
import type { Answer } from '../answer/answer.ts'
import { SECURITY_HEADERS } from '../answer/headers.ts'
import { type Refused, refused } from '../errors.ts'

const ALLOWED_HEADERS = ['Authorization', 'Content-Type', 'Accept'] as const
const ALLOWED_SMALL: readonly string[] = ALLOWED_HEADERS.map((name) => name.toLowerCase())

/** Two hours: what Chromium keeps at most. */
const MAX_AGE_SECONDS = 7200

/** A browser asks whether a page may ask. The method is that of the path. */
export function preflightAnswer(
  view: AccessView,
  headers: IncomingHttpHeaders,
  { method, requestId }: { readonly method: string; readonly requestId: string },
): Answer | Refused {
  const wanted = headers['access-control-request-method']
  if (wanted === undefined) {
    const message = 'The header Access-Control-Request-Method is missing. A preflight has it.'
    return refused('invalid_request', { message })
  }
  const { origin } = headers
  if (origin === undefined || preflight(view, origin) !== 'allowed') return refused('origin_not_allowed')
  if (wanted !== method) return refused('forbidden', { message: `Pages may use only ${method} here.` })
  if (!namesOf(headers['access-control-request-headers']).every((name) => ALLOWED_SMALL.includes(name)))
    return refused('forbidden', { message: `Pages may send only the headers ${ALLOWED_HEADERS.join(', ')}.` })
  return {
    status: 204,
    headers: {
      ...SECURITY_HEADERS,
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Allow-Methods': method,
      'Access-Control-Allow-Headers': ALLOWED_HEADERS.join(', '),
      'Access-Control-Max-Age': String(MAX_AGE_SECONDS),
      Vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
      'X-Request-Id': requestId,
    },
    body: '',
  }
}

function namesOf(list: string | undefined): string[] {
  const names = (list ?? '').split(',').map((name) => name.trim().toLowerCase())
  return names.filter((name) => name !== '')
}
