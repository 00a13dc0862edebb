import { closeWithoutResponse } from './connection-end.ts'
import { corsHeaders } from './cors/cors-headers.ts'
import { preflightResponse } from './cors/preflight-response.ts'
import { isRejection, reject } from './errors.ts'
import { type Document, documentResponse } from './openapi/documents.ts'
import type { FreeOperation, Operation } from './operations/operation.ts'
import type { HttpPorts } from './ports.ts'
import { hasBody, receiveBody } from './request/body.ts'
import { openContext } from './request/request-context.ts'
import type { RequestTarget } from './request/request-target.ts'
import type { Exchange, Outcome, RequestContext, Work } from './request-types.ts'
import { errorResponse } from './response/error-response.ts'
import { sendResponse } from './response/send-response.ts'
import { successResponse } from './response/success-response.ts'
import type { Endpoint, Route } from './router.ts'
import { authenticateCaller } from './steps/authenticate-caller.ts'
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

/**
 * Runs the steps for one request and sends what they end in. A request without a body that needs no charge ends in the
 * same turn; a charge is waited for once.
 */
export async function handleRequest(
  service: Service,
  { endpoint, pathParameters }: Route,
  { request, response, target, requestId }: RoutedRequest,
): Promise<void> {
  const { ports } = service
  try {
    ports.signs?.enter('request')
    const startedMs = ports.monotonic.monotonicMs()
    const context = openContext(ports, { request, response, requestId, query: target.query, pathParameters })
    if (context === undefined) return closeWithoutResponse(response)
    warnIfKeyInUrl(ports, context)
    let outcome: Outcome
    try {
      const end = runSteps(service, endpoint, context)
      outcome = end instanceof Promise ? await end : end
    } catch (error) {
      ports.log.error({ err: error, requestId }, 'a request failed because of an internal error')
      outcome = reject('data_unavailable')
    } finally {
      leave(service, context)
    }
    sendOutcome(ports, endpoint, context, { outcome, startedMs })
  } catch (error) {
    // A fault outside the steps ends the connection, not the process.
    ports.log.error({ err: error, requestId }, 'the server closed a connection because of an internal error')
    request.socket.destroy()
  }
}

function sendOutcome(
  ports: HttpPorts,
  endpoint: Endpoint,
  { request, response, requestId, caller }: RequestContext,
  { outcome, startedMs }: { readonly outcome: Outcome; readonly startedMs: number },
): void {
  ports.signs?.enter('answer')
  // A client without a response asks again and finds out. A client with a wrong response does not ask.
  if (outcome === 'client_gone' || outcome === 'charge_unknown') {
    closeWithoutResponse(response)
    return
  }
  const { access, meter, monotonic } = ports
  const answer = isRejection(outcome)
    ? errorResponse(outcome, requestId, corsHeaders(access.view(), request.headers))
    : outcome
  if (!sendResponse(response, answer)) return
  const isPreflight = request.method === 'OPTIONS' && endpoint.id !== 'document'
  const operation = isPreflight ? 'preflight' : endpoint.id
  const { origin } = request.headers
  if (isRejection(outcome))
    meter?.refused({ code: outcome.code, requestId, operation, origin, project: caller?.project.id })
  meter?.answered(operation, answer.status, monotonic.monotonicMs() - startedMs)
}

/** The steps of README.md, in its order. The first one that does not pass decides the outcome. */
function runSteps(service: Service, endpoint: Endpoint, context: RequestContext): Outcome | Promise<Outcome> {
  const { ports, load } = service
  if (load.isOverloaded()) return reject('overloaded')
  const limited = limitAddress(ports, context.ip)
  if (limited !== undefined) return limited
  return hasBody(context.request) ? runWithBody(service, endpoint, context) : runEndpoint(service, endpoint, context)
}

async function runWithBody(service: Service, endpoint: Endpoint, context: RequestContext): Promise<Outcome> {
  const body = await receiveBody(context, context.request.method === 'POST')
  if (!Buffer.isBuffer(body)) return body
  context.body = body
  return await runEndpoint(service, endpoint, context)
}

/** A client that sends its body slowly is not in progress before this: it would take another's place. */
function runEndpoint(
  { ports, load }: Service,
  endpoint: Endpoint,
  context: RequestContext,
): Outcome | Promise<Outcome> {
  load.enter()
  context.isInProgress = true
  if (context.request.method === 'OPTIONS') return preflightResponse(ports.access.view(), context, endpoint.method)
  return endpoint.id === 'document'
    ? documentResponse(endpoint as Document, context, corsHeaders(ports.access.view(), context.request.headers))
    : runOperation(ports, endpoint as Operation, context)
}

function runOperation(ports: HttpPorts, operation: Operation, context: RequestContext): Outcome | Promise<Outcome> {
  const { scope } = operation
  const caller = scope === null ? createSession(ports, context) : authenticateCaller(ports, context, scope)
  if (isRejection(caller)) return caller
  context.caller = caller
  const limited = limitCaller(ports, operation, caller)
  if (limited !== undefined) return limited
  if (scope !== null) {
    if (!enterConcurrencySlot(ports.limits, caller)) return TOO_MANY_AT_ONCE
    context.slotOf = caller
  }
  const parameters = operation.parameters.read(context)
  if (isRejection(parameters)) return parameters
  const work = { ports, context, caller, parameters }
  return operation.price === 0 ? runFree(operation, work) : chargeWithinBudget(operation, work)
}

async function runFree(operation: FreeOperation, work: Work<unknown>): Promise<Outcome> {
  const result = await operation.run(work)
  if (isRejection(result)) return result
  const { ports, context } = work
  return successResponse(context, { price: 0, ...result }, corsHeaders(ports.access.view(), context.request.headers))
}

/** Runs before the response is sent: a client may ask again as soon as it has it. */
function leave({ ports, load }: Service, { isInProgress, slotOf }: RequestContext): void {
  if (slotOf !== undefined) leaveConcurrencySlot(ports.limits, slotOf)
  if (isInProgress) load.leave()
}
