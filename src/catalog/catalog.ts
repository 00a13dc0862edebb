import type { Dataset } from '../records/dataset.ts'
import { type Clock, isoTime } from '../stdx/clock.ts'
import { InputError } from '../stdx/input-error.ts'
import { explainSqliteError, openSqlite, type Sqlite } from '../storage/storage.ts'
import { decideImport, type ImportDecision } from './decide-import.ts'
import { CATALOG_MIGRATIONS } from './examine-catalog.ts'
import { computeSignature, type ImportPlan } from './import-plan.ts'
import { findOldKeys } from './old-keys.ts'
import { readHistory, readMissingDays } from './past-sets.ts'
import { CatalogHistory } from './record-history.ts'
import { createRecordTable } from './record-table.ts'
import { RunningImport } from './running-import.ts'
import { CatalogSnapshot } from './snapshot.ts'
import {
  findByIco,
  findById,
  listWithdrawals,
  restoreRecord,
  type WithdrawalEntry,
  type WithdrawalTarget,
  withdrawRecord,
} from './withdrawal.ts'

export { describeRefusedImport } from './describe-refused-import.ts'
export { examineCatalog } from './examine-catalog.ts'
export { computeFingerprint } from './fingerprint.ts'
export type { ImportCounts } from './import-counts.ts'
export { createCounts, sumRecords, UNKNOWN_ENDING } from './import-counts.ts'
export { ImportForecast } from './import-forecast.ts'
export type { ImportPlan } from './import-plan.ts'
export { countExpectedRows } from './import-plan.ts'
export { KnownRows } from './known-rows.ts'
export { refuseBadSet } from './refuse-bad-set.ts'
export type { RunningImport } from './running-import.ts'
export type { ReaderCounts, RecordBatch } from './set-writer.ts'
export type { WithdrawalTarget } from './withdrawal.ts'

interface RegistryStanding {
  /** The day of the newest complete full set. */
  readonly lastInit: string | null
  /** The day of the newest data. */
  readonly lastDay: string | null
  /** Days that no changes cover though later ones are applied. */
  readonly missingDays: readonly string[]
}

interface BeginOptions {
  readonly allowGap: boolean
}

type BeginOutcome =
  | Exclude<ImportDecision, { outcome: 'import' }>
  | { readonly outcome: 'begun'; readonly running: RunningImport }

/** The local store of records: what was imported from which file, what it was before, what the operator withdrew. */
export class Catalog {
  readonly #database: Sqlite
  readonly #clock: Clock

  static open(path: string, clock: Clock): Catalog {
    const migrations = CATALOG_MIGRATIONS
    const database = openSqlite(path, { use: 'owned', migrations, cacheKiB: 65_536 })
    try {
      const problem = findOldKeys(database, path)
      if (problem !== undefined) throw new InputError(problem)
      return new Catalog(database, clock)
    } catch (error) {
      database.close()
      throw explainSqliteError(error, path)
    }
  }

  private constructor(database: Sqlite, clock: Clock) {
    this.#database = database
    this.#clock = clock
  }

