import { isRejection } from '../errors.ts'
import { bearerOf } from '../request/bearer.ts'
import { hasBody, NO_BODY, receiveBody } from '../request/body.ts'
import { checkRawRequest } from '../request/raw-request.ts'
import type { Exchange } from '../request-types.ts'
import { type AdminFault, faultOf, faultOfRejection } from './faults.ts'
import type { AdminOperation } from './operation.ts'
import { ADMIN_OPERATIONS } from './operations/operations.ts'
import type { AdminCall } from './run-call.ts'

/** Where a request leads to, before its body is read. */
export interface AdminRoute extends Pick<AdminCall, 'pathParameters' | 'query'> {
  readonly operation: AdminOperation
  /** Undefined: the request has none. */
  readonly token: string | undefined
}

const PATTERNS = ADMIN_OPERATIONS.map((operation) => ({ operation, segments: operation.path.split('/') }))

/** Finds the operation of a well-formed request. */
export function routeAdmin({ request }: Pick<Exchange, 'request'>): AdminRoute | AdminFault {
  const target = checkRawRequest(request)
  if (isRejection(target)) return faultOfRejection(target)
  const segments = target.path.split('/')
  const found = PATTERNS.filter(({ segments: pattern }) => matches(pattern, segments))
  if (found.length === 0) return faultOf('not_found')
  // `doubts/trust` is no id of a doubt: no two operations of one method have the same path.
  const match = found.find(({ operation }) => operation.method === request.method)
  if (match === undefined)
    return faultOf('method_not_allowed', { allow: found.map(({ operation }) => operation.method).join(', ') })
  const pathParameters = match.segments.flatMap((part, at) =>
    part.startsWith('{') ? [[part.slice(1, -1), segments[at]!] as const] : [],
  )
  const token = bearerOf(request.headers.authorization)
  return { operation: match.operation, pathParameters, query: target.query, token }
}

function matches(pattern: readonly string[], segments: readonly string[]): boolean {
  if (pattern.length !== segments.length) return false
  return pattern.every((part, at) => (part.startsWith('{') ? segments[at] !== '' : part === segments[at]))
}

/** The call of a request, with its body. */
export async function receiveAdminCall(
  exchange: Exchange,
  { operation, pathParameters, query }: AdminRoute,
  given: Pick<AdminCall, 'token' | 'place' | 'requestId'>,
): Promise<AdminCall | AdminFault | 'client_gone'> {
  const { headers } = exchange.request
  const body = hasBody(exchange.request) ? await receiveBody(exchange, operation.body !== undefined) : NO_BODY
  if (body === 'client_gone') return body
  if (isRejection(body)) return faultOfRejection(body)
  const [idempotencyKey] = [headers['idempotency-key']].flat()
  const contentType = headers['content-type']
  return { operation: operation.id, pathParameters, query, body, contentType, idempotencyKey, ...given }
}
