import { toByteString } from '../../stdx/byte-string.ts'
import { API_ERRORS, hasRetryAfter, type Rejection } from '../errors.ts'
import type { ApiResponse } from '../request-types.ts'
import { JSON_TYPE, SECURITY_HEADERS } from './headers.ts'
import { retryAfterSeconds } from './retry-after.ts'

/** All errors have this one form. */
export function errorResponse(
  { code, details }: Rejection,
  requestId: string,
  corsHeaders: Readonly<Record<string, string>>,
): ApiResponse {
  const { allow, connection } = details
  const { status, message } = API_ERRORS[code]
  const retryAfter = hasRetryAfter(status) ? retryAfterSeconds(details) : undefined
  const error = { code, message: details.message ?? message, ...(retryAfter && { retry_after_seconds: retryAfter }) }
  const body = toByteString(JSON.stringify({ error, request_id: requestId }))
  return {
    status,
    headers: {
      ...SECURITY_HEADERS,
      ...corsHeaders,
      'Content-Type': JSON_TYPE,
      'Content-Length': `${body.length}`,
      'X-Request-Id': requestId,
      ...(retryAfter && { 'Retry-After': String(retryAfter) }),
      ...(allow && { Allow: allow }),
      ...(status === 401 && { 'WWW-Authenticate': 'Bearer' }),
    },
    body,
    ...(connection && { connection }),
  }
}
