import { sortedIndexOf } from '../../stdx/sorted-search.ts'
import { type TextArrays, textAt } from '../../stdx/text-column.ts'
import { entriesWith, type HashIndex, hashText } from './hash-index.ts'
import type { AccountRow, KeyRow, ProjectRow } from './rows.ts'

/** Rows as JSON. */
export interface RowTexts {
  readonly bytes: Uint8Array
  readonly starts: Uint32Array
}

export interface NumberedRows extends RowTexts {
  /** The number in each row, ascending. */
  readonly numbers: Float64Array
}

/**
 * All rows at one moment, in memory that all threads share. Nothing of it is ever changed, so no thread can read half
 * of a row. As objects, the same rows would take ten times the memory, once for each thread.
 */
export interface SharedRows {
  readonly accounts: NumberedRows
  readonly projects: NumberedRows
  /** By client id: the places of projects. */
  readonly clients: HashIndex
  /** By origin: entries of `originProjects`, which has the places of projects. */
  readonly origins: HashIndex
  readonly originProjects: Uint32Array
  /** Without their hashes, of which the index has the first four bytes. */
  readonly keys: RowTexts
  readonly keyIndex: HashIndex
  readonly keyHashes: Uint8Array
  /** When each key stops working; zero if it was revoked. */
  readonly keyEnds: Float64Array
  /** The number of the project of each key. */
  readonly keyProjects: Uint32Array
  readonly seed: number
}

const HASH_BYTES = 32

export class RowReader {
  readonly #rows: SharedRows
  readonly #accounts: TextArrays
  readonly #projects: TextArrays
  readonly #keys: TextArrays
  readonly #keyHashes: Buffer

  constructor(rows: SharedRows) {
    this.#rows = rows
    this.#accounts = toTexts(rows.accounts)
    this.#projects = toTexts(rows.projects)
    this.#keys = toTexts(rows.keys)
    this.#keyHashes = toBuffer(rows.keyHashes)
  }

  get accounts(): number {
    return this.#rows.accounts.numbers.length
  }

  get projects(): number {
    return this.#rows.projects.numbers.length
  }

  accountAt(place: number): AccountRow {
    return JSON.parse(textAt(this.#accounts, place))
  }

  projectAt(place: number): ProjectRow {
    return JSON.parse(textAt(this.#projects, place))
  }

  account(number: number): AccountRow | undefined {
    const place = sortedIndexOf(this.#rows.accounts.numbers, number)
    return place < 0 ? undefined : this.accountAt(place)
  }

  project(number: number): ProjectRow | undefined {
    const place = sortedIndexOf(this.#rows.projects.numbers, number)
    return place < 0 ? undefined : this.projectAt(place)
  }

  projectOfClient(clientId: string): ProjectRow | undefined {
    for (const place of entriesWith(this.#rows.clients, hashText(clientId, this.#rows.seed))) {
      const row = this.projectAt(place)
      if (row[3] === clientId) return row
    }
    return undefined
  }

  *projectsOfOrigin(origin: string): Generator<ProjectRow> {
    for (const entry of entriesWith(this.#rows.origins, hashText(origin, this.#rows.seed))) {
      const row = this.projectAt(this.#rows.originProjects[entry]!)
      if (row[7].includes(origin)) yield row
    }
  }

  key(sha256: string): KeyRow | undefined {
    const place = this.#placeOfKey(sha256)
    return place === undefined ? undefined : this.#keyAt(place, sha256)
  }

  /** The numbers of the projects of which a key stops working after one moment and until another. */
  *projectsOfKeysEnding(afterMs: number, untilMs: number): Generator<number, void> {
    const { keyEnds, keyProjects } = this.#rows
    for (let place = 0; place < keyEnds.length; place++)
      if (afterMs < keyEnds[place]! && keyEnds[place]! <= untilMs) yield keyProjects[place]!
  }

  *keysOfProjects(projects: ReadonlySet<number>): Generator<KeyRow, void> {
    const { keyProjects, keyHashes } = this.#rows
    for (let place = 0; place < keyProjects.length; place++) {
      if (!projects.has(keyProjects[place]!)) continue
      const start = place * HASH_BYTES
      yield this.#keyAt(place, keyHashes.subarray(start, start + HASH_BYTES).toHex())
    }
  }

  #keyAt(place: number, sha256: string): KeyRow {
    return [sha256, ...(JSON.parse(textAt(this.#keys, place)) as OtherColumns)]
  }

  #placeOfKey(sha256: string): number | undefined {
    const wanted = Buffer.from(sha256, 'hex')
    for (const place of entriesWith(this.#rows.keyIndex, wanted.readUInt32LE(0))) {
      const start = place * HASH_BYTES
      if (this.#keyHashes.compare(wanted, 0, HASH_BYTES, start, start + HASH_BYTES) === 0) return place
    }
    return undefined
  }
}

type OtherColumns = KeyRow extends readonly [string, ...infer Others] ? Others : never

function toTexts({ bytes, starts }: RowTexts): TextArrays {
  return { bytes: toBuffer(bytes), starts }
}

function toBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}
