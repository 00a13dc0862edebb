import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { BOOKS_MIGRATIONS, openSqlBooks } from '../../src/ledger/books/sql-store.ts'
import { openDatabase } from '../../src/storage/storage.ts'
import { LedgerInspection } from './ledger-inspection.ts'
import { type Refused, startSeller } from './seller-process.ts'
import { SoldHistory } from './sold-history.ts'

export interface RaceReport {
  readonly sold: number
  readonly debits: number
  readonly ms: number
  readonly busyAnswers: number
  /** The longest that one process was told `busy` and nothing else, until it sold again or the last unit was sold. */
  readonly busyMsMax: number
}

/**
 * Processes race to the end of one account, in calls of 1 and 10 units. All of them are told only that the month is
 * sold out when the last unit was sold, and exactly the allowance is sold. Throws if not.
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
  const history = new SoldHistory(1)
  const inspection = new LedgerInspection(history, accounts)
  const clock = new RaceClock()
  const folder = (n: number): string => join(dir, `racer-${n}`)
  const sellers = Array.from({ length: options.processes }, (_, n) => {
    mkdirSync(folder(n), { recursive: true })
    const task = { life: n + 1, seed: options.seed + 100 * n, accounts, loops, threads, until: 'race' as const }
    return startSeller({ ...task, data: folder(n), databaseUrl }, history, {
      refused: (refused) => clock.refused(refused),
      charged: ({ life, sentAtMs }) => clock.charged(life, sentAtMs),
    })
  })
  const ask = (command: string): Promise<unknown[]> => Promise.all(sellers.map((seller) => seller.ask(command)))
  for (const seller of sellers) {
    if ((await seller.opened) === undefined) assert.fail((await seller.ended).errors)
  }
  await sellers[0]!.ask(`allow raced ${units}`)
  const startedMs = performance.now()
  await ask('sell')
  await ask('ended')
  const ms = performance.now() - startedMs

  const place =
    databaseUrl === undefined ? { path: join(folder(0), 'ledger.db') } : { url: databaseUrl, connections: 1 }
  await using database = await openDatabase({ ...place, migrations: BOOKS_MIGRATIONS, mode: 'read' } as Parameters<
    typeof openDatabase
  >[0])
  const store = openSqlBooks({ posts: database, transactions: database, snapshots: database })
  await inspection.look(store, [])
  await ask('stop')
  for (const seller of sellers) {
    const { code, errors } = await seller.ended
    assert.equal(code, 0, errors)
  }
  await inspection.look(
    store,
    sellers.map(({ life }) => life),
  )
  await inspection.atRest(store)
  assert.equal(history.ackedUnits[0], units, 'as many units were sold as there were')
  assert.deepEqual(inspection.chargedUnits, [units])
  clock.assertSoldOutInOrder()
  return { sold: units, debits: history.acknowledged, ms, ...clock.busy() }
}

/** When which process was told what. */
class RaceClock {
  #busyAnswers = 0
  #busyMsMax = 0
  readonly #busySince = new Map<number, number>()
  #lastSaleMs = Number.NEGATIVE_INFINITY
  #soldOutMs = Number.POSITIVE_INFINITY

  charged(life: number, atMs: number): void {
    this.#lastSaleMs = Math.max(this.#lastSaleMs, atMs)
    this.#endBusy(life, atMs)
  }

  refused({ life, reason, units, atMs }: Refused): void {
    assert(reason === 'busy' || reason === 'monthly_limit', `a refusal of a race: ${reason}`)
    if (reason === 'busy') {
      this.#busyAnswers++
      if (!this.#busySince.has(life)) this.#busySince.set(life, atMs)
    } else if (units === 1) this.#soldOutMs = Math.min(this.#soldOutMs, atMs)
  }

  #endBusy(life: number, atMs: number): void {
    const since = this.#busySince.get(life)
    if (since !== undefined) this.#busyMsMax = Math.max(this.#busyMsMax, atMs - since)
    this.#busySince.delete(life)
  }

  /** No process was refused for an exhausted month before the last charge. */
  assertSoldOutInOrder(): void {
    assert(this.#lastSaleMs <= this.#soldOutMs, `sold out at ${this.#soldOutMs}, and sold at ${this.#lastSaleMs}`)
  }

  busy(): Pick<RaceReport, 'busyAnswers' | 'busyMsMax'> {
    for (const life of this.#busySince.keys()) this.#endBusy(life, this.#lastSaleMs)
    return { busyAnswers: this.#busyAnswers, busyMsMax: Math.max(0, this.#busyMsMax) }
  }
}
