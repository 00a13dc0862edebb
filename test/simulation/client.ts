import type { Subject } from '../../src/ledger/books/rows.ts'
import type { UsageOutcome } from '../../src/ledger/node/usage.ts'
import type { Request } from './history.ts'
import type { ClientThread, NodeProcess } from './node-process.ts'
import { checkUsage } from './usage-checker.ts'
import { ensure } from './violation.ts'
import type { World } from './world.ts'

/**
 * A charge has an outcome within this time, in ms of a process that runs all the time: its deadline, the note on the
 * disk, and some delay of timers.
 */
const ANSWER_MAX_MS = 3_300

export interface ClientRequest {
  readonly account: string
  readonly units: number
  answered(request: Request): void
}

/** Sends one request and records its answer. `unreachable`: the connection was refused. */
export function makeRequest(
  world: World,
  process: NodeProcess | undefined,
  input: ClientRequest,
): 'sent' | 'unreachable' {
  const clientThread = process?.someThread(world.random)
  if (process === undefined || clientThread === undefined || clientThread.thread.state !== 'running')
    return 'unreachable'
  const { history, kernel } = world
  const { account, units } = input
  const { operation } = subjectOf(units)
  const started = { startedAtMs: kernel.nowMs, startedAtEvent: kernel.events }
  const request = history.begin({ account, units, operation, ...started })
  request.whenAnswered = () => input.answered(request)
  clientThread.requests.add(request)
  serve(world, { process, clientThread, request })
    .then((served) => {
      if (request.answer === undefined) endRequest(world, { process, clientThread, request }, served)
    })
    .catch(world.fail)
  return 'sent'
}

function endRequest(
  world: World,
  { process, clientThread, request }: ServeContext,
  { kind, reason, isKnown }: ServeResult,
): void {
  const { history, kernel } = world
  clientThread.requests.delete(request)
  // The node drops these charges when their turn comes.
  if (reason === 'withdrawn' || reason === 'unavailable') process.endedUnits += request.units
  request.isOfTwin = process.isTwin
  if (reason === 'monthly_limit' && isKnown !== true) world.checker.checkMonthlyLimit(request)
  kernel.mix(reason.length * 31 + request.units)
  const isCalmAnswer = kind === 'success' || CALM_REASONS.includes(reason)
  ensure(isCalmAnswer || !world.isCalm, 'no cause', () => `request ${request.id} failed in calm weather: ${reason}`)
  world.answers.add(kind === 'success' ? 'success' : reason)
  if (kind === 'success') history.answer(request, { kind, period: reason })
  else history.answer(request, kind === 'failure' ? { kind, reason } : { kind })
}

/** Refusals that a client may get where nothing goes wrong. */
const CALM_REASONS: readonly string[] = ['monthly_limit', 'busy', 'withdrawn', 'unknown_account']

interface ServeResult {
  readonly kind: 'success' | 'failure' | 'nothing'
  /** For a success: the month that was charged. */
  readonly reason: string
  /** Refused without a message to the node. */
  readonly isKnown?: boolean
}

interface ServeContext {
  readonly process: NodeProcess
  readonly clientThread: ClientThread
  readonly request: Request
}

/** Does what the server does in a thread that answers requests. */
async function serve(world: World, { process, clientThread, request }: ServeContext): Promise<ServeResult> {
  const { client } = clientThread
  const { account, units, id: requestId } = request
  const { kernel } = world
  const known = client.knownRefusal(account, units)
  if (known !== undefined) {
    if (process.flags.isOpen && known.reason !== 'unavailable') checkKnown(clientThread, request, kernel.nowMs)
    return { kind: 'failure', reason: known.reason, isKnown: true }
  }
  request.phase = 'charging'
  const askedAtMs = process.ledgerMs()
  const sentAtMs = kernel.nowMs
  const pauses = world.pauses
  const charge = client.charge({ account, units, subject: subjectOf(units), requestId })
  // The HTTP client disconnects, at once or a little later.
  if (world.happens('disconnect')) {
    const leavesMs = world.random.below(3) === 0 ? 0 : world.random.fraction() * world.plan.computeMs
    kernel.after(leavesMs, 'disconnect', () => charge.withdraw(), clientThread.thread)
  }
  const outcome = await charge.outcome
  const isLate = sentAtMs + ANSWER_MAX_MS < kernel.nowMs && world.pauses === pauses
  ensure(!isLate, 'in time', () => `request ${requestId} waited ${kernel.nowMs - sentAtMs} ms for its charge`)
  if (outcome.outcome === 'withdrawn') return { kind: 'failure', reason: 'withdrawn' }
  if (outcome.outcome === 'unknown') return { kind: 'nothing', reason: 'unknown' }
  if (outcome.outcome === 'refused') return { kind: 'failure', reason: outcome.reason }
  world.stops.checkCharged(process.link.stops, request)
  const { endsAtMs, availableUnits, period } = outcome
  // The ledger may have returned to an earlier month meanwhile.
  ensure(
    Math.min(askedAtMs, process.ledgerMs()) < endsAtMs,
    'period',
    () => `request ${requestId} was charged to a month that was over`,
  )
  ensure(0 <= availableUnits, 'available', () => `${availableUnits} units are available`)
  return { kind: 'success', reason: period }
}

/** Checks that a thread refuses by itself only shortly after the node has told it to. */
function checkKnown({ refusals }: ClientThread, { id, account }: Request, nowMs: number): void {
  const lastMs = refusals.get(account)
  const isFresh = lastMs !== undefined && nowMs <= lastMs + KNOWN_MAX_MS
  ensure(isFresh, 'known', () => `request ${id} was refused by what is not known any more`)
}

/** A thread remembers a refusal for a quarter of a second, by its own clock. */
const KNOWN_MAX_MS = 252

const SUBJECTS: readonly Subject[] = ['suggest', 'readCompany'].map((operation) => {
  return { project: 'shop', credential: 'key', operation }
})

function subjectOf(units: number): Subject {
  return SUBJECTS[units % SUBJECTS.length]!
}

/** Reads an account's usage at a node and checks the equations on it. */
export async function readUsage(world: World, process: NodeProcess, account: string): Promise<void> {
  const clientThread = process.someThread(world.random)
  if (clientThread === undefined || clientThread.thread.state !== 'running') return
  const before = world.usageFloor(account)
  try {
    const usage = (await clientThread.client.call({ name: 'usage', account })) as UsageOutcome
    checkUsage(world, { account, usage, before })
  } catch (error) {
    // The only error allowed: the books thread is gone.
    if (!(error instanceof Error) || error.message !== 'the ledger is closed') throw error
  }
}
