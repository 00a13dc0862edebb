import { API_ERRORS, type Refused, wantsRetryAfter } from '../errors.ts'
import type { Answer } from './answer.ts'
import { JSON_TYPE, SECURITY_HEADERS } from './headers.ts'
import { retryAfterSeconds } from './retry-after.ts'

/** In the one shape that all errors have. */
export function errorAnswer(
  refusal: Refused,
  requestId: string,
  corsHeaders: Readonly<Record<string, string>>,
): Answer {
  const { refused: code, allow, connection } = refusal
  const { status, message } = API_ERRORS[code]
  const retryAfter = wantsRetryAfter(status) ? retryAfterSeconds(refusal) : undefined
  const error = { code, message: refusal.message ?? message, ...(retryAfter && { retry_after_seconds: retryAfter }) }
  return {
    status,
    headers: {
      ...SECURITY_HEADERS,
      ...corsHeaders,
      'Content-Type': JSON_TYPE,
      'X-Request-Id': requestId,
      ...(retryAfter && { 'Retry-After': String(retryAfter) }),
      ...(allow && { Allow: allow }),
      ...(status === 401 && { 'WWW-Authenticate': 'Bearer' }),
    },
    body: JSON.stringify({ error, request_id: requestId }),
    ...(connection && { connection }),
  }
}
