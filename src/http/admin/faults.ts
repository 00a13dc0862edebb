import type { OperatorMistake } from '../../access/control/control.ts'
import type { Rejection } from '../errors.ts'

/** Every error of the API of operators. Codes are added, never renamed. Each message says what to do. */
export const ADMIN_ERRORS = {
  invalid_request: { status: 400, message: 'The request is malformed. Send it as described at /admin/openapi.json.' },
  invalid_parameter: {
    status: 400,
    message: 'A parameter or field is missing or invalid. They are listed at /admin/openapi.json.',
  },
  confirmation_required: {
    status: 400,
    message: 'This cannot be undone. Send the id of the account as "confirm" if it is meant.',
  },
  idempotency_key_required: {
    status: 400,
    message:
      'This operation would be carried out again by a repetition. Send a new Idempotency-Key of 1 to 64 letters, digits, hyphens or underscores with it.',
  },
  unauthorized: {
    status: 401,
    message:
      'The token is missing, wrong, expired or revoked. Send one that `regista operator add` made as Authorization: Bearer <token>.',
  },
  forbidden: { status: 403, message: 'This token may not do that.' },
  role_not_sufficient: { status: 403, message: 'The role of this token does not allow the operation.' },
  not_found: { status: 404, message: 'Nothing exists at this path. All paths are listed at /admin/openapi.json.' },
  unknown_id: { status: 404, message: 'Nothing has this id.' },
  method_not_allowed: { status: 405, message: 'Method not allowed. Use one of the methods in the Allow header.' },
  conflict: { status: 409, message: 'The operation is not possible in the present state.' },
  idempotency_conflict: {
    status: 409,
    message: 'This Idempotency-Key came with another request within two days. Send a new key with a new request.',
  },
  not_in_books: {
    status: 409,
    message: 'The books do not have this account yet. Send the same request again in a second.',
  },
  books_differ: {
    status: 409,
    message: 'The books and their journal disagree. `regista audit` lists all differences.',
  },
  payload_too_large: { status: 413, message: 'The body is larger than 16 KiB. Send a smaller one.' },
  rate_limited: { status: 429, message: 'Too many requests. Retry after the time given in Retry-After.' },
  unavailable: { status: 503, message: 'The server cannot answer at the moment. Retry later.' },
  outcome_unknown: {
    status: 503,
    message:
      'It is not known whether this was carried out. Send the same request again, with the same Idempotency-Key if it had one.',
  },
} as const satisfies Record<string, { readonly status: number; readonly message: string }>

export type AdminErrorCode = keyof typeof ADMIN_ERRORS

/** Why a request does not succeed. It is a value, and its form is that of an operator's mistake. */
export interface AdminFault {
  readonly code: AdminErrorCode
  readonly sentence: string
  /** For 429 and 503. */
  readonly retryAfterSeconds?: number
  /** For 405. */
  readonly allow?: string
}

export function faultOf(code: AdminErrorCode, more: Partial<AdminFault> = {}): AdminFault {
  return { code, sentence: ADMIN_ERRORS[code].message, ...more }
}

const CODES = {
  invalid: 'invalid_parameter',
  not_found: 'unknown_id',
  wrong_state: 'conflict',
  forbidden: 'forbidden',
} as const satisfies Record<OperatorMistake['outcome'], AdminErrorCode>

export function faultOfMistake(mistake: OperatorMistake | AdminFault): AdminFault {
  return 'code' in mistake ? mistake : { code: CODES[mistake.outcome], sentence: mistake.sentence }
}

/** The checks of requests are those of the public API. */
export function faultOfRejection({ code, details: { message } }: Rejection): AdminFault {
  const own = code in ADMIN_ERRORS ? (code as AdminErrorCode) : 'invalid_request'
  return faultOf(own, message === undefined ? {} : { sentence: message.replace('/docs', '/admin/openapi.json') })
}
