import { hash } from 'node:crypto'
import { ADDRESS_FIELDS } from '../records/canonical.ts'
import type { Dataset } from '../records/dataset.ts'
import type { Sqlite, Statement } from '../storage/storage.ts'
import { readMissingDays } from './past-sets.ts'
import { recordTable } from './record-table.ts'

interface SnapshotFile {
  readonly id: number
  readonly name: string
  readonly sha256: string
  readonly fetchedAt: string
  readonly generation: number
  readonly scope: string
  readonly observedOn: string
  readonly importedAt: string
  readonly projectionVersion: string
}

export interface SnapshotDataset {
  readonly id: number
  readonly dataset: Dataset
  readonly generation: number
  /** Living or not. */
  readonly records: number
  /** The newest generation that changed a record of the dataset. Many imports change none. */
  readonly changedIn: number
  /** By scope, the day that the data state. */
  readonly observedOn: Readonly<Record<string, string>>
  /** Days without changes although later ones are applied. */
  readonly missingDays: readonly string[]
  readonly importedAt: string
  readonly invented: boolean
  /** By generation, a digest of all changes up to it. It tells apart catalogs with equal generation numbers. */
  readonly digests: ReadonlyMap<number, string>
  /** A digest of all withdrawals and restorations: they change records without an import. */
  readonly withdrawals: string
}

/** The current version of a record. `touched` and `retired` are generations; `withdrawn` is 0 or 1. */
export type SnapshotRow = readonly [
  key: number,
  file: number,
  sha256: Uint8Array,
  body: string,
  touched: number,
  retired: number | null,
  withdrawn: number,
]

/** The catalog at one moment. Closing it lets imports go on. */
export class CatalogSnapshot {
  readonly #database: Sqlite
  readonly #afterwards: () => void
  readonly #byKey = new Map<number, Statement<SnapshotRow>>()

  constructor(database: Sqlite, afterwards: () => void = () => {}) {
    this.#database = database
    this.#afterwards = afterwards
  }

  datasets(): SnapshotDataset[] {
    const rows = this.#database
      .prepare<readonly [number, string, number, string]>(
        'select id, descriptor, records, withdrawals from dataset order by id',
      )
      .all()
    return rows.flatMap(([id, descriptor, records, withdrawals]) => {
      const sets = this.#database
        .prepare<readonly [number, string, string, string, number, number]>(
          `select generation, scope, observed_on, imported_at, invented,
             counts ->> 'added' + counts ->> 'changed' + counts ->> 'returned' + counts ->> 'ended' + counts ->> 'retired'
           from import_set where dataset = ? order by generation`,
        )
        .all(id)
      const last = sets.at(-1)
      if (last === undefined) return []
      const observedOn: Record<string, string> = {}
      for (const [, scope, day] of sets) if ((observedOn[scope] ?? '') <= day) observedOn[scope] = day
      const digests = new Map<number, string>()
      let digest = ''
      let changedIn = 0
      for (const [generation, , , importedAt, , changes] of sets) {
        if (changes === 0) continue
        digest = hash('sha256', `${digest} ${generation} ${importedAt}`, 'hex').slice(0, 16)
        digests.set(generation, digest)
        changedIn = generation
      }
      return {
        id,
        dataset: JSON.parse(descriptor) as Dataset,
        generation: last[0],
        records,
        observedOn,
        missingDays: readMissingDays(this.#database, id),
        importedAt: last[3],
        invented: sets.some(([, , , , invented]) => invented === 1),
        changedIn,
        digests,
        withdrawals,
      }
    })
  }

  files(): SnapshotFile[] {
    const rows = this.#database.prepare<
      readonly [number, string, string, string, number, string, string, string, string]
    >(
      `select import_file.id, name, sha256, fetched_at, generation, scope, observed_on, imported_at, projection_version
       from import_file join import_set using (generation) order by import_file.id`,
    )
    return rows
      .all()
      .map(([id, name, sha256, fetchedAt, generation, scope, observedOn, importedAt, projectionVersion]) => ({
        id,
        name,
        sha256,
        fetchedAt,
        generation,
        scope,
        observedOn,
        importedAt,
        projectionVersion,
      }))
  }

  /** Records of a dataset, by key. */
  records(datasetId: number): Iterable<SnapshotRow> {
    return this.#records(datasetId, '').iterate()
  }

  /** Records written or retired after a generation, withdrawn records, and one in `sampleEvery` of the others. */
  recordsToCheck(
    datasetId: number,
    { changedSince, sampleEvery }: { readonly changedSince: number; readonly sampleEvery: number },
  ): Iterable<SnapshotRow> {
    const where = 'where ? < touched or ? < retired or withdrawn = 1 or key % ? = 0'
    return this.#records(datasetId, where).iterate(changedSince, changedSince, sampleEvery)
  }

  /** Keys of the records written or retired after a generation, ascending. */
  changedKeys(datasetId: number, since: number): Float64Array {
    const keys = this.#database.prepare<readonly [number]>(
      `select key from ${recordTable(datasetId)} where ? < touched or ? < retired order by key`,
    )
    return Float64Array.from(keys.all(since, since), ([key]) => key)
  }

