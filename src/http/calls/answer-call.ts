import { type Answer, writeAnswer } from '../answer/answer.ts'
import { errorAnswer } from '../answer/error-answer.ts'
import { corsHeaders } from '../cors/cors-headers.ts'
import { isRefused, refused } from '../errors.ts'
import type { HttpPorts } from '../ports.ts'
import { hasBody, refuseBody } from '../request/body.ts'
import { splitTarget } from '../request/request-target.ts'
import { type Call, callOf } from './call.ts'
import { limitAddress } from './limits.ts'
import type { Load } from './load.ts'
import type { Outcome } from './sale.ts'

export async function withoutBody(call: Call, work: () => Outcome | Promise<Outcome>): Promise<Outcome> {
  return hasBody(call.request) ? await refuseBody(call.request, call.response) : await work()
}

/** What a request is for, and what the service is made of. */
export interface Answering {
  readonly ports: HttpPorts
  readonly load: Load
  /** As the meter is told it. */
  readonly operation: string
}

/** The limit of the address comes first, then whatever the route does; what it ends in is sent, and a fault of ours is told to the log and not to the client. */
export async function answerCall(
  { ports, load, operation }: Answering,
  { request, response }: Pick<Call, 'request' | 'response'>,
  work: (call: Call) => Outcome | Promise<Outcome>,
): Promise<void> {
  const startedMs = ports.monotonic.monotonicMs()
  // The gate has let its target pass.
  const call = callOf(ports, splitTarget(request.url ?? ''), { request, response })
  if (call === undefined) return void request.socket.destroy()
  const outcome = await load.carry(() => limitAddress(ports, call.ip) ?? worked(ports, call, work))
  // Silence: somebody who asks again finds out; somebody who is told wrongly does not ask.
  if (outcome === 'unknown' || outcome === 'gone') return void request.socket.destroy()
  const cors = corsHeaders(ports.access.view(), request.headers)
  const answer = isRefused(outcome) ? errorAnswer(outcome, call.requestId, cors) : withCors(outcome, cors)
  writeAnswer(response, answer)
  ports.meter?.answered(operation, answer.status, ports.monotonic.monotonicMs() - startedMs)
}

async function worked(
  { log }: HttpPorts,
  call: Call,
  work: (call: Call) => Outcome | Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await work(call)
  } catch (error) {
    log.error({ err: error, requestId: call.requestId }, 'a request failed by a fault of ours')
    return refused('data_unavailable')
  }
}

function withCors(answer: Answer, cors: Readonly<Record<string, string>>): Answer {
  return answer.headers.Vary === undefined ? { ...answer, headers: { ...answer.headers, ...cors } } : answer
}
