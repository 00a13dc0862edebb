import type { ApiErrorCode } from './api-error-codes.ts'

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
  declare readonly code: RegistaErrorCode
  /** The HTTP status, or null without a response. */
  declare readonly status: number | null
  /** Name it in questions to the operator. */
  declare readonly requestId: string | null
  /** When a retry can succeed, if the service told it. */
  declare readonly retryAfterSeconds: number | null

  constructor(code: RegistaErrorCode, message: string, details: RegistaErrorDetails = {}) {
    super(message, details)
    Object.assign(this, { code, status: null, requestId: null, retryAfterSeconds: null, ...details })
  }
}

export function hasCode(error: unknown, code: RegistaErrorCode): boolean {
  return (error as Partial<RegistaError> | undefined)?.code === code
}

export function createInvalid(message: string): RegistaError {
  return new RegistaError('invalid_argument', message)
}
