import { API_ERRORS, ERROR_CODES, hasRetryAfter } from '../errors.ts'
import { ApiError } from '../schemas/error.ts'
import type { Components } from './components.ts'
import { ALLOW_HEADER, REQUEST_ID_HEADER, RETRY_AFTER_HEADER } from './header-descriptions.ts'

/** Recorded bodies: of a success by operation, such as `suggestCompanies 200`; of an error by status, such as `400`. */
export type Examples = Readonly<Record<string, unknown>>

const NAMES = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'CompanyNotFound',
  405: 'MethodNotAllowed',
  409: 'CompanyAmbiguous',
  413: 'PayloadTooLarge',
  429: 'TooManyRequests',
  503: 'Unavailable',
} as const

type ErrorStatus = keyof typeof NAMES
export const ERROR_STATUSES = Object.keys(NAMES).map(Number) as readonly ErrorStatus[]

export function describeErrorResponse(status: ErrorStatus, components: Components, examples: Examples): object {
  // `not_found` is the answer of unknown paths, which no operation gives.
  const codes = ERROR_CODES.filter((code) => API_ERRORS[code].status === status && code !== 'not_found')
  return components.add('responses', NAMES[status], {
    description: codes.map((code) => `\`${code}\`: ${API_ERRORS[code].message}`).join(' '),
    headers: components.referHeaders({
      ...REQUEST_ID_HEADER,
      ...(hasRetryAfter(status) && RETRY_AFTER_HEADER),
      ...(status === 405 && ALLOW_HEADER),
    }),
    content: { 'application/json': { schema: components.refer(ApiError), ...exampleOf(examples, String(status)) } },
  })
}

export function exampleOf(examples: Examples, name: string): object {
  return name in examples ? { example: examples[name] } : {}
}
