import { workerData } from 'node:worker_threads'
import { type Invitation, joinLedger } from '../../src/ledger/thread/join.ts'

export interface ChargingThreadTask {
  readonly invitation: Invitation
  readonly account: string
  /** One byte per request with its outcome. It outlives the thread. */
  readonly outcomes: SharedArrayBuffer
  /** The beginning of its request ids. */
  readonly prefix: string
  readonly loops: number
}

/** The values of `outcomes`. */
export const SENT = 1
export const DEBITED = 2
export const REFUSED = 3
export const UNKNOWN = 4

/** The number of a request determines what it costs. */
export function unitsOf(number: number): number {
  return number % 3 === 0 ? 10 : 1
}

export function requestIdOf(prefix: string, number: number): string {
  return prefix + `${number}`.padStart(32 - prefix.length, '0')
}

/** Keeps some charge in flight at all times. */
const THINK_MS = 5

/** Charges in loops until the month is used up. */
async function chargeInLoops({ invitation, account, outcomes, prefix, loops }: ChargingThreadTask): Promise<void> {
  const { client, leave } = joinLedger(invitation)
  const bytes = new Uint8Array(outcomes)
  let requests = 0
  const loop = async (): Promise<void> => {
    for (let isOver = false; !isOver && requests < bytes.length - loops; ) {
      const number = ++requests
      const refusal = client.knownRefusal(account, unitsOf(number))
      if (refusal !== undefined) {
        isOver = refusal.reason === 'monthly_limit'
        await new Promise((resolve) => setTimeout(resolve, THINK_MS))
        continue
      }
      if (number % 5 === 0) await new Promise((resolve) => setTimeout(resolve, THINK_MS))
      bytes[number] = SENT
      const subject = { project: 'shop', credential: prefix, operation: 'suggestCompanies' }
      const requestId = requestIdOf(prefix, number)
      const charge = client.charge({ account, units: unitsOf(number), subject, requestId })
      if (number % 7 === 0) setImmediate(() => charge.withdraw())
      const outcome = await charge.outcome
      bytes[number] = outcome.outcome === 'charged' ? DEBITED : outcome.outcome === 'unknown' ? UNKNOWN : REFUSED
      isOver = outcome.outcome === 'refused' && outcome.reason === 'monthly_limit'
    }
  }
  await Promise.all(Array.from({ length: loops }, loop))
  leave()
}

const task = workerData as ChargingThreadTask | null
if (task?.invitation !== undefined) await chargeInLoops(task)
