import { type Random, seededRandom } from '../../src/stdx/random.ts'
import { answersWithin, type Charging } from './answers-within.ts'
import { nowMs, type Reports } from './charger-reports.ts'
import { requestIdOf } from './request-id.ts'

export interface ChargerTask {
  readonly run: number
  readonly thread: number
  readonly seed: number
  readonly accounts: readonly string[]
  readonly loops: number
  /** `race`: until each loop was refused a single unit because the month is used up. */
  readonly until: 'stopped' | 'race'
}

/** Charges in concurrent loops. Resolves when all have ended and everything is reported. */
export async function chargeInLoops(
  ledger: Charging,
  { task, reports, stopped }: { task: ChargerTask; reports: Reports; stopped: () => boolean },
): Promise<void> {
  const random = seededRandom(task.seed)
  using patience = answersWithin(ANSWER_MAX_SECONDS)
  const context: LoopContext = {
    ledger: patience.watch(ledger),
    task,
    reports,
    stopped,
    random,
    nextCounter: counter(),
  }
  const loop = task.until === 'race' ? raceLoop : mixedLoop
  await Promise.all(Array.from({ length: task.loops }, () => loop(context)))
  await turn()
}

/** Several times as long as a debit waits for a database that does not answer. */
const ANSWER_MAX_SECONDS = 15

interface LoopContext {
  readonly ledger: Charging
  readonly task: ChargerTask
  readonly reports: Reports
  readonly stopped: () => boolean
  readonly random: Random
  readonly nextCounter: () => number
}

/** Charges 1 or 10 units of any account; withdraws one charge in ten. */
async function mixedLoop(context: LoopContext): Promise<void> {
  const { random, stopped, task } = context
  while (!stopped()) {
    const account = random.below(task.accounts.length)
    const units = random.below(4) === 0 ? 10 : 1
    const outcome = await chargeOnce(context, { account, units, withdraws: random.below(10) === 0 })
    if (outcome !== 'charged') await pause(1 + random.below(REFUSED_PAUSE_MS))
  }
}

/** Charges 1 or 10 units of one account until its month is used up. */
async function raceLoop(context: LoopContext): Promise<void> {
  for (let largest = 10; 0 < largest && !context.stopped(); ) {
    const units = context.random.below(2) === 0 ? largest : 1
    const outcome = await chargeOnce(context, { account: 0, units, withdraws: false })
    if (outcome === 'monthly_limit') largest = units === 1 ? 0 : 1
    else if (outcome !== 'charged') await pause(1 + context.random.below(REFUSED_PAUSE_MS))
  }
}

const REFUSED_PAUSE_MS = 10

async function chargeOnce(
  { ledger, task, reports, random, nextCounter }: LoopContext,
  { account, units, withdraws }: { account: number; units: number; withdraws: boolean },
): Promise<string> {
  const subject = { project: 'shop', credential: `key-${task.thread}`, operation: units === 1 ? 'suggest' : 'read' }
  const known = ledger.knownRefusal(task.accounts[account]!, units)
  if (known !== undefined) {
    reports.write(`r ${known.reason} ${units} ${account} ${nowMs()}`)
    return known.reason
  }
  if (random.below(2) === 0) await turn()
  const number = nextCounter()
  const requestId = requestIdOf({ run: task.run, thread: task.thread, counter: number, account, units })
  await new Promise<void>((send) => reports.before(`s ${number} ${account} ${units} ${nowMs()}`, send))
  const charge = ledger.charge({ account: task.accounts[account]!, units, subject, requestId })
  if (withdraws) {
    // The client disconnects before or after its charge is sealed.
    if (random.below(2) === 0) await turn()
    charge.withdraw()
  }
  const outcome = await charge.outcome
  if (outcome.outcome === 'charged') reports.write(`d ${number} ${account} ${units} ${outcome.period}`)
  else reports.write(outcome.outcome === 'unknown' ? `u ${number}` : `f ${number}`)
  if (outcome.outcome === 'refused') reports.write(`r ${outcome.reason} ${units} ${account} ${nowMs()}`)
  if (outcome.outcome === 'charged' || outcome.outcome === 'withdrawn') return 'charged'
  return outcome.outcome === 'refused' ? outcome.reason : 'failed'
}

function counter(): () => number {
  let last = 0
  return () => ++last
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
