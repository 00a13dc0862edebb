import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { BOOKS_MIGRATIONS, openSqlBooks } from '../../src/ledger/books/sql-store.ts'
import { openDatabase } from '../../src/storage/storage.ts'
import { ChargeHistory } from './charge-history.ts'
import { type Refused, startCharger } from './charger-process.ts'
import { LedgerInspection } from './ledger-inspection.ts'

export interface RaceReport {
  readonly charged: number
  readonly debits: number
  readonly ms: number
  readonly busyAnswers: number
  /** The longest time for which one process was refused as `busy`, until its next charge or the last one of all. */
  readonly busyMsMax: number
}

/**
 * Processes race for the last units of one account, in calls of 1 and 10 units. Throws unless exactly the allowance is
 * charged, and the month is reported as used up only after the last charge.
 */
export async function raceToTheEnd(options: {
  readonly dir: string
  readonly databaseUrl: string | undefined
  readonly processes: number
  /** Threads of each process. */
  readonly threads: number
  readonly loops: number
  readonly units: number
  readonly seed: number
}): Promise<RaceReport> {
  const { dir, databaseUrl, units, threads, loops } = options
  const accounts = ['raced']
  const history = new ChargeHistory(1)
  const inspection = new LedgerInspection(history, accounts)
  const clock = new RaceClock()
  const folder = (n: number): string => join(dir, `racer-${n}`)
  const chargers = Array.from({ length: options.processes }, (_, n) => {
    mkdirSync(folder(n), { recursive: true })
    const task = { run: n + 1, seed: options.seed + 100 * n, accounts, loops, threads, until: 'race' as const }
    return startCharger({ ...task, data: folder(n), databaseUrl }, history, {
      refused: (refused) => clock.refused(refused),
      charged: ({ run, sentAtMs }) => clock.charged(run, sentAtMs),
    })
  })
  const ask = (command: string): Promise<unknown[]> => Promise.all(chargers.map((charger) => charger.ask(command)))
  for (const charger of chargers) {
    if ((await charger.opened) === undefined) assert.fail((await charger.ended).errors)
  }
  await chargers[0]!.ask(`allow raced ${units}`)
  const startedMs = performance.now()
  await ask('charge')
  await ask('ended')
  const ms = performance.now() - startedMs

  const place =
    databaseUrl === undefined ? { path: join(folder(0), 'ledger.db') } : { url: databaseUrl, connections: 1 }
  await using database = await openDatabase({ ...place, migrations: BOOKS_MIGRATIONS, mode: 'read' } as Parameters<
    typeof openDatabase
  >[0])
  const store = openSqlBooks({ posts: database, transactions: database, snapshots: database })
  await inspection.compareBooks(store, [])
  await ask('stop')
  for (const charger of chargers) {
    const { code, errors } = await charger.ended
    assert.equal(code, 0, errors)
  }
  await inspection.compareBooks(
    store,
    chargers.map(({ run }) => run),
  )
  await inspection.atRest(store)
  assert.equal(history.ackedUnits[0], units, 'exactly the allowance was charged')
  assert.deepEqual(inspection.chargedUnits, [units])
  clock.assertExhaustedInOrder()
  return { charged: units, debits: history.acknowledged, ms, ...clock.busy() }
}

/** The times of charges and refusals, by process. */
class RaceClock {
  #busyAnswers = 0
  #busyMsMax = 0
  readonly #busySince = new Map<number, number>()
  #lastChargeMs = Number.NEGATIVE_INFINITY
  #exhaustedMs = Number.POSITIVE_INFINITY

  charged(run: number, atMs: number): void {
    this.#lastChargeMs = Math.max(this.#lastChargeMs, atMs)
    this.#endBusy(run, atMs)
  }

  refused({ run, reason, units, atMs }: Refused): void {
    assert(reason === 'busy' || reason === 'monthly_limit', `a refusal of a race: ${reason}`)
    if (reason === 'busy') {
      this.#busyAnswers++
      if (!this.#busySince.has(run)) this.#busySince.set(run, atMs)
    } else if (units === 1) this.#exhaustedMs = Math.min(this.#exhaustedMs, atMs)
  }

  #endBusy(run: number, atMs: number): void {
    const since = this.#busySince.get(run)
    if (since !== undefined) this.#busyMsMax = Math.max(this.#busyMsMax, atMs - since)
    this.#busySince.delete(run)
  }

  /** No process was refused for an exhausted month before the last charge. */
  assertExhaustedInOrder(): void {
    assert(
      this.#lastChargeMs <= this.#exhaustedMs,
      `used up at ${this.#exhaustedMs}, and charged at ${this.#lastChargeMs}`,
    )
  }

  busy(): Pick<RaceReport, 'busyAnswers' | 'busyMsMax'> {
    for (const run of this.#busySince.keys()) this.#endBusy(run, this.#lastChargeMs)
    return { busyAnswers: this.#busyAnswers, busyMsMax: Math.max(0, this.#busyMsMax) }
  }
}
