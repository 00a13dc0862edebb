import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Ledger } from '../../src/ledger/ledger.ts'
import type { TestPostgres } from '../../src/storage/testing/postgres.ts'

export interface RaceTrial {
  readonly dir: string
  readonly postgres: Pick<TestPostgres, 'url'>
  readonly servers: number
  readonly races: number
  readonly progress?: (races: number) => void
}

const ALLOWANCES = [1, 7, 50, 333]
const CLIENTS = 12

/** Servers charge an account until each is told that the month is used up. Returns how many units were sold. */
export async function raceForLastUnits({ dir, postgres, servers, races, progress }: RaceTrial): Promise<number> {
  await using opened = new AsyncDisposableStack()
  const ledgers: Ledger[] = []
  for (let i = 0; i < servers; i++) {
    const data = join(dir, `racer-${i}`)
    mkdirSync(data, { recursive: true })
    ledgers.push(opened.use(await Ledger.open({ data, databaseUrl: postgres.url })))
  }
  let total = 0
  let requests = 0
  for (let race = 0; race < races; race++) {
    const account = `race ${servers} ${race}`
    const allowance = ALLOWANCES[race % ALLOWANCES.length]!
    await ledgers[0]!.setAllowance(account, allowance, 'test')
    const client = async (ledger: Ledger): Promise<number> => {
      for (let sold = 0; ; ) {
        const requestId = `${servers}${++requests}`.padStart(32, '0')
        const subject = { project: 'p', credential: 'k', operation: 'o' }
        const outcome = await ledger.charge({ account, units: 1, subject, requestId }).outcome
        if (outcome.outcome === 'charged') sold++
        else {
          assert(outcome.outcome === 'refused' && outcome.reason === 'monthly_limit', JSON.stringify(outcome))
          return sold
        }
      }
    }
    const sold = await Promise.all(ledgers.flatMap((ledger) => Array.from({ length: CLIENTS }, () => client(ledger))))
    const units = sold.reduce((sum, one) => sum + one, 0)
    assert.equal(units, allowance, `race ${race} for ${allowance} units`)
    for (const ledger of ledgers) {
      const usage = await ledger.usage(account)
      assert(usage.outcome === 'usage' && usage.confirmedUnits === allowance && usage.recoveryHoldUnits === 0)
    }
    total += units
    progress?.(race + 1)
  }
  return total
}
