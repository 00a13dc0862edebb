/** Every error that a client can receive. Codes are added, never renamed. Each message says what to do. */
export const API_ERRORS = {
  invalid_request: {
    status: 400,
    message: 'The request is malformed. Send one plain HTTP/1.1 request as described at /docs.',
  },
  invalid_parameter: { status: 400, message: 'A parameter is missing or invalid. The parameters are listed at /docs.' },
  unauthorized: {
    status: 401,
    message:
      'The credential is missing, invalid, expired or revoked. Send a valid one as Authorization: Bearer <token>.',
  },
  forbidden: { status: 403, message: 'The account or the project is not active. Ask the operator.' },
  origin_not_allowed: {
    status: 403,
    message:
      'The project does not allow this origin. Ask the operator to allow exactly the origin that the browser sends.',
  },
  scope_not_allowed: {
    status: 403,
    message: 'The operation requires a scope that the project and the credential do not both allow.',
  },
  not_found: { status: 404, message: 'Nothing exists at this path. All paths are listed at /docs.' },
  company_not_found: {
    status: 404,
    message:
      'The locally imported data has no company with this number, which does not prove that there is none. Check the number.',
  },
  method_not_allowed: { status: 405, message: 'Method not allowed. Use one of the methods in the Allow header.' },
  request_timeout: { status: 408, message: 'The request did not arrive in time. Send it again.' },
  company_identity_ambiguous: {
    status: 409,
    message: 'Several records share this company number, so the request is ambiguous. Search by name instead.',
  },
  payload_too_large: { status: 413, message: 'The body is larger than 16 KiB. Send a smaller one.' },
  rate_limited: { status: 429, message: 'Too many requests. Retry after the time given in Retry-After.' },
  monthly_limit_reached: {
    status: 429,
    message:
      'The units of this month are used up. Wait for the next month, or ask the operator for a larger allowance.',
  },
  overloaded: { status: 503, message: 'The service is overloaded. Retry after the time given in Retry-After.' },
  data_unavailable: {
    status: 503,
    message: 'The data for this request is not available here. Retry later, or ask the operator to import it.',
  },
  accounting_unavailable: {
    status: 503,
    message: 'The service cannot charge requests at the moment. Retry after the time given in Retry-After.',
  },
} as const satisfies Record<string, { readonly status: number; readonly message: string }>

export type ErrorCode = keyof typeof API_ERRORS
export const ERROR_CODES = Object.keys(API_ERRORS) as ErrorCode[]

export interface RejectionDetails {
  /** Replaces the message of the table. It never contains a secret. */
  readonly message?: string
  /** For 429 and 503. Default: one second. */
  readonly retryAfterSeconds?: number
  /** `one`: no other client is rejected for the same reason at the same moment. Default: `many`. */
  readonly concerns?: 'one' | 'many'
  /** For 405. */
  readonly allow?: string
  /** The rest of the connection cannot be read any more. */
  readonly connection?: 'closes'
}

/** Why a request does not succeed. It is a value: only our own faults are thrown. */
export class Rejection {
  readonly code: ErrorCode
  readonly details: RejectionDetails

  constructor(code: ErrorCode, details: RejectionDetails) {
    this.code = code
    this.details = details
  }
}

export function reject(code: ErrorCode, details: RejectionDetails = {}): Rejection {
  return new Rejection(code, details)
}

export function isRejection(outcome: unknown): outcome is Rejection {
  return outcome instanceof Rejection
}

/** These statuses tell the client when to retry. */
export function hasRetryAfter(status: number): boolean {
  return status === 429 || status === 503
}
