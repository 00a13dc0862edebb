import type { Country } from '../records/country.ts'
import type { Dataset } from '../records/dataset.ts'
import { deriveRecordId } from '../records/record-id.ts'
import { formatSourceKey } from '../records/source-key.ts'
import { type RecordStatus, STATUSES } from '../records/status.ts'
import { groupRegistrations } from '../records/subject.ts'
import { openSqlite, type Sqlite, type Statement } from '../storage/storage.ts'
import { DetailRows } from './detail-rows.ts'
import { type Detail, type DetailAnswer, DetailReader, type Joined } from './read-detail.ts'
import { WithdrawnRecords } from './withdrawals.ts'

export interface DetailRow {
  readonly key: number
  readonly ico: string | null
  /** The index of its dataset in the builder's list. */
  readonly dataset: number
  readonly file: number
  readonly sha256: Uint8Array
  readonly status: RecordStatus
  /** The canonical record in the catalog. */
  readonly body: string
  readonly joined: Joined | null
}

export interface DetailFile {
  readonly id: number
  readonly sha256: string
  readonly observedOn: string
  readonly fetchedAt: string
  readonly importedAt: string
  readonly generation: number
  readonly projectionVersion: string
}

/** A dataset whose records stand in a details file. */
export type DetailDataset = Pick<Dataset, 'name' | 'keyForm'>

/**
 * Writes the details of one country: all in ascending order of keys, or the changed ones into a copy of an earlier
 * file.
 */
export class DetailStoreBuilder {
  readonly #database: Sqlite
  readonly #country: Country
  readonly #datasets: readonly DetailDataset[]
  readonly #put: Statement

  static create(path: string, country: Country, datasets: readonly DetailDataset[]): DetailStoreBuilder {
    const database = openSqlite(path, { use: 'built' })
    database.exec(`
      begin;
      create table dataset (number integer primary key, name text not null, key_form text not null) strict;
      create table file (id integer primary key, sha256 text not null, observed_on text not null, fetched_at text not null,
        imported_at text not null, generation integer not null, projection_version text not null) strict;
      create table detail (key integer primary key, ico integer, id_start integer not null, dataset integer not null,
        file integer not null, status integer not null, sha256 blob not null, body text not null, joined text) strict`)
    return new DetailStoreBuilder(database, country, datasets)
  }

  /** `path`: a copy of a file that was made with the same datasets. */
  static patch(path: string, country: Country, datasets: readonly DetailDataset[]): DetailStoreBuilder {
    const database = openSqlite(path, { use: 'built' })
    // Otherwise replaced records would stay readable in free parts of pages.
    database.exec('pragma secure_delete = on; begin; delete from dataset; delete from file')
    return new DetailStoreBuilder(database, country, datasets)
  }

  private constructor(database: Sqlite, country: Country, datasets: readonly DetailDataset[]) {
    this.#database = database
    this.#country = country
    this.#datasets = datasets
    this.#put = database.prepare('insert or replace into detail values (?, ?, ?, ?, ?, ?, ?, ?, ?)')
  }

  push(row: DetailRow): void {
    const id = deriveRecordId(this.#country, 'company', formatSourceKey(row.key, this.#datasets[row.dataset]!.keyForm))
    this.#put.run(
      row.key,
      row.ico === null ? null : Number(row.ico),
      idStart(id),
      row.dataset,
      row.file,
      STATUSES.indexOf(row.status),
      row.sha256,
      row.body,
      row.joined === null ? null : JSON.stringify(row.joined),
    )
  }

  finish(files: readonly DetailFile[]): void {
    const insertDataset = this.#database.prepare('insert into dataset values (?, ?, ?)')
    for (const [number, { name, keyForm }] of this.#datasets.entries()) insertDataset.run(number, name, keyForm)
    const insert = this.#database.prepare('insert into file values (?, ?, ?, ?, ?, ?, ?)')
    for (const file of files) {
      insert.run(
        file.id,
        file.sha256,
        file.observedOn,
        file.fetchedAt,
        file.importedAt,
        file.generation,
        file.projectionVersion,
      )
    }
    this.#database.exec(`
      create index if not exists detail_by_ico on detail (ico);
      create index if not exists detail_by_id on detail (id_start);
      commit`)
    this.#database.close()
  }
}

/** The details of one country in a finished release, read in this thread. */
export class DetailStore {
  readonly #rows: DetailRows
  readonly #reader: DetailReader

  constructor(path: string, country: Country, withdrawn = new WithdrawnRecords()) {
    this.#rows = new DetailRows(path)
    this.#reader = new DetailReader(country, withdrawn)
  }

  byIco(ico: string): DetailAnswer {
    return this.#reader.choose(this.#rows.byIco(ico))
  }

  /** The other records of the same subject. */
  registrationsBeside({ id, company: { ico } }: Detail): readonly Detail[] {
    const subjects = groupRegistrations(ico === null ? [] : this.#listOf(ico))
    const groups = subjects.map(({ main, others }) => [main, ...others].map(({ detail }) => detail))
    return groups.find((group) => group.some((one) => one.id === id))?.filter((one) => one.id !== id) ?? []
  }

  /** Whether this number has records that are withdrawn and records that are not. */
  isPartlyWithdrawn(ico: string): boolean {
    return new Set(this.#listOf(ico).map(({ status }) => status === 'removed')).size === 2
  }

  #listOf(ico: string) {
    return this.#reader.list(this.#rows.byIco(ico))
  }

  byId(id: string): Detail | undefined {
    const row = this.#rows.byIdStart(idStart(id)).find((one) => this.#reader.idOf(one) === id)
    return row === undefined ? undefined : this.#reader.read(row)
  }

  byKey(key: number): Detail | undefined {
    const row = this.#rows.byKey(key)
    return row === undefined ? undefined : this.#reader.read(row)
  }

  count(): number {
    return this.#rows.count()
  }

  /** Every stored text with its hash. */
  bodies(): ReturnType<DetailRows['bodies']> {
    return this.#rows.bodies()
  }

  close(): void {
    this.#rows.close()
  }
}

/** The first 52 bits of an id: what fits a number. Ids that share them are told apart by the whole. */
function idStart(id: string): number {
  return Number.parseInt(id.slice(0, 13), 16)
}
