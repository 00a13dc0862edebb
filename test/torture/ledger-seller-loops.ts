import { type Random, seededRandom } from '../../src/stdx/random.ts'
import { answersWithin, type Charging } from './answers-within.ts'
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
  ledger: Charging,
  { task, reports, stopped }: { task: SellerTask; reports: Reports; stopped: () => boolean },
): Promise<void> {
  const random = seededRandom(task.seed)
  using patience = answersWithin(ANSWER_MAX_SECONDS)
  const seller: Seller = { ledger: patience.watch(ledger), task, reports, stopped, random, nextCounter: counter() }
  const loop = task.until === 'race' ? raceLoop : mixedLoop
  await Promise.all(Array.from({ length: task.loops }, () => loop(seller)))
  await turn()
}

/** Several times as long as a debit waits for a database that does not answer. */
const ANSWER_MAX_SECONDS = 15

interface Seller {
  readonly ledger: Charging
  readonly task: SellerTask
  readonly reports: Reports
  readonly stopped: () => boolean
  readonly random: Random
  readonly nextCounter: () => number
}

/** Calls of 1 and 10 units of any account; one in ten is withdrawn. */
async function mixedLoop(seller: Seller): Promise<void> {
  const { random, stopped, task } = seller
  while (!stopped()) {
    const account = random.below(task.accounts.length)
    const units = random.below(4) === 0 ? 10 : 1
    const sold = await sell(seller, { account, units, withdraws: random.below(10) === 0 })
    if (sold !== 'sold') await pause(1 + random.below(REFUSED_PAUSE_MS))
  }
}

/** Calls of 1 and 10 units of one account until it is sold out. */
async function raceLoop(seller: Seller): Promise<void> {
  for (let largest = 10; 0 < largest && !seller.stopped(); ) {
    const units = seller.random.below(2) === 0 ? largest : 1
    const sold = await sell(seller, { account: 0, units, withdraws: false })
    if (sold === 'monthly_limit') largest = units === 1 ? 0 : 1
    else if (sold !== 'sold') await pause(1 + seller.random.below(REFUSED_PAUSE_MS))
  }
}

const REFUSED_PAUSE_MS = 10

async function sell(
  { ledger, task, reports, random, nextCounter }: Seller,
  { account, units, withdraws }: { account: number; units: number; withdraws: boolean },
): Promise<string> {
  const subject = { project: 'shop', credential: `key-${task.thread}`, operation: units === 1 ? 'suggest' : 'read' }
  const known = ledger.knownRefusal(task.accounts[account]!, units)
  if (known !== undefined) {
    reports.say(`r ${known.reason} ${units} ${account} ${nowMs()}`)
    return known.reason
  }
  if (random.below(2) === 0) await turn()
  const number = nextCounter()
  const requestId = requestIdOf({ life: task.life, thread: task.thread, counter: number, account, units })
  await new Promise<void>((send) => reports.before(`s ${number} ${account} ${units} ${nowMs()}`, send))
  const charge = ledger.charge({ account: task.accounts[account]!, units, subject, requestId })
  if (withdraws) {
    // A client that leaves, before its charge is sealed or after.
    if (random.below(2) === 0) await turn()
    charge.withdraw()
  }
  const outcome = await charge.outcome
  if (outcome.outcome === 'charged') reports.say(`d ${number} ${account} ${units} ${outcome.period}`)
  else reports.say(outcome.outcome === 'unknown' ? `u ${number}` : `f ${number}`)
  if (outcome.outcome === 'refused') reports.say(`r ${outcome.reason} ${units} ${account} ${nowMs()}`)
  if (outcome.outcome === 'charged' || outcome.outcome === 'withdrawn') return 'sold'
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
