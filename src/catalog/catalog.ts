import { hash } from 'node:crypto'
import type { Dataset } from '../records/dataset.ts'
import { type Clock, isoTime } from '../stdx/clock.ts'
import { GivenError } from '../stdx/given-error.ts'
import { explained, openSqlite, type Sqlite } from '../storage/storage.ts'
import { type DecisionInput, decideImport, type ImportDecision } from './decide-import.ts'
import type { ImportCounts } from './import-counts.ts'
import { rowsIn } from './import-counts.ts'
import type { ImportPlan, PastSet } from './import-plan.ts'
import type { KnownRows } from './known-rows.ts'
import { createRecordTable } from './record-table.ts'
import { type FinishOptions, type ReaderCounts, type RecordBatch, SetWriter } from './set-writer.ts'
import { CatalogSnapshot } from './snapshot.ts'
import { findByIco, findById, restoreRecord, type WithdrawalTarget, withdrawRecord } from './withdrawal.ts'

export { fingerprintOf } from './fingerprint.ts'
export type { ImportCounts } from './import-counts.ts'
export { recordsIn, rowsIn } from './import-counts.ts'
export type { ImportPlan } from './import-plan.ts'
export { KnownRows } from './known-rows.ts'
export type { ReaderCounts, RecordBatch } from './set-writer.ts'
export type { CatalogSnapshot, SnapshotDataset, SnapshotFile, SnapshotRow } from './snapshot.ts'
export type { WithdrawalTarget } from './withdrawal.ts'

export interface BeginOptions {
  readonly allowGap: boolean
}

export type BeginOutcome =
  | Exclude<ImportDecision, { outcome: 'import' }>
  | { readonly outcome: 'begun'; readonly running: RunningImport }

/** The local store of records: what was imported from which file, what it was before, what the operator withdrew. */
export class Catalog {
  readonly #database: Sqlite
  readonly #clock: Clock

  static open(path: string, clock: Clock): Catalog {
    const migrations = new URL('./migrations/', import.meta.url)
    return new Catalog(openSqlite(path, { use: 'owned', migrations, cacheKiB: 65_536 }), clock)
  }

  private constructor(database: Sqlite, clock: Clock) {
    this.#database = database
    this.#clock = clock
  }

  /** Takes the catalog for one import. Until it finishes or is abandoned, nobody else can read or write. */
  beginImport(plan: ImportPlan, options: BeginOptions): BeginOutcome {
    this.#exclusively('begin exclusive')
    try {
      const datasetId = this.#datasetId(plan.dataset)
      const signature = signatureOf(plan)
      const past = this.#past(datasetId, plan.scope)
      const input: DecisionInput = {
        plan,
        signature,
        past,
        inventedSoFar: this.#inventedSoFar(),
        restoring: this.#isRestoring(datasetId),
        allowGap: options.allowGap,
      }
      const decision = decideImport(input)
      if (decision.outcome !== 'import') {
        this.#database.exec('rollback')
        return decision
      }
      return {
        outcome: 'begun',
        running: new RunningImport(this.#database, plan, { datasetId, signature, now: isoTime(this.#clock.nowMs()) }),
      }
    } catch (error) {
      this.#database.exec('rollback')
      throw error
    }
  }

  /** A view that stays the same until it is closed; imports wait meanwhile. */
  snapshot(): CatalogSnapshot {
    this.#exclusively('begin immediate')
    return new CatalogSnapshot(this.#database)
  }

  /** A second connection for another thread, while this process holds a snapshot: that keeps writers out. */
  static readAlong(path: string): CatalogSnapshot {
    const database = openSqlite(path, { use: 'owned', cacheKiB: 65_536 })
    database.exec('begin')
    return new CatalogSnapshot(database, () => database.close())
  }

  /** The records that an ICO or an id names. */
  find(what: { readonly country: string; readonly ico: string } | { readonly id: string }): WithdrawalTarget[] {
    return 'id' in what ? findById(this.#database, what.id) : findByIco(this.#database, what.country, what.ico)
  }

  withdraw(target: WithdrawalTarget, why: string): void {
    this.#inTransaction((generation) =>
      withdrawRecord(this.#database, target, { why, at: isoTime(this.#clock.nowMs()), generation }),
    )
  }

  /** False if the record was not withdrawn. */
  restore(target: WithdrawalTarget): boolean {
    return this.#inTransaction(() => restoreRecord(this.#database, target))
  }

  /** Last day and init of a dataset, for whoever fetches what comes after. */
  standing(datasetName: string): { readonly lastInit: string | null; readonly lastDay: string | null } {
    const row = this.#database
      .prepare<readonly [string | null, string | null]>(
        `select max(observed_on) filter (where coverage = 'full'), max(observed_on)
         from import_set join dataset on dataset.id = import_set.dataset where dataset.name = ?`,
      )
      .get(datasetName)
    return { lastInit: row?.[0] ?? null, lastDay: row?.[1] ?? null }
  }

  /** Errors found by SQLite's own check; none is healthy. */
  integrityErrors(): string[] {
    const rows = this.#database.prepare<readonly [string]>('pragma quick_check(10)').all()
    return rows.map(([line]) => line).filter((line) => line !== 'ok')
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
      throw explained(error, 'the catalog')
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
      this.#database.exec('rollback')
      throw error
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

  #past(datasetId: number, scope: string): PastSet[] {
    const rows = this.#database.prepare<readonly [number, 'full' | 'changes', string, string, string]>(
      `select generation, coverage, observed_on, signature, projection_version
       from import_set where dataset = ? and scope = ? order by generation`,
    )
    return rows.all(datasetId, scope).map(([generation, coverage, observedOn, signature, projectionVersion]) => ({
      generation,
      coverage,
      observedOn,
      signature,
      projectionVersion,
    }))
  }

  #inventedSoFar(): boolean | null {
    const row = this.#database.prepare<readonly [number]>('select invented from import_set limit 1').get()
    return row === undefined ? null : row[0] === 1
  }

  #isRestoring(datasetId: number): boolean {
    return (
      this.#database.prepare('select 1 from withdrawal where dataset = ? and restoring = 1').get(datasetId) !==
      undefined
    )
  }
}