  /** Locks the catalog for one import. Until it finishes or is abandoned, no other process can read or write. */
  beginImport(plan: ImportPlan, options: BeginOptions): BeginOutcome {
    this.#exclusively('begin exclusive')
    try {
      const datasetId = this.#datasetId(plan.dataset)
      const signature = computeSignature(plan)
      const history = readHistory(this.#database, datasetId, plan.scope)
      const decision = decideImport({ plan, signature, ...history, allowGap: options.allowGap })
      if (decision.outcome === 'dated') {
        const { generation, observedOn } = decision
        this.#database.prepare('update import_set set observed_on = ? where generation = ?').run(observedOn, generation)
        this.#database.exec('commit')
        return decision
      }
      if (decision.outcome !== 'import') {
        this.#database.exec('rollback')
        return decision
      }
      return {
        outcome: 'begun',
        running: new RunningImport(this.#database, plan, { datasetId, signature, now: isoTime(this.#clock.nowMs()) }),
      }
    } catch (error) {
      // A full disk makes SQLite undo the transaction by itself.
      if (this.#database.isTransaction) this.#database.exec('rollback')
      throw explainSqliteError(error, 'the catalog')
    }
  }

  /** A view that stays the same until it is closed; imports wait meanwhile. */
  snapshot(): CatalogSnapshot {
    this.#exclusively('begin immediate')
    return new CatalogSnapshot(this.#database)
  }

  /** What the records were before, until it is closed. */
  history(): CatalogHistory {
    try {
      return new CatalogHistory(this.#database)
    } catch (error) {
      throw explainSqliteError(error, 'the catalog')
    }
  }

  /** A second connection for another thread, while this process holds a snapshot: that keeps writers out. */
  static readAlong(path: string): CatalogSnapshot {
    // Tables are read from end to end: a larger cache would hold pages that are not read again.
    const database = openSqlite(path, { use: 'owned', cacheKiB: 8192 })
    database.exec('begin')
    return new CatalogSnapshot(database, () => database.close())
  }

  /** The records that an ICO or an id names. */
  find(what: { readonly country: string; readonly ico: string } | { readonly id: string }): WithdrawalTarget[] {
    return 'id' in what ? findById(this.#database, what.id) : findByIco(this.#database, what.country, what.ico)
  }

  /** `list` gets all withdrawals while the catalog is locked. If it throws, the catalog is unchanged. */
  withdraw(
    target: WithdrawalTarget,
    why: string,
    list: (all: readonly WithdrawalEntry[]) => void = () => undefined,
  ): void {
    this.#inTransaction((generation) => {
      withdrawRecord(this.#database, target, { why, at: isoTime(this.#clock.nowMs()), generation })
      list(this.withdrawals())
    })
  }

  /** All records that are withdrawn now, by the keys of their sources. */
  withdrawals(): WithdrawalEntry[] {
    return listWithdrawals(this.#database)
  }

  /**
   * False if the record was not withdrawn. `unlist` is called in either case, while the catalog is locked. If it
   * throws, the catalog is unchanged.
   */
  restore(target: WithdrawalTarget, unlist: () => void = () => undefined): boolean {
    return this.#inTransaction(() => {
      const isRestored = restoreRecord(this.#database, target)
      unlist()
      return isRestored
    })
  }

  /** The imported state of a register: decides what to fetch next. */
  standing(registry: string): RegistryStanding {
    const row = this.#database
      .prepare<readonly [string | null, string | null]>(
        `select max(observed_on) filter (where coverage = 'full' and complete = 1), max(observed_on)
         from import_set join dataset on dataset.id = import_set.dataset where descriptor ->> 'registry' = ?`,
      )
      .get(registry)
    const datasets = this.#database
      .prepare<readonly [number]>(`select id from dataset where descriptor ->> 'registry' = ?`)
      .all(registry)
    return {
      lastInit: row?.[0] ?? null,
      lastDay: row?.[1] ?? null,
      missingDays: datasets.flatMap(([id]) => readMissingDays(this.#database, id)),
    }
  }

  /**
   * True if the newest full set of its scope has this content. Content of an older set may have to be imported again.
   */
  hasFile(registry: string, sha256: string): boolean {
    const row = this.#database
      .prepare(
        `select 1 from import_file join import_set using (generation)
         where sha256 = ? and generation in (
           select max(generation) from import_set join dataset on dataset.id = import_set.dataset
           where coverage = 'full' and descriptor ->> 'registry' = ? group by dataset, scope) limit 1`,
      )
      .get(sha256, registry)
    return row !== undefined
  }

  close(): void {
    this.#database.close()
  }

  [Symbol.dispose](): void {
    this.close()
  }

  #exclusively(begin: string): void {
    try {
      this.#database.exec(begin)
    } catch (error) {
      throw explainSqliteError(error, 'the catalog')
    }
  }

  #inTransaction<T>(work: (generation: number) => T): T {
    this.#exclusively('begin immediate')
    try {
      const [generation] = this.#database
        .prepare<readonly [number]>('select coalesce(max(generation), 0) from import_set')
        .get()!
      const result = work(generation)
      this.#database.exec('commit')
      return result
    } catch (error) {
      // A full disk makes SQLite undo the transaction by itself.
      if (this.#database.isTransaction) this.#database.exec('rollback')
      throw explainSqliteError(error, 'the catalog')
    }
  }

  #datasetId(dataset: Dataset): number {
    const known = this.#database.prepare<readonly [number]>('select id from dataset where name = ?').get(dataset.name)
    const descriptor = JSON.stringify(dataset)
    if (known !== undefined) {
      this.#database.prepare('update dataset set descriptor = ? where id = ?').run(descriptor, known[0])
      return known[0]
    }
    const [id] = this.#database.prepare<readonly [number]>('select coalesce(max(id), 0) + 1 from dataset').get()!
    this.#database
      .prepare('insert into dataset (id, name, descriptor) values (?, ?, ?)')
      .run(id, dataset.name, descriptor)
    createRecordTable(this.#database, id)
    return id
  }
}
