import { createHash } from 'node:crypto'
import { InputError } from '../stdx/input-error.ts'
import { isJsonObject, parseJson } from '../stdx/json-fields.ts'
import { isPartName } from './part-name.ts'

/** Raised when an older Regista could no longer read a backup rightly. */
export const BACKUP_FORMAT = 1

/** The first member of the archive: everything that comes after it. */
export const MANIFEST_NAME = 'regista-backup.json'

export interface BackupPart {
  readonly name: string
  readonly bytes: number
  readonly sha256: string
}

export interface BackupManifest {
  readonly format: typeof BACKUP_FORMAT
  readonly madeAt: string
  /** Where the books and accounts were: in files, which are parts, or in PostgreSQL, which is dumped separately. */
  readonly books: 'sqlite' | 'postgres'
  readonly parts: readonly BackupPart[]
}

/** A whole one of a national size has some twenty parts. */
export const MANIFEST_BYTES_MAX = 1024 * 1024

/** Formats a manifest with its own hash at the end, so that any changed byte of it is noticed. */
export function manifestText(manifest: BackupManifest): string {
  const { format, madeAt, books, parts } = manifest
  const body = {
    format,
    made_at: madeAt,
    books,
    parts: parts.map(({ name, bytes, sha256 }) => ({ name, bytes, sha256 })),
  }
  const sha256 = createHash('sha256').update(JSON.stringify(body)).digest('hex')
  return `${JSON.stringify({ ...body, sha256 }, null, 2)}\n`
}

/** Throws an InputError for a manifest that was changed, or that another program or a later Regista wrote. */
export function parseManifest(text: string, file: string): BackupManifest {
  const given = parseJson(text)
  if (!isJsonObject(given) || typeof given.format !== 'number') throw damaged(file)
  if (BACKUP_FORMAT < given.format) {
    throw new InputError(
      `${file} was made by a newer Regista (backup format ${given.format}, this one knows ${BACKUP_FORMAT}). Use that version.`,
    )
  }
  const { format, made_at: madeAt, books, parts } = given
  if (format !== BACKUP_FORMAT || typeof madeAt !== 'string' || Number.isNaN(Date.parse(madeAt))) throw damaged(file)
  if ((books !== 'sqlite' && books !== 'postgres') || !Array.isArray(parts) || !parts.every(isPart)) throw damaged(file)
  const manifest = { format: BACKUP_FORMAT, madeAt, books, parts } as const
  if (manifestText(manifest) !== text) throw damaged(file)
  const twice = parts.find(({ name }, i) => parts.findIndex((one) => one.name === name) !== i)
  if (twice !== undefined) throw new InputError(`${file} names ${twice.name} twice: it is no backup of Regista.`)
  const stranger = parts.find(({ name }) => !isPartName(name))
  if (stranger !== undefined)
    throw new InputError(
      `${file} holds ${JSON.stringify(stranger.name)}, which belongs to no data folder: it is no backup of Regista.`,
    )
  return manifest
}

function isPart(value: unknown): value is BackupPart {
  if (typeof value !== 'object' || value === null) return false
  const { name, bytes, sha256 } = value as Record<string, unknown>
  const isHash = typeof sha256 === 'string' && /^[0-9a-f]{64}$/.test(sha256)
  return typeof name === 'string' && Number.isSafeInteger(bytes) && 0 <= (bytes as number) && isHash
}

function damaged(file: string): InputError {
  return new InputError(`${file} is damaged in its manifest. Nothing was restored; use another copy of it.`)
}
