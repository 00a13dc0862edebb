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
  const { teller, leave } = joinLedger(invitation)
  const words = new Uint8Array(told)
  let requests = 0
  const loop = async (): Promise<void> => {
    for (let isOver = false; !isOver && requests < words.length - loops; ) {
      const number = ++requests
      const reservation = await teller.reserve(account, unitsOf(number), {
        project: 'shop',
        credential: prefix,
        operation: 'suggestCompanies',
      })
      if (reservation.outcome === 'refused') {
        isOver = reservation.reason === 'monthly_limit'
        continue
      }
      if (number % 5 === 0) await new Promise((resolve) => setTimeout(resolve, THINK_MS))
      if (number % 7 === 0) {
        teller.cancel(reservation)
        continue
      }
      words[number] = SENT
      const { outcome } = await teller.debit(reservation, requestIdOf(prefix, number))
      words[number] = outcome === 'debited' ? DEBITED : outcome === 'refused' ? REFUSED : UNKNOWN
    }
  }
  await Promise.all(Array.from({ length: loops }, loop))
  leave()
}

const task = workerData as SellingThreadTask | null
if (task?.invitation !== undefined) await sell(task)
