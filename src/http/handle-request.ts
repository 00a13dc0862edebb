import { closeWithoutResponse } from './connection-end.ts'
import { corsHeaders } from './cors/cors-headers.ts'
import { preflightResponse } from './cors/preflight-response.ts'
import { isRejection, reject } from './errors.ts'
import { type Document, documentResponse } from './openapi/documents.ts'
import type { Operation } from './operations/operation.ts'
import type { HttpPorts } from './ports.ts'
import { receiveBody } from './request/body.ts'
import type { Exchange } from './request/exchange.ts'
import { openContext, type RequestContext } from './request/request-context.ts'
import type { RequestTarget } from './request/request-target.ts'
import { errorResponse } from './response/error-response.ts'
import { type ApiResponse, sendResponse } from './response/response.ts'
import { successResponse } from './response/success-response.ts'
import type { Endpoint, Route } from './router.ts'
import { authenticateCaller } from './steps/authenticate-caller.ts'
import type { Outcome } from './steps/charge-request.ts'
import { enterConcurrencySlot, leaveConcurrencySlot, TOO_MANY_AT_ONCE } from './steps/concurrency-slot.ts'
import { createSession } from './steps/create-session.ts'
import { chargeWithinBudget } from './steps/daily-budget.ts'
import { warnIfKeyInUrl } from './steps/exposed-keys.ts'
import { limitAddress, limitCaller } from './steps/limits.ts'
import type { LoadMonitor } from './steps/load-monitor.ts'

/** One thread's service. */
export interface Service {
  readonly ports: HttpPorts
  readonly load: LoadMonitor
  /** The server takes no more connections, and each open one ends after its next response. */
  isClosing: boolean
}

/** A well-formed request for an existing path. */
export interface RoutedRequest extends Exchange {
  readonly target: RequestTarget
  readonly requestId: string
}

/** Runs the steps for one request and sends what they end in. */
export async function handleRequest(
  service: Service,
  { endpoint, pathParameters }: Route,
  { request, response, target, requestId }: RoutedRequest,
): Promise<void> {
  const { ports } = service
  const startedMs = ports.monotonic.monotonicMs()
  const context = openContext(ports, { request, response, requestId, query: target.query, pathParameters })
  if (context === undefined) return closeWithoutResponse(response)
  warnIfKeyInUrl(ports, context)
  const outcome = await runSteps(service, endpoint, context)
  // A client without a response asks again and finds out. A client with a wrong response does not ask.
  if (outcome === 'client_gone' || outcome === 'charge_unknown') return closeWithoutResponse(response)
  const cors = corsHeaders(ports.access.view(), request.headers)
  const answer = isRejection(outcome) ? errorResponse(outcome, context.requestId, cors) : withCors(outcome, cors)
  if (!sendResponse(response, answer)) return
  if (isRejection(outcome)) ports.meter?.refused(outcome.code)
  const isPreflight = request.method === 'OPTIONS' && endpoint.id !== 'document'
  ports.meter?.answered(
    isPreflight ? 'preflight' : endpoint.id,
    answer.status,
    ports.monotonic.monotonicMs() - startedMs,
  )
}

/** The steps of README.md, in its order. The first one that does not pass decides the outcome. */
async function runSteps(service: Service, endpoint: Endpoint, context: RequestContext): Promise<Outcome> {
  const { ports, load } = service
  try {
    if (load.isOverloaded()) return reject('overloaded')
    const limited = limitAddress(ports, context.ip)
    if (limited !== undefined) return limited
    const body = await receiveBody(context, context.request.method === 'POST')
    if (!Buffer.isBuffer(body)) return body
    context.body = body
    return await runEndpoint(service, endpoint, context)
  } catch (error) {
    ports.log.error({ err: error, requestId: context.requestId }, 'a request failed because of an internal error')
    return reject('data_unavailable')
  }
}

/** A client that sends its body slowly is not in progress before this: it would take another's place. */
async function runEndpoint({ ports, load }: Service, endpoint: Endpoint, context: RequestContext): Promise<Outcome> {
  load.enter()
  try {
    if (context.request.method === 'OPTIONS') return preflightResponse(ports.access.view(), context, endpoint.method)
    return endpoint.id === 'document'
      ? documentResponse(endpoint as Document, context)
      : await runOperation(ports, endpoint as Operation, context)
  } finally {
    load.leave()
  }
}

async function runOperation(ports: HttpPorts, operation: Operation, context: RequestContext): Promise<Outcome> {
  const { scope } = operation
  const caller = scope === null ? createSession(ports, context) : authenticateCaller(ports, context, scope)
  if (isRejection(caller)) return caller
  const limited = limitCaller(ports, operation, caller)
  if (limited !== undefined) return limited
  if (scope !== null && !enterConcurrencySlot(ports.limits, caller)) return TOO_MANY_AT_ONCE
  try {
    const parameters = operation.parameters.read(context)
    if (isRejection(parameters)) return parameters
    const work = { ports, context, caller, parameters }
    if (operation.price !== 0) return await chargeWithinBudget(operation, work)
    const result = await operation.run(work)
    return isRejection(result) ? result : successResponse(context, { price: 0, ...result })
  } finally {
    if (scope !== null) leaveConcurrencySlot(ports.limits, caller)
  }
}

function withCors(answer: ApiResponse, cors: Readonly<Record<string, string>>): ApiResponse {
  return answer.headers.Vary === undefined ? { ...answer, headers: { ...answer.headers, ...cors } } : answer
}
