/** Every error a client can receive. A code is a promise: codes are added, never renamed. Each message says what to do. */
export const API_ERRORS = {
  invalid_request: {
    status: 400,
    message: 'The request is not well formed. Send one plain HTTP/1.1 request as the documentation shows.',
  },
  invalid_parameter: { status: 400, message: 'A parameter is missing or wrong. Send it as the documentation says.' },
  unauthorized: {
    status: 401,
    message: 'The credential is missing, wrong, expired or revoked. Send a valid one as Authorization: Bearer <token>.',
  },
  forbidden: { status: 403, message: 'The account or the project may not call at the moment. Ask the operator.' },
  origin_not_allowed: {
    status: 403,
    message: 'This origin is not allowed. Have the operator allow exactly the https origin that the browser sends.',
  },
  scope_not_allowed: {
    status: 403,
    message:
      'The scope that this needs is not allowed by both the project and the credential. Ask for one that has it.',
  },
  not_found: { status: 404, message: 'There is nothing at this path. The paths are listed at /docs.' },
  company_not_found: {
    status: 404,
    message:
      'The locally imported data have no company of this number. That does not prove that there is none; check the number.',
  },
  method_not_allowed: { status: 405, message: 'This path does not take this method. Use one of the Allow header.' },
  request_timeout: { status: 408, message: 'The request did not arrive in time. Send it faster.' },
  company_identity_ambiguous: {
    status: 409,
    message: 'Several records have this number and none is the one. Look the company up at its register.',
  },
  payload_too_large: { status: 413, message: 'The body is larger than 16 KiB. Send less.' },
  rate_limited: { status: 429, message: 'Too many requests. Wait as long as Retry-After says.' },
  monthly_limit_reached: {
    status: 429,
    message:
      'The units of this month are used up. Wait for the next month, or ask the operator for a larger allowance.',
  },
  allowance_busy: {
    status: 429,
    message: 'The last units of this month are in use by other requests. Try again as Retry-After says.',
  },
  overloaded: { status: 503, message: 'The service has too much to do. Try again as Retry-After says.' },
  data_unavailable: {
    status: 503,
    message: 'The data that this needs are not loaded here. Try again later, or ask the operator to import them.',
  },
  accounting_unavailable: {
    status: 503,
    message: 'Requests cannot be charged at the moment, so none is answered. Try again as Retry-After says.',
  },
} as const satisfies Record<string, { readonly status: number; readonly message: string }>

export type ErrorCode = keyof typeof API_ERRORS
export const ERROR_CODES = Object.keys(API_ERRORS) as ErrorCode[]

/** Why a request is not answered with success. */
export interface Refused {
  readonly refused: ErrorCode
  /** Instead of the table's sentence, where more can be said. Never repeats what was sent. */
  readonly message?: string
  /** For 429 and 503; a second where nobody knows better. */
  readonly retryAfterSeconds?: number
  /** `one`: no other client is refused for the same reason at the same moment. Default: many may be. */
  readonly concerns?: 'one' | 'many'
  /** For 405. */
  readonly allow?: string
  /** What follows on the connection cannot be read any more. */
  readonly connection?: 'closes'
}

export function refused(code: ErrorCode, details: Omit<Refused, 'refused'> = {}): Refused {
  return { refused: code, ...details }
}

export function isRefused(outcome: unknown): outcome is Refused {
  return typeof outcome === 'object' && outcome !== null && 'refused' in outcome
}

/** Statuses after which the client is told when to come again. */
export function wantsRetryAfter(status: number): boolean {
  return status === 429 || status === 503
}
