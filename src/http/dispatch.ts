import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { AccessView } from '../access/view/view.ts'
import { begin, endConnectionAfter } from './connection-end.ts'
import { corsHeaders } from './cors/cors-headers.ts'
import { isRejection, type Rejection, reject } from './errors.ts'
import { handleRequest, type Service } from './handle-request.ts'
import { drop } from './lingering.ts'
import type { HttpPorts } from './ports.ts'
import { hasBody } from './request/body.ts'
import { checkRawRequest } from './request/raw-request.ts'
import type { Exchange } from './request-types.ts'
import { errorResponse } from './response/error-response.ts'
import { sendResponse } from './response/send-response.ts'
import { findRoute } from './router.ts'

/** After so many requests the connection is closed, so that connections spread over threads and servers again. */
const REQUESTS_PER_CONNECTION = 1000

/** Passes each well-formed request for an existing path and method on. The others draw from no limit. */
export function dispatcher(service: Service): RequestListener {
  return (request, response) => {
    const number = begin(request, response)
    if (number === 'connection_ending') return drop(request.socket)
    if (REQUESTS_PER_CONNECTION <= number || service.isClosing || hasExpectWithoutBody(request))
      endConnectionAfter(response)
    const rejection = dispatch(service, request, response)
    if (rejection !== undefined) sendRejection(service.ports, { request, response }, rejection)
  }
}

function dispatch(service: Service, request: IncomingMessage, response: ServerResponse): Rejection | undefined {
  const target = checkRawRequest(request)
  if (isRejection(target)) return target
  const route = findRoute(target.path)
  if (route === undefined) return reject('not_found')
  const { method } = route.endpoint
  if (request.method !== method && request.method !== 'OPTIONS')
    return reject('method_not_allowed', { allow: `${method}, OPTIONS` })
  const requestId = service.ports.newRequestId()
  void handleRequest(service, route, { request, response, target, requestId })
  return undefined
}

export interface RejectionPorts extends Pick<HttpPorts, 'newRequestId' | 'meter'> {
  readonly access: { readonly view: () => Pick<AccessView, 'isOriginAllowed'> }
}

/** Answers a request that reached no endpoint. */
export function sendRejection(
  { access, newRequestId, meter }: RejectionPorts,
  { request, response }: Exchange,
  rejection: Rejection,
): void {
  const requestId = newRequestId()
  const answer = errorResponse(rejection, requestId, corsHeaders(access.view(), request.headers))
  sendResponse(response, answer)
  meter?.answered('none', answer.status, 0)
  meter?.refused({ code: rejection.code, requestId, operation: 'none' })
}

/** Node closes the connection behind `Expect: 100-continue` without a body. We do so for every expectation. */
function hasExpectWithoutBody(request: IncomingMessage): boolean {
  return request.headers.expect !== undefined && !hasBody(request)
}
