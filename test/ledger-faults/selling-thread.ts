import { workerData } from 'node:worker_threads'
import { type Invitation, joinLedger } from '../../src/ledger/thread/join.ts'

export interface SellingThreadTask {
  readonly invitation: Invitation
  readonly account: string
  /** Of each request one byte: what became of it. It outlives the thread. */
  readonly told: SharedArrayBuffer
  /** Begins the ids of its requests. */
  readonly prefix: string
  readonly loops: number
}

/** What stands in `told`. */
export const SENT = 1
export const DEBITED = 2
export const REFUSED = 3
export const UNKNOWN = 4

/** The number of a request says what it costs. */
export function unitsOf(number: number): number {
  return number % 3 === 0 ? 10 : 1
}

export function requestIdOf(prefix: string, number: number): string {
  return prefix + `${number}`.padStart(32 - prefix.length, '0')
}

/** So that there is always something in flight. */
const THINK_MS = 5

/** Sells in loops until nothing is left of the month. */
async function sell({ invitation, account, told, prefix, loops }: SellingThreadTask): Promise<void> {
  const { client, leave } = joinLedger(invitation)
  const words = new Uint8Array(told)
  let requests = 0
  const loop = async (): Promise<void> => {
    for (let isOver = false; !isOver && requests < words.length - loops; ) {
      const number = ++requests
      const refusal = client.knownRefusal(account, unitsOf(number))
      if (refusal !== undefined) {
        isOver = refusal.reason === 'monthly_limit'
        await new Promise((resolve) => setTimeout(resolve, THINK_MS))
        continue
      }
      if (number % 5 === 0) await new Promise((resolve) => setTimeout(resolve, THINK_MS))
      words[number] = SENT
      const subject = { project: 'shop', credential: prefix, operation: 'suggestCompanies' }
      const requestId = requestIdOf(prefix, number)
      const charge = client.charge({ account, units: unitsOf(number), subject, requestId })
      if (number % 7 === 0) setImmediate(() => charge.withdraw())
      const outcome = await charge.outcome
      words[number] = outcome.outcome === 'charged' ? DEBITED : outcome.outcome === 'unknown' ? UNKNOWN : REFUSED
      isOver = outcome.outcome === 'refused' && outcome.reason === 'monthly_limit'
    }
  }
  await Promise.all(Array.from({ length: loops }, loop))
  leave()
}

const task = workerData as SellingThreadTask | null
if (task?.invitation !== undefined) await sell(task)
