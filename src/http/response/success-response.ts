import type { ByteString } from '../../stdx/byte-string.ts'
import type { RequestContext } from '../request/request-context.ts'
import type { Credits } from '../steps/credits.ts'
import { creditHeaders, JSON_TYPE, SECURITY_HEADERS } from './headers.ts'
import type { ApiResponse } from './response.ts'

/** The 200 of an operation. */
export function successResponse(
  { requestId }: RequestContext,
  {
    body,
    price,
    credits,
  }: {
    readonly body: ByteString
    readonly price: number
    readonly credits: Credits
  },
): ApiResponse {
  return {
    status: 200,
    headers: {
      ...SECURITY_HEADERS,
      'Content-Type': JSON_TYPE,
      'X-Request-Id': requestId,
      ...creditHeaders(price, credits),
    },
    body,
  }
}
