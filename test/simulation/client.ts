import type { Subject } from '../../src/ledger/books/rows.ts'
import type { UsageOutcome } from '../../src/ledger/node/usage.ts'
import type { Request } from './history.ts'
import type { ClientThread, NodeProcess } from './node-process.ts'
import { checkUsage } from './usage-checker.ts'
import { demand } from './violation.ts'
import type { World } from './world.ts'

/** After so long a charge has an outcome, in ms of a process that ran all the time: its deadline, its note, and timers that are a little late. */
const ANSWER_MAX_MS = 3_300

export interface Wish {
  readonly account: string
  readonly units: number
  answered(request: Request): void
}

/** One request from its beginning to its answer. `nobody`: the connection was refused. */
export function makeRequest(world: World, process: NodeProcess | undefined, wish: Wish): 'made' | 'nobody' {
  const seller = process?.someThread(world.random)
  if (process === undefined || seller === undefined || seller.thread.state !== 'running') return 'nobody'
  const { history, kernel } = world
  const { account, units } = wish
  const { operation } = subjectOf(units)
  const started = { startedAtMs: kernel.nowMs, startedAtEvent: kernel.events }
  const request = history.begin({ account, units, operation, ...started })
  request.whenAnswered = () => wish.answered(request)
  seller.requests.add(request)
  serve(world, { process, seller, request })
    .then((served) => {
      if (request.answer === undefined) end(world, { process, seller, request }, served)
    })
    .catch(world.fail)
  return 'made'
}

function end(world: World, { process, seller, request }: Serving, { kind, reason, isKnown }: Served): void {
  const { history, kernel } = world
  seller.requests.delete(request)
  // The bookkeeper drops their charges when their turn comes.
  if (reason === 'withdrawn' || reason === 'unavailable') process.endedUnits += request.units
  request.isOfTwin = process.isTwin
  if (reason === 'monthly_limit' && isKnown !== true) world.checker.checkMonthlyLimit(request)
  kernel.mix(reason.length * 31 + request.units)
  const isCalmAnswer = kind === 'success' || CALM_REASONS.includes(reason)
  demand(isCalmAnswer || !world.isCalm, 'no cause', () => `request ${request.id} failed in calm weather: ${reason}`)
  world.answers.add(kind === 'success' ? 'success' : reason)
  if (kind === 'success') history.answer(request, { kind, period: reason })
  else history.answer(request, kind === 'failure' ? { kind, reason } : { kind })
}

/** What a client may be told where nothing goes wrong. */
const CALM_REASONS: readonly string[] = ['monthly_limit', 'busy', 'withdrawn', 'unknown_account']

interface Served {
  readonly kind: 'success' | 'failure' | 'nothing'
  /** Of a success: the month that was charged. */
  readonly reason: string
  /** Refused without asking the bookkeeper. */
  readonly isKnown?: boolean
}

interface Serving {
  readonly process: NodeProcess
  readonly seller: ClientThread
  readonly request: Request
}

/** What the server does in a thread that answers requests. */
async function serve(world: World, { process, seller, request }: Serving): Promise<Served> {
  const { client } = seller
  const { account, units, id: requestId } = request
  const { kernel } = world
  const known = client.knownRefusal(account, units)
  if (known !== undefined) {
    if (process.flags.isOpen && known.reason !== 'unavailable') checkKnown(seller, request, kernel.nowMs)
    return { kind: 'failure', reason: known.reason, isKnown: true }
  }
  request.phase = 'charging'
  const askedAtMs = process.ledgerMs()
  const sentAtMs = kernel.nowMs
  const pauses = world.pauses
  const charge = client.charge({ account, units, subject: subjectOf(units), requestId })
  // The client of the service leaves, at once or a little later.
  if (world.happens('disconnect')) {
    const leavesMs = world.random.below(3) === 0 ? 0 : world.random.fraction() * world.plan.computeMs
    kernel.after(leavesMs, 'disconnect', () => charge.withdraw(), seller.thread)
  }
  const outcome = await charge.outcome
  const isLate = sentAtMs + ANSWER_MAX_MS < kernel.nowMs && world.pauses === pauses
  demand(!isLate, 'in time', () => `request ${requestId} waited ${kernel.nowMs - sentAtMs} ms for its charge`)
  if (outcome.outcome === 'withdrawn') return { kind: 'failure', reason: 'withdrawn' }
  if (outcome.outcome === 'unknown') return { kind: 'nothing', reason: 'unknown' }
  if (outcome.outcome === 'refused') return { kind: 'failure', reason: outcome.reason }
  world.stops.checkSold(process.link.stops, request)
  const { endsAtMs, availableUnits, period } = outcome
  // The ledger may have returned to an earlier month meanwhile.
  demand(
    Math.min(askedAtMs, process.ledgerMs()) < endsAtMs,
    'period',
    () => `request ${requestId} was charged to a month that was over`,
  )
  demand(0 <= availableUnits, 'available', () => `${availableUnits} units are available`)
  return { kind: 'success', reason: period }
}

/** What a thread knows of an account it has just been told. */
function checkKnown({ refusals }: ClientThread, { id, account }: Request, nowMs: number): void {
  const lastMs = refusals.get(account)
  const isFresh = lastMs !== undefined && nowMs <= lastMs + KNOWN_MAX_MS
  demand(isFresh, 'known', () => `request ${id} was refused by what is not known any more`)
}

/** A refusal is believed for a quarter of a second, by a clock of its own. */
const KNOWN_MAX_MS = 252

const SUBJECTS: readonly Subject[] = ['suggest', 'readCompany'].map((operation) => {
  return { project: 'shop', credential: 'key', operation }
})

function subjectOf(units: number): Subject {
  return SUBJECTS[units % SUBJECTS.length]!
}

/** Asks a node for an account's counters and holds them against the equations. */
export async function askUsage(world: World, process: NodeProcess, account: string): Promise<void> {
  const seller = process.someThread(world.random)
  if (seller === undefined || seller.thread.state !== 'running') return
  const before = world.usageFloor(account)
  try {
    const usage = (await seller.client.call({ name: 'usage', account })) as UsageOutcome
    checkUsage(world, { account, usage, before })
  } catch (error) {
    // Only this: the bookkeeper's thread is gone.
    if (!(error instanceof Error) || error.message !== 'the ledger is closed') throw error
  }
}
