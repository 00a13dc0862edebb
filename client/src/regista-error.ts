import type { ApiErrorCode } from './api-types.ts'

/** Failures that no response of the API describes. */
export type ClientErrorCode =
  /** A parameter or option cannot be right. Nothing was sent. */
  | 'invalid_argument'
  /** The device has no network. */
  | 'offline'
  /** No response: the connection failed, or the service does not allow the page's origin. */
  | 'unreachable'
  /** The call did not end in `timeoutMs`. */
  | 'timeout'
  /** The response is not one of the API: a proxy's page, or damaged JSON. */
  | 'invalid_response'

/** Newer servers may send codes that this version does not list. */
export type RegistaErrorCode = ApiErrorCode | ClientErrorCode | (string & {})

export interface RegistaErrorDetails {
  readonly status?: number | null
  readonly requestId?: string | null
  readonly retryAfterSeconds?: number | null
  readonly cause?: unknown
}

/** Why a call failed. An aborted call rejects with the reason of its signal instead. */
export class RegistaError extends Error {
  override readonly name = 'RegistaError'
  readonly code: RegistaErrorCode
  /** The HTTP status, or null without a response. */
  readonly status: number | null
  /** Name it in questions to the operator. */
  readonly requestId: string | null
  /** When a retry can succeed, if the service told it. */
  readonly retryAfterSeconds: number | null

  constructor(code: RegistaErrorCode, message: string, details: RegistaErrorDetails = {}) {
    const { status = null, requestId = null, retryAfterSeconds = null, cause } = details
    super(message, { cause })
    this.code = code
    this.status = status
    this.requestId = requestId
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export function hasCode(error: unknown, code: RegistaErrorCode): boolean {
  return error instanceof RegistaError && error.code === code
}
