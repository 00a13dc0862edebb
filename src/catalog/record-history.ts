import { COMPANY_FIELDS } from '../records/canonical.ts'
import type { Dataset } from '../records/dataset.ts'
import { parseSourceKey } from '../records/source-key.ts'
import type { Sqlite, Statement } from '../storage/storage.ts'
import { recordTable } from './record-table.ts'

export interface PastImport {
  readonly generation: number
  readonly datasetId: number
  readonly scope: string
  /** The day of the data. */
  readonly observedOn: string
  readonly importedAt: string
  readonly projectionVersion: string
  /** The first of its scope: it brought records that may have existed long before. */
  readonly isFirst: boolean
  /** Records that came back with it, if nothing tells which. */
  readonly returnedUnknown: number
}

export interface RecordVersion {
  readonly body: string
  readonly fileSha256: string
  readonly began: PastImport
  /** The generation that has it no more. */
  readonly ended: number
}

/** One record of one dataset through all imports. A withdrawn record has no versions to show. */
export interface RecordHistory {
  readonly key: number
  readonly withdrawn: boolean
  /** The oldest first. */
  readonly versions: readonly RecordVersion[]
  /** From the generation whose source lacked it to the one that brought it back. */
  readonly retirements: readonly (readonly [from: number, to: number])[]
}

interface HistoryDataset {
  readonly id: number
  readonly dataset: Dataset
}

type ScannedRow = readonly [key: number, ico: string | null, isChanged: number]

/** What the catalog knows about earlier imports. It reads one moment; imports wait until it is closed. */
export class CatalogHistory {
  readonly datasets: readonly HistoryDataset[]
  readonly imports: ReadonlyMap<number, PastImport>
  readonly #database: Sqlite
  readonly #files: ReadonlyMap<number, readonly [generation: number, sha256: string]>
  readonly #revisions: Statement<readonly [ended: number, file: number, body: string]>
  readonly #retirements: Statement<readonly [number, number]>
  readonly #current = new Map<number, Statement<readonly [number, string, number | null, number]>>()

  constructor(database: Sqlite) {
    this.#database = database
    database.exec('begin')
    const datasets = database.prepare<readonly [number, string]>('select id, descriptor from dataset order by id')
    this.datasets = datasets.all().map(([id, descriptor]) => ({ id, dataset: JSON.parse(descriptor) as Dataset }))
    this.imports = this.#readImports()
    const files = database.prepare<readonly [number, number, string]>('select id, generation, sha256 from import_file')
    this.#files = new Map(files.all().map(([id, generation, sha256]) => [id, [generation, sha256]]))
    this.#revisions = database.prepare(
      'select ended_in, file, body from revision where dataset = ? and key = ? order by ended_in, file',
    )
    this.#retirements = database.prepare(
      'select retired_in, ended_in from retirement where dataset = ? and key = ? order by ended_in',
    )
  }

  /** Keys and numbers of the records of a dataset: all of them, or those that a later import wrote or retired. */
  scan(datasetId: number, { since, all }: { readonly since: number; readonly all: boolean }): Iterable<ScannedRow> {
    const { kind, keyForm } = this.datasets.find(({ id }) => id === datasetId)!.dataset
    // Such a key is the number itself, and need not be read from the body.
    const ico = keyForm === 'eight-digits' ? "printf('%08d', key)" : `body ->> ${COMPANY_FIELDS.ico}`
    const number = kind === 'company' ? ico : 'null'
    const changed = '(? < touched or ? < coalesce(retired, 0))'
    const rows = this.#database.prepare<ScannedRow>(
      `select key, ${number}, ${all ? changed : 1} from ${recordTable(datasetId)} ${all ? '' : `where ${changed}`} order by key`,
    )
    return rows.iterate(since, since)
  }

  read(datasetId: number, key: number): RecordHistory | undefined {
    const select = `select file, body, retired, withdrawn from ${recordTable(datasetId)} where key = ?`
    const row = this.#current.getOrInsertComputed(datasetId, () => this.#database.prepare(select)).get(key)
    if (row === undefined) return undefined
    const [file, body, retired, withdrawn] = row
    const known = this.#retirements.all(datasetId, key)
    const retirements = retired === null ? known : [...known, [retired, Number.POSITIVE_INFINITY] as const]
    if (withdrawn === 1) return { key, withdrawn: true, versions: [], retirements: [] }
    const rows = [...this.#revisions.all(datasetId, key), [Number.POSITIVE_INFINITY, file, body] as const]
    // What a restoration left of a version has its file: until the source brings the record again, that version counts.
    const versions = rows.flatMap(([, file, body], i) => {
      if (file === rows[i - 1]?.[1]) return []
      return [this.#version([rows.findLast(([, other]) => other === file)![0], file, body])]
    })
    return { key, withdrawn: false, versions, retirements }
  }

  /** Withdrawn records of a dataset, each with the time of its withdrawal. */
  withdrawals({ id, dataset }: HistoryDataset): { readonly key: number; readonly at: string }[] {
    const rows = this.#database.prepare<readonly [string, string]>(
      'select source_key, at from withdrawal where country = ? and kind = ?',
    )
    const has = this.#database.prepare(`select 1 from ${recordTable(id)} where key = ? and withdrawn = 1`)
    return rows.all(dataset.country, dataset.kind).flatMap(([text, at]) => {
      const key = parseSourceKey(text, dataset.keyForm)
      return key !== undefined && has.get(key) !== undefined ? [{ key, at }] : []
    })
  }

  /** The number of a company, also of a withdrawn one: it is part of its identity. */
  numberOf(datasetId: number, key: number): string | null {
    const sql = `select body ->> ${COMPANY_FIELDS.ico} from ${recordTable(datasetId)} where key = ?`
    return this.#database.prepare<readonly [string | null]>(sql).get(key)?.[0] ?? null
  }

  close(): void {
    this.#database.exec('rollback')
  }

  [Symbol.dispose](): void {
    this.close()
  }

  #version([ended, file, body]: readonly [number, number, string]): RecordVersion {
    const [generation, fileSha256] = this.#files.get(file)!
    return { body, fileSha256, began: this.imports.get(generation)!, ended }
  }

  #readImports(): Map<number, PastImport> {
    const [keptAfter] = this.#database
      .prepare<readonly [number]>('select after_generation from retirements_kept')
      .get()!
    const rows = this.#database.prepare<readonly [number, number, string, string, string, string, number]>(
      `select generation, dataset, scope, observed_on, imported_at, projection_version, coalesce(counts ->> 'returned', 0)
       from import_set order by generation`,
    )
    const scopes = new Set<string>()
    const imports = new Map<number, PastImport>()
    for (const [generation, datasetId, scope, observedOn, importedAt, projectionVersion, returned] of rows.all()) {
      const place = `${datasetId} ${scope}`
      const isFirst = !scopes.has(place)
      scopes.add(place)
      const returnedUnknown = generation <= keptAfter ? returned : 0
      const states = { observedOn, importedAt, projectionVersion }
      imports.set(generation, { generation, datasetId, scope, ...states, isFirst, returnedUnknown })
    }
    return imports
  }
}
