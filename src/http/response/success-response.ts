import type { ByteString } from '../../stdx/byte-string.ts'
import type { ApiResponse, Credits, RequestContext } from '../request-types.ts'
import { formatResetTime, JSON_TYPE, SECURITY_HEADERS } from './headers.ts'

export interface Success {
  readonly body: ByteString
  readonly price: number
  readonly credits: Credits
}

/** The 200 of an operation. `availableUnits` are prepared on this server, not the rest of the month. */
export function successResponse(
  { requestId }: RequestContext,
  { body, price, credits: { availableUnits, period, endsAtMs } }: Success,
  corsHeaders: Readonly<Record<string, string>>,
): ApiResponse {
  return {
    status: 200,
    headers: {
      ...SECURITY_HEADERS,
      'Content-Type': JSON_TYPE,
      'Content-Length': `${body.length}`,
      'X-Request-Id': requestId,
      'X-Credits-Charged-Units': `${price}`,
      'X-Credits-Available-Units': `${availableUnits}`,
      'X-Credits-Period': period,
      'X-Credits-Reset-At': formatResetTime(endsAtMs),
      ...corsHeaders,
    },
    body,
  }
}
