import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { AccessView } from '../access/access.ts'
import { writeAnswer } from './answer/answer.ts'
import { errorAnswer } from './answer/error-answer.ts'
import { begin, endConnectionAfter } from './connection-end.ts'
import { corsHeaders } from './cors/cors-headers.ts'
import { isRefused, type Refused, refused } from './errors.ts'
import { drop } from './lingering.ts'
import type { HttpPorts } from './ports.ts'
import { hasBody } from './request/body.ts'
import { checkRawRequest } from './request/raw-request.ts'
import { methodAt } from './routes/path-table.ts'

/** So many on one connection; then it is closed, so that connections spread over threads and nodes again. */
const REQUESTS_PER_CONNECTION = 1000

/** Lets only sound requests for what there is pass to the routes: the raw request, then the path, then the method. */
export function gate(ports: HttpPorts, routes: RequestListener, { isClosing }: Closing): RequestListener {
  return (request, response) => {
    const number = begin(request, response)
    if (number === 'nobody_hears') return drop(request.socket)
    if (REQUESTS_PER_CONNECTION <= number || isClosing() || asksInVain(request)) endConnectionAfter(response)
    const refusal = check(request)
    if (refusal === undefined) routes(request, response)
    else refuse(ports, { request, response }, refusal)
  }
}

export interface Closing {
  /** No more connections are taken, and those that there are end with the next answer. */
  isClosing(): boolean
}

export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

export interface RefusalPorts extends Pick<HttpPorts, 'newRequestId' | 'meter'> {
  readonly access: { readonly view: () => Pick<AccessView, 'isOriginAllowed'> }
}

/** What is not even looked at further. */
export function refuse(
  { access, newRequestId, meter }: RefusalPorts,
  { request, response }: Exchange,
  refusal: Refused,
): void {
  const answer = errorAnswer(refusal, newRequestId(), corsHeaders(access.view(), request.headers))
  writeAnswer(response, answer)
  meter?.answered('none', answer.status, 0)
}

/** Expects something, with nothing to come. If it is to hear whether to go on, Node closes the connection behind its answer; so it is for whatever else. */
function asksInVain(request: IncomingMessage): boolean {
  return request.headers.expect !== undefined && !hasBody(request)
}

function check(request: IncomingMessage): Refused | undefined {
  const target = checkRawRequest(request)
  if (isRefused(target)) return target
  const method = methodAt(target.path)
  if (method === undefined) return refused('not_found')
  if (request.method === method || request.method === 'OPTIONS') return undefined
  return refused('method_not_allowed', { allow: `${method}, OPTIONS` })
}
