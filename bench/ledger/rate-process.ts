import { Ledger } from '../../src/ledger/ledger.ts'
import { rateOf } from './rates.ts'

/** The work of one process of `bench:scale`. */
export interface RateJob {
  readonly data: string
  readonly databaseUrl: string
  readonly accounts: readonly string[]
  readonly inFlight: number
  readonly ms: number
}

export interface RateResult {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly failed: number
  /** µs of processor of this process for one debit. */
  readonly processorUs: number
}

/** One server of several, as a process of its own: it says when its books are open, and charges when it is told to. */
process.once('message', async ({ data, databaseUrl, accounts, inFlight, ms }: RateJob) => {
  const ledger = await Ledger.open({ data, databaseUrl })
  process.send!('open')
  await new Promise((resolve) => process.once('message', resolve))
  await rateOf(ledger, { inFlight, accounts, ms: ms / 3 })
  const before = process.cpuUsage()
  const { perSecond, p50, p99, failed } = await rateOf(ledger, { inFlight, accounts, ms })
  const { user, system } = process.cpuUsage(before)
  const result: RateResult = { perSecond, p50, p99, failed, processorUs: (user + system) / (perSecond * (ms / 1000)) }
  process.send!(result)
  await ledger.close()
  process.disconnect?.()
})
