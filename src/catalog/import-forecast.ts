import { existsSync } from 'node:fs'
import { type Clock, isoDay } from '../stdx/clock.ts'
import { InputError } from '../stdx/input-error.ts'
import type { Sqlite } from '../storage/storage.ts'
import { decideImport, type ImportDecision } from './decide-import.ts'
import { readCatalog } from './examine-catalog.ts'
import { computeSignature, type ImportPlan, type PastSet } from './import-plan.ts'
import { countRecordsBefore, readHistory } from './past-sets.ts'
import { recordTable } from './record-table.ts'

/** A set that is assumed to be imported, for the decisions about the sets after it. */
interface AssumedSet {
  readonly plan: ImportPlan
  readonly past: PastSet
  readonly records: number
}

/** Decides about consecutive sets like an import, but only reads the catalog, which need not exist. */
export class ImportForecast {
  readonly #path: string
  readonly #clock: Clock
  readonly #assumed: AssumedSet[] = []

  constructor(path: string, clock: Clock) {
    this.#path = path
    this.#clock = clock
  }

  decide(plan: ImportPlan, { allowGap }: { readonly allowGap: boolean }): ImportDecision {
    const assumed = this.#assumedFor(plan)
    const known = this.#read((database) => readHistory(database, datasetIdOf(database, plan), plan.scope))
    return decideImport({
      plan,
      signature: computeSignature(plan),
      past: [...(known?.past ?? []), ...assumed.map((set) => set.past)],
      inventedSoFar: known?.inventedSoFar ?? this.#assumed[0]?.plan.invented ?? null,
      restoring: known?.restoring ?? false,
      allowGap,
    })
  }

  /** Records of the last full set of the scope, 0 if there is none. */
  recordsBefore(plan: ImportPlan): number {
    const full = this.#assumedFor(plan).filter((set) => set.past.coverage === 'full')
    const last = full.findLast((set) => set.plan.complete) ?? full.at(-1)
    if (last !== undefined) return last.records
    return (
      this.#read((database) => {
        const datasetId = datasetIdOf(database, plan)
        return datasetId === undefined ? 0 : countRecordsBefore(database, datasetId, plan.scope)
      }) ?? 0
    )
  }

  /** The keys that the catalog has a record for; undefined while it has no record of the dataset. */
  knownKeys(plan: ImportPlan, keys: Iterable<number>): ReadonlySet<number> | undefined {
    return this.#read((database) => {
      const datasetId = datasetIdOf(database, plan)
      if (datasetId === undefined) return undefined
      const table = recordTable(datasetId)
      if (database.prepare(`select 1 from ${table} limit 1`).get() === undefined) return undefined
      const record = database.prepare(`select 1 from ${table} where key = ?`)
      return new Set([...keys].filter((key) => record.get(key) !== undefined))
    })
  }

  /** The sets after this one are decided as if it were imported. */
  assumeImported(plan: ImportPlan, records: number): void {
    const past = {
      generation: Number.MAX_SAFE_INTEGER,
      coverage: plan.coverage,
      observedOn: plan.observedOn ?? isoDay(this.#clock.nowMs()),
      signature: computeSignature(plan),
      projectionVersion: plan.projectionVersion,
    }
    this.#assumed.push({ plan, past, records })
  }

  #assumedFor(plan: ImportPlan): AssumedSet[] {
    return this.#assumed.filter((set) => set.plan.dataset.name === plan.dataset.name && set.plan.scope === plan.scope)
  }

  /** Undefined if there is no catalog yet. */
  #read<Result>(work: (database: Sqlite) => Result): Result | undefined {
    if (!existsSync(this.#path)) return undefined
    return readCatalog(this.#path, (database, problem) => {
      if (problem !== undefined) throw new InputError(problem)
      return work(database)
    })
  }
}

function datasetIdOf(database: Sqlite, plan: ImportPlan): number | undefined {
  return database.prepare<readonly [number]>('select id from dataset where name = ?').get(plan.dataset.name)?.[0]
}
