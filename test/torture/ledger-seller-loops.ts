import { type Random, seededRandom } from '../../src/stdx/random.ts'
import { answersWithin, type SoldFrom } from './answers-within.ts'
import { nowMs, type Reports } from './ledger-seller-reports.ts'
import { requestIdOf } from './sold-request.ts'

export interface SellerTask {
  readonly life: number
  readonly thread: number
  readonly seed: number
  readonly accounts: readonly string[]
  readonly loops: number
  /** `race`: until each loop was told that not even one unit is left of the month. */
  readonly until: 'stopped' | 'race'
}

/** Sells in concurrent loops. Resolves when all have ended and everything is reported. */
export async function sellInLoops(
  till: SoldFrom,
  { task, reports, stopped }: { task: SellerTask; reports: Reports; stopped: () => boolean },
): Promise<void> {
  const random = seededRandom(task.seed)
  using patience = answersWithin(ANSWER_MAX_SECONDS)
  const seller: Seller = { till: patience.watch(till), task, reports, stopped, random, nextCounter: counter() }
  const loop = task.until === 'race' ? raceLoop : mixedLoop
  await Promise.all(Array.from({ length: task.loops }, () => loop(seller)))
  await turn()
}

/** Several times as long as a debit waits for a database that does not answer. */
const ANSWER_MAX_SECONDS = 15

interface Seller {
  readonly till: SoldFrom
  readonly task: SellerTask
  readonly reports: Reports
  readonly stopped: () => boolean
  readonly random: Random
  readonly nextCounter: () => number
}

/** Calls of 1 and 10 units of any account; one in ten is cancelled. */
async function mixedLoop(seller: Seller): Promise<void> {
  const { random, stopped, task } = seller
  while (!stopped()) {
    const account = random.below(task.accounts.length)
    const units = random.below(4) === 0 ? 10 : 1
    const sold = await sell(seller, { account, units, cancels: random.below(10) === 0 })
    if (sold !== 'sold') await pause(1 + random.below(REFUSED_PAUSE_MS))
  }
}

/** Calls of 1 and 10 units of one account until it is sold out. */
async function raceLoop(seller: Seller): Promise<void> {
  for (let largest = 10; 0 < largest && !seller.stopped(); ) {
    const units = seller.random.below(2) === 0 ? largest : 1
    const sold = await sell(seller, { account: 0, units, cancels: false })
    if (sold === 'monthly_limit') largest = units === 1 ? 0 : 1
    else if (sold !== 'sold') await pause(1 + seller.random.below(REFUSED_PAUSE_MS))
  }
}

const REFUSED_PAUSE_MS = 10

async function sell(
  { till, task, reports, random, nextCounter }: Seller,
  { account, units, cancels }: { account: number; units: number; cancels: boolean },
): Promise<string> {
  const subject = { project: 'shop', credential: `key-${task.thread}`, operation: units === 1 ? 'suggest' : 'read' }
  const reservation = await till.reserve(task.accounts[account]!, units, subject)
  if (reservation.outcome === 'refused') {
    reports.say(`r ${reservation.reason} ${units} ${account} ${nowMs()}`)
    return reservation.reason
  }
  // The time that an answer takes to be computed.
  if (random.below(2) === 0) await turn()
  if (cancels) {
    if (random.below(4) === 0) await pause(1)
    till.cancel(reservation)
    return 'sold'
  }
  const number = nextCounter()
  const requestId = requestIdOf({ life: task.life, thread: task.thread, counter: number, account, units })
  await new Promise<void>((send) => reports.before(`s ${number} ${account} ${units} ${nowMs()}`, send))
  const debit = await till.debit(reservation, requestId)
  if (debit.outcome === 'debited') reports.say(`d ${number} ${account} ${units} ${debit.period}`)
  else reports.say(debit.outcome === 'unknown' ? `u ${number}` : `f ${number}`)
  return debit.outcome === 'debited' ? 'sold' : 'failed'
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