/** An import under way. Ends in `finish` or `abandon`; a process that dies first leaves the catalog as it was. */
export class RunningImport {
  /** Rows that are in the catalog already, to be asked before a row is parsed. */
  readonly knownRows: KnownRows | undefined
  /** What the last full set of this scope depended on: known rows count only if this one depends on the same. */
  readonly dependenciesBefore: string | undefined
  readonly #database: Sqlite
  readonly #generation: number
  readonly #writer: SetWriter

  constructor(
    database: Sqlite,
    plan: ImportPlan,
    begun: { readonly datasetId: number; readonly signature: string; readonly now: string },
  ) {
    this.#database = database
    const { datasetId } = begun
    const last = database
      .prepare<readonly [number, string, string]>(
        `select records, dependencies, projection_version from import_set
         where dataset = ? and scope = ? and coverage = 'full' order by generation desc limit 1`,
      )
      .get(datasetId, plan.scope)
    const observedOn = plan.observedOn ?? begun.now.slice(0, 10)
    const [generation] = database
      .prepare<readonly [number]>(
        `insert into import_set (dataset, scope, coverage, complete, observed_on, imported_at, projection_version, dependencies,
           signature, invented, records, counts) values (?, ?, ?, ?, ?, ?, ?, '', ?, ?, 0, '{}') returning generation`,
      )
      .get(
        datasetId,
        plan.scope,
        plan.coverage,
        plan.complete ? 1 : 0,
        observedOn,
        begun.now,
        plan.projectionVersion,
        begun.signature,
        plan.invented ? 1 : 0,
      )!
    this.#generation = generation
    const insertFile = database.prepare<readonly [number]>(
      'insert into import_file (generation, name, bytes, sha256, fetched_at) values (?, ?, ?, ?, ?) returning id',
    )
    const fileIds = plan.files.map(
      (file) => insertFile.get(generation, file.name, file.bytes, file.sha256, file.fetchedAt)![0],
    )
    this.#writer = new SetWriter(database, {
      datasetId,
      generation,
      coverage: plan.coverage,
      complete: plan.complete,
      scope: plan.scope,
      observedOn,
      fileIds,
      recordsBefore: last?.[0] ?? 0,
    })
    this.knownRows = last?.[2] === plan.projectionVersion ? this.#writer.loadKnownRows() : undefined
    this.dependenciesBefore = last?.[1]
  }

  /** Returns the places in the batch whose key stood in the set before. */
  write(batch: RecordBatch): number[] {
    return this.#writer.write(batch)
  }

  get counts(): Readonly<ImportCounts> {
    return this.#writer.counts
  }

  /** Retires what is gone, checks the whole and commits. Throws a GivenError, with everything undone, if the set may not stand. */
  finish(
    reader: ReaderCounts & { readonly dependencies: string },
    options: FinishOptions,
  ): { generation: number; counts: ImportCounts } {
    try {
      const known = reader.dependencies === this.dependenciesBefore ? this.knownRows : undefined
      this.#writer.finish(reader, known, options)
      const { counts } = this.#writer
      this.#database
        .prepare('update import_set set records = ?, counts = ?, dependencies = ? where generation = ?')
        .run(
          rowsIn(counts) - counts.skipped - counts.rejected,
          JSON.stringify(counts),
          reader.dependencies,
          this.#generation,
        )
      this.#database.exec('commit')
      return { generation: this.#generation, counts }
    } catch (error) {
      this.abandon()
      throw explained(error, 'the catalog')
    }
  }

  abandon(): void {
    this.#database.exec('rollback')
  }
}

/** The same files in another order are the same set. */
function signatureOf(plan: ImportPlan): string {
  const hashes = plan.files.map((file) => file.sha256).toSorted()
  return hash('sha256', [plan.complete ? 'complete' : 'partial', ...hashes].join('\n'), 'hex')
}

export function describeRefusal(
  decision: Exclude<BeginOutcome, { outcome: 'begun' | 'already_imported' }>,
  what: string,
): GivenError {
  switch (decision.outcome) {
    case 'no_base':
      return new GivenError(
        `${what} holds changes only, and nothing is imported that they could change. Import the full set first.`,
      )
    case 'gap':
      return new GivenError(
        `${what} cannot be applied: the changes of ${decision.missing} are missing. Import that day first, or a newer full set; --allow-gap goes on without it.`,
      )
    case 'step_back':
      return new GivenError(
        `${what} is a step back: the catalog stands at ${decision.applied} already. Nothing was imported.`,
      )
    case 'mixed':
      return new GivenError(
        `${what} would mix invented sample data with real data in one catalog. Use another folder (--data DIR) for one of them.`,
      )
  }
}
