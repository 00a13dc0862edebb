import { randomInt } from 'node:crypto'
import { chunkedF64, chunkedU8, chunkedU32 } from '../../stdx/chunked-array.ts'
import { sharePieces } from '../../stdx/share-pieces.ts'
import { TextColumnBuilder } from '../../stdx/text-column.ts'
import { hashText, makeHashIndex } from './hash-index.ts'
import type { AccountRow, KeyRow, ProjectRow } from './rows.ts'
import type { NumberedRows, RowTexts, SharedRows } from './shared-rows.ts'

/** Writes rows into shared memory. Accounts and projects are added in the order of their numbers. */
export class RowPacker {
  readonly #accounts = new NumberedPacker()
  readonly #projects = new NumberedPacker()
  readonly #clients = chunkedU32()
  readonly #origins = chunkedU32()
  readonly #originProjects = chunkedU32()
  readonly #keys = new TextColumnBuilder()
  readonly #keyIndex = chunkedU32()
  readonly #keyHashes = chunkedU8()
  readonly #keyEnds = chunkedF64()
  readonly #keyProjects = chunkedU32()
  readonly #seed = randomInt(2 ** 32)

  addAccount(row: AccountRow): void {
    this.#accounts.add(row)
  }

  addProject(row: ProjectRow): void {
    const [, , , clientId, , , , origins] = row
    const place = this.#projects.add(row)
    this.#clients.push(hashText(clientId, this.#seed))
    for (const origin of origins) {
      this.#origins.push(hashText(origin, this.#seed))
      this.#originProjects.push(place)
    }
  }

  addKey([sha256, ...others]: KeyRow): void {
    this.#keys.push(JSON.stringify(others))
    const hash = Buffer.from(sha256, 'hex')
    this.#keyIndex.push(hash.readUInt32LE(0))
    for (const byte of hash) this.#keyHashes.push(byte)
    this.#keyEnds.push(endOfKey([sha256, ...others]))
    this.#keyProjects.push(others[1])
  }

  finish(): SharedRows {
    return {
      accounts: this.#accounts.finish(),
      projects: this.#projects.finish(),
      clients: makeHashIndex(this.#clients.pieces()),
      origins: makeHashIndex(this.#origins.pieces()),
      originProjects: sharePieces(this.#originProjects.pieces()),
      keys: shareTexts(this.#keys),
      keyIndex: makeHashIndex(this.#keyIndex.pieces()),
      keyHashes: sharePieces(this.#keyHashes.pieces()),
      keyEnds: sharePieces(this.#keyEnds.pieces()),
      keyProjects: sharePieces(this.#keyProjects.pieces()),
      seed: this.#seed,
    }
  }
}

/** Zero if it was revoked. */
export function endOfKey([, , , , expiresAtMs, revokedAtMs]: KeyRow): number {
  return revokedAtMs === null ? expiresAtMs : 0
}

class NumberedPacker {
  readonly #texts = new TextColumnBuilder()
  readonly #numbers = chunkedF64()

  /** Returns the place of the row. */
  add(row: AccountRow | ProjectRow): number {
    this.#texts.push(JSON.stringify(row))
    this.#numbers.push(row[1])
    return this.#numbers.length - 1
  }

  finish(): NumberedRows {
    return { ...shareTexts(this.#texts), numbers: sharePieces(this.#numbers.pieces()) }
  }
}

function shareTexts(texts: TextColumnBuilder): RowTexts {
  const { bytes, starts } = texts.pieces()
  return { bytes: sharePieces(bytes), starts: sharePieces(starts) }
}
