import type { KeyForm } from '../records/source-key.ts'
import { openSqlite, type Sqlite, type Statement } from '../storage/storage.ts'

/** A stored detail, in plain values that can be sent to another thread. */
export type StoredDetail = readonly [
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
 * makes looking up a record no faster.
 */
const CACHE_KIB = 256

/** The rows of a file of details. `DetailStore` says what they mean. */
export class DetailRows {
  readonly #database: Sqlite
  readonly #byIco: Statement<StoredDetail>
  readonly #byId: Statement<StoredDetail>
  readonly #byKey: Statement<StoredDetail>

  constructor(path: string) {
    this.#database = openSqlite(path, { use: 'frozen', cacheKiB: CACHE_KIB })
    const select = (where: string): Statement<StoredDetail> =>
      this.#database.prepare<StoredDetail>(
        `select key, body, status, detail.sha256, joined, dataset.name, key_form, file.sha256, observed_on, fetched_at, imported_at,
           generation, projection_version
         from detail join dataset on dataset.number = detail.dataset join file on file.id = detail.file where ${where} order by key`,
      )
    this.#byIco = select('ico = ?')
    this.#byId = select('id_start = ?')
    this.#byKey = select('key = ?')
  }

  byIco(ico: string): readonly StoredDetail[] {
    return this.#byIco.all(Number(ico))
  }

  /** `start`: the first 52 bits of an id. */
  byIdStart(start: number): readonly StoredDetail[] {
    return this.#byId.all(start)
  }

  byKey(key: number): StoredDetail | undefined {
    return this.#byKey.get(key)
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
}
