import { formatCount } from '../../stdx/format-count.ts'
import { readAccounts } from '../tables/accounts.ts'
import type { Rows } from '../tables/books.ts'
import { LEFT_OUT, type NewDoubt, raiseDoubts, readDoubts } from '../tables/doubts.ts'
import type { RecentLine } from './recent-batches.ts'

interface Sum {
  readonly account: string
  readonly period: string
  /** The units that were put back. */
  kept: number
  /** Those that were not. */
  units: number
  charges: number
}

/** The acknowledged charges that older books have no room for, summed up by account and month. */
export class LeftOut {
  readonly #sums = new Map<string, Sum>()

  add(period: string, kept: readonly RecentLine[], leftOut: readonly RecentLine[]): void {
    for (const { account, units } of kept) this.#sumOf(account, period).kept += units
    for (const { account, units } of leftOut) {
      const sum = this.#sumOf(account, period)
      sum.units += units
      sum.charges++
    }
  }

  /**
   * Raises one doubt for each account and month. `what` is of one server alone. A later attempt for the same batch
   * finds the same lines again, and raises no doubt that an operator has resolved. `none`: everything was put back.
   */
  async raise(rows: Rows, what: string): Promise<'some' | 'none'> {
    const short = [...this.#sums.values()].filter(({ charges }) => 0 < charges)
    if (short.length === 0) return 'none'
    const known = (await readDoubts(rows)).filter(({ reason }) => reason === LEFT_OUT)
    const doubts: NewDoubt[] = []
    for (const [period, sums] of Map.groupBy(short, (sum) => sum.period)) {
      const accounts = sums.map(({ account }) => account)
      const found = new Map((await readAccounts(rows, accounts, period)).map((row) => [row.account, row]))
      for (const sum of sums) {
        const { account, units, charges } = sum
        const lost = `${formatCount(charges, 'charge')} of ${period} with ${formatCount(units, 'unit')}`
        const event = `${what}; ${lost} could not be put back: `
        if (known.some((doubt) => doubt.account === account && doubt.detail.startsWith(event))) continue
        const detail = `${event}${explain(sum, found.get(account))}`
        doubts.push({ account, reason: LEFT_OUT, detail })
      }
    }
    await raiseDoubts(rows, doubts)
    return 'some'
  }

  #sumOf(account: string, period: string): Sum {
    const start = { account, period, kept: 0, units: 0, charges: 0 }
    return this.#sums.getOrInsert(JSON.stringify([account, period]), start)
  }
}

function explain({ kept, units }: Sum, account: { readonly allowance: number; readonly spent: number } | undefined) {
  if (account === undefined) return 'there is no such account'
  const { allowance, spent } = account
  const most = formatCount(allowance, 'unit')
  if (allowance < kept + units)
    return `its allowance is ${most}, and ${formatCount(kept + units, 'unit')} were acknowledged`
  return `other charges have used ${formatCount(spent - kept, 'unit')} of its ${most}`
}
