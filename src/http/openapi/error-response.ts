import { API_ERRORS, ERROR_CODES, hasRetryAfter } from '../errors.ts'
import type { Operation } from '../operations/operation.ts'
import { ErrorBody } from '../schemas/error.ts'
import type { Components } from './components.ts'
import { REQUEST_ID_HEADER, RETRY_AFTER_HEADER } from './header-descriptions.ts'

/** Recorded bodies by operation and status, such as `suggestCompanies 200`. */
export type Examples = Readonly<Record<string, unknown>>

export function describeErrorResponse(
  status: number,
  { id, method }: Pick<Operation, 'method' | 'id'>,
  { components, examples }: { readonly components: Components; readonly examples: Examples },
): object {
  // `not_found` is the answer of unknown paths, which no operation gives.
  const codes = ERROR_CODES.filter((code) => API_ERRORS[code].status === status && code !== 'not_found')
  const allow = { Allow: { description: `${method}, OPTIONS`, schema: { type: 'string' } } }
  return {
    description: codes.map((code) => `\`${code}\`: ${API_ERRORS[code].message}`).join(' '),
    headers: {
      'X-Request-Id': REQUEST_ID_HEADER,
      ...(hasRetryAfter(status) && { 'Retry-After': RETRY_AFTER_HEADER }),
      ...(status === 405 && allow),
    },
    content: {
      'application/json': { schema: components.refer(ErrorBody), ...exampleOf(examples, `${id} ${status}`) },
    },
  }
}

export function exampleOf(examples: Examples, name: string): object {
  return name in examples ? { example: examples[name] } : {}
}
