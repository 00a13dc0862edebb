import type { AccessView } from '../../access/view/view.ts'
import { toByteString } from '../../stdx/byte-string.ts'
import { type Rejection, reject } from '../errors.ts'
import type { ApiResponse, RequestContext } from '../request-types.ts'
import { SECURITY_HEADERS } from '../response/headers.ts'

const ALLOWED_HEADERS = ['Authorization', 'Content-Type', 'Accept'] as const
const ALLOWED_LOWER_CASE: readonly string[] = ALLOWED_HEADERS.map((name) => name.toLowerCase())

/** Two hours, the most that Chromium keeps. */
const MAX_AGE_SECONDS = 7200

/** `method`: the one method of the path. */
export function preflightResponse(
  view: AccessView,
  { request: { headers }, requestId }: RequestContext,
  method: string,
): ApiResponse | Rejection {
  const requested = headers['access-control-request-method']
  if (requested === undefined) {
    const message = 'The Access-Control-Request-Method header is missing. Every preflight request needs it.'
    return reject('invalid_request', { message })
  }
  const { origin } = headers
  // A preflight names no project, so one active project that allows the origin is enough.
  if (origin === undefined || !view.isOriginAllowed(origin)) return reject('origin_not_allowed')
  if (requested !== method) return reject('forbidden', { message: `Browsers may use only ${method} at this path.` })
  if (!parseNames(headers['access-control-request-headers']).every((name) => ALLOWED_LOWER_CASE.includes(name)))
    return reject('forbidden', { message: `Browsers may send only these headers: ${ALLOWED_HEADERS.join(', ')}.` })
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
    body: toByteString(''),
  }
}

function parseNames(list: string | undefined): string[] {
  const names = (list ?? '').split(',').map((name) => name.trim().toLowerCase())
  return names.filter((name) => name !== '')
}