  record(datasetId: number, key: number): SnapshotRow | undefined {
    return this.#byKey.getOrInsertComputed(datasetId, (id) => this.#records(id, 'where key = ?')).get(key)
  }

  /** Counts the living points of an address dataset by region, and those that another dataset has too. */
  livingByRegion(
    datasetId: number,
    otherId: number | undefined,
  ): (readonly [region: string | null, count: number, alsoInOther: number])[] {
    const inOther =
      otherId === undefined
        ? '0'
        : `exists (select 1 from ${recordTable(otherId)} other where other.key = one.key and other.retired is null and other.withdrawn = 0)`
    return this.#database
      .prepare<readonly [string | null, number, number]>(
        `select one.body ->> ${ADDRESS_FIELDS.region}, count(*), sum(${inOther}) from ${recordTable(datasetId)} one
         where one.retired is null and one.withdrawn = 0 group by 1`,
      )
      .all()
  }

  /**
   * The distinct pairs of two canonical fields without nulls. Takes positions from `COMPANY_FIELDS` or
   * `ADDRESS_FIELDS`.
   */
  fieldPairs(datasetId: number, first: number, second: number): (readonly [first: string, second: string])[] {
    return this.#database
      .prepare<readonly [string, string]>(
        `select first, second from (
           select distinct body ->> ${first} first, body ->> ${second} second from ${recordTable(datasetId)})
         where first is not null and second is not null`,
      )
      .all()
  }

  /** Records that are neither retired nor withdrawn. */
  countLiving(datasetId: number): number {
    return this.#database
      .prepare<readonly [number]>(
        `select count(*) from ${recordTable(datasetId)} where retired is null and withdrawn = 0`,
      )
      .get()![0]
  }

  count(datasetId: number): number {
    return this.#database.prepare<readonly [number]>(`select count(*) from ${recordTable(datasetId)}`).get()![0]
  }

  /** Records whose key the other dataset does not have. */
  countBeyond(datasetId: number, otherId: number): number {
    const sql = `select count(*) from ${recordTable(datasetId)} where key not in (select key from ${recordTable(otherId)})`
    return this.#database.prepare<readonly [number]>(sql).get()![0]
  }

  close(): void {
    this.#database.exec('rollback')
    this.#afterwards()
  }

  [Symbol.dispose](): void {
    this.close()
  }

  #records(datasetId: number, where: string): Statement<SnapshotRow> {
    return this.#database.prepare<SnapshotRow>(
      `select key, file, sha256, body, touched, retired, withdrawn from ${recordTable(datasetId)} ${where} order by key`,
    )
  }
}
