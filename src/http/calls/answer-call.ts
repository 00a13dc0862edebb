import { type Answer, writeAnswer } from '../answer/answer.ts'
import { errorAnswer } from '../answer/error-answer.ts'
import { endInSilence } from '../connection-end.ts'
import { corsHeaders } from '../cors/cors-headers.ts'
import { isRefused, refused } from '../errors.ts'
import type { HttpPorts } from '../ports.ts'
import { bodyOf } from '../request/body.ts'
import { splitTarget } from '../request/request-target.ts'
import { type Call, callOf } from './call.ts'
import type { Outcome } from './charge-request.ts'
import { watchForUrl } from './exposed-keys.ts'
import { limitAddress } from './limits.ts'
import type { Load } from './load.ts'

/** What a request is for, and what the service is made of. */
export interface Answering {
  readonly ports: HttpPorts
  readonly load: Load
  /** As the meter is told it. */
  readonly operation: string
  readonly body: 'taken' | 'refused'
}

/** What a request has brought, and whatever the route then makes of it. */
type Work = (call: Call, body: Buffer) => Outcome | Promise<Outcome>

/** The limit of the address comes first, then the body, then whatever the route does; what it ends in is sent, and a fault of ours is told to the log and not to the client. */
export async function answerCall(
  { ports, load, operation, body }: Answering,
  { request, response }: Pick<Call, 'request' | 'response'>,
  work: Work,
): Promise<void> {
  const startedMs = ports.monotonic.monotonicMs()
  // The gate has let its target pass.
  const call = callOf(ports, splitTarget(request.url ?? ''), { request, response })
  if (call === undefined) return endInSilence(response)
  watchForUrl(ports, call)
  const early = load.isTooMuch() ? refused('overloaded') : limitAddress(ports, call.ip)
  // Who sends his body slowly, or never, is none of those under way: he would take their places.
  const given = early ?? (await bodyOf(call, body))
  const outcome = Buffer.isBuffer(given) ? await load.carry(() => worked(ports, () => work(call, given), call)) : given
  // Silence: somebody who asks again finds out; somebody who is told wrongly does not ask.
  if (outcome === 'unknown' || outcome === 'gone') return endInSilence(response)
  const cors = corsHeaders(ports.access.view(), request.headers)
  const answer = isRefused(outcome) ? errorAnswer(outcome, call.requestId, cors) : withCors(outcome, cors)
  if (!writeAnswer(response, answer)) return
  ports.meter?.answered(operation, answer.status, ports.monotonic.monotonicMs() - startedMs)
}

async function worked(
  { log }: HttpPorts,
  work: () => Outcome | Promise<Outcome>,
  { requestId }: Call,
): Promise<Outcome> {
  try {
    return await work()
  } catch (error) {
    log.error({ err: error, requestId }, 'a request failed by a fault of ours')
    return refused('data_unavailable')
  }
}

function withCors(answer: Answer, cors: Readonly<Record<string, string>>): Answer {
  return answer.headers.Vary === undefined ? { ...answer, headers: { ...answer.headers, ...cors } } : answer
}
