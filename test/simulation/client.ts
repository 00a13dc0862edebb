import type { Subject } from '../../src/ledger/books/rows.ts'
import type { UsageOutcome } from '../../src/ledger/node/usage.ts'
import type { Request } from './history.ts'
import type { NodeProcess, TellerThread } from './node-process.ts'
import { checkInFlight, checkUsage } from './usage-checker.ts'
import { demand } from './violation.ts'
import type { World } from './world.ts'

/**
 * After so long the debit of a client must have been answered, in ms of a process that ran all the time: two deadlines of 2 s that are looked after every quarter of one,
 * and as long again for new units between, should the grant have been closed.
 */
const ANSWER_MAX_MS = 7_000

export interface Wish {
  readonly account: string
  readonly units: number
  answered(request: Request): void
}

/** One request from its beginning to its answer. `nobody`: the connection was refused. */
export function makeRequest(world: World, process: NodeProcess | undefined, wish: Wish): 'made' | 'nobody' {
  const seller = process?.someTeller(world.random)
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

function end(world: World, { process, seller, request }: Serving, { kind, reason }: Served): void {
  const { history, kernel } = world
  seller.requests.delete(request)
  request.isOfTwin = process.isTwin
  if (reason === 'monthly_limit') world.checker.checkMonthlyLimit(request)
  kernel.mix(reason.length * 31 + request.units)
  const isCalmAnswer = kind === 'success' || CALM_REASONS.includes(reason)
  demand(isCalmAnswer || !world.isCalm, 'no cause', () => `request ${request.id} failed in calm weather: ${reason}`)
  world.answers.add(kind === 'success' ? 'success' : reason)
  if (kind === 'success') history.answer(request, { kind, period: reason })
  else history.answer(request, kind === 'failure' ? { kind, reason } : { kind })
}

/** What a client may be told where nothing goes wrong. */
const CALM_REASONS: readonly string[] = ['monthly_limit', 'busy', 'disconnected', 'unknown_account']

interface Served {
  readonly kind: 'success' | 'failure' | 'nothing'
  /** Of a success: the month that was charged. */
  readonly reason: string
}

interface Serving {
  readonly process: NodeProcess
  readonly seller: TellerThread
  readonly request: Request
}

/** What the server does in a thread that sells. */
async function serve(world: World, { process, seller, request }: Serving): Promise<Served> {
  const { teller, thread } = seller
  const { account, units } = request
  const askedAtMs = process.ledgerMs()
  const asked = teller.reserve(account, units, subjectOf(units))
  const reservation = asked instanceof Promise ? await asked : asked
  if (reservation.outcome === 'refused') return { kind: 'failure', reason: reservation.reason }
  request.phase = 'held'
  request.grant = reservation.place.grant
  request.slot = reservation.place.slot
  world.stops.checkReserved(process.link.stops, request)
  demand(
    // The ledger may have returned to an earlier month meanwhile.
    Math.min(askedAtMs, process.ledgerMs()) < reservation.place.endsAtMs,
    'period',
    () => `request ${request.id} got units of a month that was over`,
  )
  const computeMs = -Math.log(1 - world.random.fraction()) * (world.phase === 'chaos' ? world.plan.computeMs : 1)
  if (1 < computeMs) {
    await new Promise<void>((resolve) => world.kernel.after(computeMs, 'computed', resolve, thread))
  }
  if (world.happens('disconnect')) {
    teller.cancel(reservation)
    return { kind: 'failure', reason: 'disconnected' }
  }
  request.phase = 'debiting'
  const sentAtMs = world.kernel.nowMs
  const pauses = world.pauses
  const outcome = await teller.debit(reservation, request.id)
  const isLate = sentAtMs + ANSWER_MAX_MS < world.kernel.nowMs && world.pauses === pauses
  demand(!isLate, 'in time', () => `request ${request.id} waited ${world.kernel.nowMs - sentAtMs} ms for its debit`)
  if (outcome.outcome === 'refused') return { kind: 'failure', reason: outcome.reason }
  if (outcome.outcome === 'unknown') return { kind: 'nothing', reason: 'unknown' }
  world.stops.checkSold(process.link.stops, request)
  const isSameMonth = outcome.period === reservation.place.period
  demand(isSameMonth, 'period', () => `request ${request.id} was charged to another month`)
  demand(0 <= outcome.availableUnits, 'available', () => `${outcome.availableUnits} units are available`)
  return { kind: 'success', reason: periodName(outcome.period) }
}

const SUBJECTS: readonly Subject[] = ['suggest', 'readCompany'].map((operation) => {
  return { project: 'shop', credential: 'key', operation }
})

function subjectOf(units: number): Subject {
  return SUBJECTS[units % SUBJECTS.length]!
}

/** 202611 → `2026-11` */
function periodName(period: number): string {
  return `${Math.floor(period / 100)}-${String(period % 100).padStart(2, '0')}`
}

/** The requests of an account that have units at a node, each with the row of its grant. */
function heldRequests({ checker }: World, { tellers }: NodeProcess, account: string) {
  const all = tellers.flatMap((one) => [...(one?.requests ?? [])])
  const held = all.filter((request) => request.phase === 'held' && request.account === account)
  return held.map((request) => ({ request, row: checker.grant(request.grant) }))
}

/** Asks a node for an account's counters and holds them against the equations. */
export async function askUsage(world: World, process: NodeProcess, account: string): Promise<void> {
  const seller = process.someTeller(world.random)
  if (seller === undefined || seller.thread.state !== 'running') return
  const before = world.usageFloor(account)
  const held = heldRequests(world, process, account)
  try {
    const usage = (await seller.teller.call({ name: 'usage', account })) as UsageOutcome
    checkUsage(world, { account, usage, before })
    checkInFlight(world, usage, held)
  } catch (error) {
    // Only this: the bookkeeper's thread is gone.
    if (!(error instanceof Error) || error.message !== 'the ledger is closed') throw error
  }
}
