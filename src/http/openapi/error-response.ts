import { API_ERRORS, ERROR_CODES, wantsRetryAfter } from '../errors.ts'
import type { Route } from '../routes/route.ts'
import { ErrorBody } from '../schemas/error.ts'
import type { Components } from './components.ts'
import { REQUEST_ID_HEADER, RETRY_AFTER_HEADER } from './header-descriptions.ts'

/** Real answers, by operation and status: `suggestCompanies 200`. */
export type Examples = Readonly<Record<string, unknown>>

export function errorResponse(
  status: number,
  route: Pick<Route, 'method' | 'id'>,
  { components, examples }: { readonly components: Components; readonly examples: Examples },
): object {
  const codes = ERROR_CODES.filter((code) => API_ERRORS[code].status === status && code !== 'not_found')
  const allow = { Allow: { description: `${route.method}, OPTIONS`, schema: { type: 'string' } } }
  return {
    description: codes.map((code) => `\`${code}\`: ${API_ERRORS[code].message}`).join(' '),
    headers: {
      'X-Request-Id': REQUEST_ID_HEADER,
      ...(wantsRetryAfter(status) && { 'Retry-After': RETRY_AFTER_HEADER }),
      ...(status === 405 && allow),
    },
    content: {
      'application/json': { schema: components.refer(ErrorBody), ...exampleOf(examples, `${route.id} ${status}`) },
    },
  }
}

export function exampleOf(examples: Examples, name: string): object {
  return name in examples ? { example: examples[name] } : {}
}
