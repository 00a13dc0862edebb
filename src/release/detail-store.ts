import { hash } from 'node:crypto'
import { decodeCompany, encodeRecord } from '../records/canonical.ts'
import type { Company, Seat } from '../records/company.ts'
import type { Country } from '../records/country.ts'
import type { Dataset } from '../records/dataset.ts'
import { deriveRecordId } from '../records/record-id.ts'
import { reduceCompany } from '../records/reduce-company.ts'
import type { RegistryCode } from '../records/registry-code.ts'
import { formatSourceKey, type KeyForm } from '../records/source-key.ts'
import { type RecordStatus, STATUSES } from '../records/status.ts'
import { chooseSubject, groupRegistrations, toRegistration } from '../records/subject.ts'
import { openSqlite, type Sqlite, type Statement } from '../storage/storage.ts'
import { WithdrawnRecords } from './withdrawals.ts'

/** The provenance of a record. */
export interface Origin {
  readonly dataset: string
  readonly sourceKey: string
  readonly revisionId: string
  readonly recordSha256: string
  readonly fileSha256: string
  readonly observedOn: string
  readonly fetchedAt: string
  readonly importedAt: string
  readonly projectionVersion: string
}

export interface Detail {
  readonly id: string
  readonly company: Company
  readonly status: RecordStatus
  readonly origin: Origin
}

export type DetailAnswer =
  | { readonly outcome: 'found'; readonly detail: Detail }
  | { readonly outcome: 'not_found' }
  /** Several current subjects of one ICO, or none current and several historical ones. See `chooseSubject`. */
  | { readonly outcome: 'ambiguous'; readonly ids: readonly string[] }

/** Fields of a company that come from other records. */
export interface Joined {
  /** Fields that the record's own seat lacks. */
  readonly seat: Partial<Seat> | null
  readonly register: RegistryCode | null
}

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

type Row = readonly [
  key: number,
  body: string,
  status: number,
  sha256: Uint8Array,
  joined: string | null,
  dataset: string,
  keyForm: KeyForm,
  fileSha256: string,
  observedOn: string,
  fetchedAt: string,
  importedAt: string,
  generation: number,
  projectionVersion: string,
]

/**
 * SQLite's own cache of each open file. The system has the pages too, and inner pages of an index fill it: a larger one
 * makes looking up a record no faster, and each http thread has one for each country.
 */
const CACHE_KIB = 256

/** The details of one country in a finished release. */
export class DetailStore {
  readonly #database: Sqlite
  readonly #country: Country
  readonly #withdrawn: WithdrawnRecords
  readonly #byIco: Statement<Row>
  readonly #byId: Statement<Row>
  readonly #byKey: Statement<Row>

  constructor(path: string, country: Country, withdrawn = new WithdrawnRecords()) {
    this.#country = country
    this.#withdrawn = withdrawn
    this.#database = openSqlite(path, { use: 'frozen', cacheKiB: CACHE_KIB })
    const select = (where: string): Statement<Row> =>
      this.#database.prepare<Row>(
        `select key, body, status, detail.sha256, joined, dataset.name, key_form, file.sha256, observed_on, fetched_at, imported_at,
           generation, projection_version
         from detail join dataset on dataset.number = detail.dataset join file on file.id = detail.file where ${where} order by key`,
      )
    this.#byIco = select('ico = ?')
    this.#byId = select('id_start = ?')
    this.#byKey = select('key = ?')
  }

  byIco(ico: string): DetailAnswer {
    const details = this.#listOf(ico)
    if (details.length === 0) return { outcome: 'not_found' }
    const { subject, candidates } = chooseSubject(details)
    if (subject !== undefined) return { outcome: 'found', detail: subject.main.detail }
    return { outcome: 'ambiguous', ids: candidates.map(({ main }) => main.detail.id) }
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
    return this.#byIco.all(Number(ico)).map((row) => {
      const detail = this.#detail(row)
      return { detail, ...toRegistration(row[0], detail.company, detail.status) }
    })
  }

  byId(id: string): Detail | undefined {
    const row = this.#byId.all(idStart(id)).find(([key, , , , , , form]) => this.#id(key, form) === id)
    return row === undefined ? undefined : this.#detail(row)
  }

  byKey(key: number): Detail | undefined {
    const row = this.#byKey.get(key)
    return row === undefined ? undefined : this.#detail(row)
  }

  count(): number {
    return this.#database.prepare<readonly [number]>('select count(*) from detail').get()![0]
  }

  /** Every stored text with its hash. */
  bodies(): Iterable<readonly [key: number, sha256: Uint8Array, body: string]> {
    return this.#database
      .prepare<readonly [number, Uint8Array, string]>('select key, sha256, body from detail')
      .iterate()
  }

  close(): void {
    this.#database.close()
  }

  #id(key: number, keyForm: KeyForm): string {
    return deriveRecordId(this.#country, 'company', formatSourceKey(key, keyForm))
  }

  #isWithdrawn([key, , , , , , form]: Row): boolean {
    return !this.#withdrawn.isEmpty && this.#withdrawn.has(this.#country, 'company', formatSourceKey(key, form))
  }

  #detail(row: Row): Detail {
    const [
      key,
      body,
      status,
      sha256,
      joinedText,
      dataset,
      form,
      fileSha256,
      observedOn,
      fetchedAt,
      importedAt,
      generation,
      projection,
    ] = row
    const joined = joinedText === null ? null : (JSON.parse(joinedText) as Joined)
    const id = this.#id(key, form)
    const withdrawn = this.#isWithdrawn(row) ? reduceCompany(decodeCompany(body), id) : undefined
    const hash256 = withdrawn === undefined ? sha256 : hash('sha256', encodeRecord(withdrawn), 'buffer')
    return {
      id,
      company: withdrawn ?? (joined === null ? decodeCompany(body) : addJoined(decodeCompany(body), joined)),
      status: withdrawn === undefined ? STATUSES[status]! : 'removed',
      origin: {
        dataset,
        sourceKey: formatSourceKey(key, form),
        revisionId: `${dataset}:${formatSourceKey(key, form)}@${generation}`,
        recordSha256: Buffer.from(hash256).toString('hex'),
        fileSha256,
        observedOn,
        fetchedAt,
        importedAt,
        projectionVersion: projection,
      },
    }
  }
}

export function addJoined(company: Company, joined: Joined): Company {
  return {
    ...company,
    register: company.register ?? joined.register,
    seat: { ...company.seat, ...joined.seat },
  }
}

/** The first 52 bits of an id: what fits a number. Ids that share them are told apart by the whole. */
function idStart(id: string): number {
  return Number.parseInt(id.slice(0, 13), 16)
}
