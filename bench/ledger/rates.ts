import { randomBytes } from 'node:crypto'
import type { Ledger } from '../../src/ledger/ledger.ts'
import { type Percentiles, percentiles } from './percentiles.ts'

export interface Rate extends Percentiles {
  readonly perSecond: number
  readonly failed: number
}

/** So many requests at a time, each of one unit, for so long: what a request waits until its charge is durable. */
export async function rateOf(
  ledger: Ledger,
  { inFlight, accounts, ms }: { inFlight: number; accounts: readonly string[]; ms: number },
): Promise<Rate> {
  const times: number[] = []
  let failed = 0
  let next = 0
  const startedMs = performance.now()
  const client = async (): Promise<void> => {
    while (performance.now() < startedMs + ms) {
      const account = accounts[next++ % accounts.length]!
      const fromMs = performance.now()
      if (await chargeOne(ledger, account)) times.push(performance.now() - fromMs)
      else failed++
    }
  }
  await Promise.all(Array.from({ length: inFlight }, client))
  return { perSecond: (times.length / (performance.now() - startedMs)) * 1000, failed, ...percentiles(times) }
}

/** One unit. False: it was refused. */
export async function chargeOne(ledger: Ledger, account: string): Promise<boolean> {
  const charge = ledger.charge({ account, units: 1, subject: SUBJECT, requestId: requestId() })
  return (await charge.outcome).outcome === 'charged'
}

/** One unit of each account, 64 at a time. */
export async function firstRequests(ledger: Ledger, accounts: readonly string[]): Promise<void> {
  const left = [...accounts]
  const client = async (): Promise<void> => {
    for (let account = left.pop(); account !== undefined; account = left.pop()) {
      if (!(await chargeOne(ledger, account))) throw new Error(`no unit of ${account}`)
    }
  }
  await Promise.all(Array.from({ length: 64 }, client))
}

const SUBJECT = { project: 'bench', credential: 'key', operation: 'suggestCompanies' }

/** Sixteen random bytes a request would be half of the load's own cost; eight and a count are as unique. */
const RUN = randomBytes(8).toString('hex')
let requests = 0

function requestId(): string {
  return RUN + (++requests).toString(16).padStart(16, '0')
}
