import { assert } from '../stdx/assert.ts'
import { explainSqliteError, type Sqlite } from '../storage/storage.ts'
import { type ImportCounts, sumRecords } from './import-counts.ts'
import { countExpectedRows, type ImportPlan } from './import-plan.ts'
import type { KnownRows } from './known-rows.ts'
import { countRecordsBefore, readPastSets } from './past-sets.ts'
import { type ImportFinish, type ReaderCounts, type RecordBatch, SetWriter } from './set-writer.ts'

/** A running import. It ends with `finish` or `abandon`. If the process dies before, the catalog is unchanged. */
export class RunningImport {
  /** The rows in the catalog. The reader looks a row up before it parses it. */
  readonly knownRows: KnownRows | undefined
  /** The dependencies of the last full set of this scope. Known rows are valid only if this set has the same. */
  readonly dependenciesBefore: string | undefined
  /** The day that answers show: that of the set, or the day of the import. */
  readonly observedOn: string
  readonly #database: Sqlite
  readonly #generation: number
  readonly #writer: SetWriter
  #ended = false

  constructor(
    database: Sqlite,
    plan: ImportPlan,
    begun: { readonly datasetId: number; readonly signature: string; readonly now: string },
  ) {
    this.#database = database
    const { datasetId } = begun
    const last = database
      .prepare<readonly [string, string]>(
        `select dependencies, projection_version from import_set
         where dataset = ? and scope = ? and coverage = 'full' order by generation desc limit 1`,
      )
      .get(datasetId, plan.scope)
    // Before the new set is inserted: it must not be its own predecessor.
    const before = countRecordsBefore(database, datasetId, plan.scope)
    const past = readPastSets(database, datasetId, plan.scope)
    const isRepeated = plan.coverage === 'changes' && past.some(({ signature }) => signature === begun.signature)
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
    this.observedOn = observedOn
    const insertFile = database.prepare<readonly [number]>(
      'insert into import_file (generation, name, bytes, sha256, fetched_at) values (?, ?, ?, ?, ?) returning id',
    )
    const fileIds = plan.files.map(
      (file) => insertFile.get(generation, file.name, file.bytes, file.sha256, file.fetchedAt)![0],
    )
    this.#writer = new SetWriter(database, {
      ...plan,
      datasetId,
      generation,
      observedOn,
      fileIds,
      isRepeated,
      recordsBefore: before,
      expectedRows: countExpectedRows(plan),
    })
    this.knownRows = last?.[1] === plan.projectionVersion ? this.#writer.loadKnownRows() : undefined
    this.dependenciesBefore = last?.[0]
  }

  /** Returns the indexes in the batch whose key the set had before. */
  write(batch: RecordBatch): number[] {
    // A full disk rolls the transaction back. Later batches of the reader must not be written outside of it.
    assert(!this.#ended && this.#database.isTransaction, 'batches are written while the import runs')
    try {
      return this.#writer.write(batch)
    } catch (error) {
      this.#ended = true
      throw explainSqliteError(error, 'the catalog')
    }
  }

  get counts(): Readonly<ImportCounts> {
    return this.#writer.counts
  }

  /**
   * Retires missing records, checks the set and commits. If the set is refused, rolls back and throws an InputError.
   */
  finish(reader: ReaderCounts, options: ImportFinish): { generation: number; counts: ImportCounts } {
    try {
      const known = reader.dependencies === this.dependenciesBefore ? this.knownRows : undefined
      this.#writer.finish(reader, known, options)
      const { counts } = this.#writer
      this.#database
        .prepare('update import_set set records = ?, counts = ?, dependencies = ? where generation = ?')
        .run(sumRecords(counts), JSON.stringify(counts), reader.dependencies, this.#generation)
      this.#database
        .prepare(
          'update dataset set records = records + ? where id = (select dataset from import_set where generation = ?)',
        )
        .run(counts.added, this.#generation)
      this.#database.exec('commit')
      return { generation: this.#generation, counts }
    } catch (error) {
      this.abandon()
      throw explainSqliteError(error, 'the catalog')
    }
  }

  /** Rolls back, unless SQLite has done so because of a full disk. */
  abandon(): void {
    this.#ended = true
    if (this.#database.isTransaction) this.#database.exec('rollback')
  }
}
