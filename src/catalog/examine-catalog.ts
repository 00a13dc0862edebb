import { statSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { InputError } from '../stdx/input-error.ts'
import { explainSqliteError, knownSchema, openSqlite, type Sqlite } from '../storage/storage.ts'
import { findOldKeys } from './old-keys.ts'

/** Folder of the numbered files that make the tables; the number of the last one that ran is kept in the catalog. */
export const CATALOG_MIGRATIONS = new URL('./migrations/', import.meta.url)

/** Returns the problems of a catalog without changing the file; empty if it is healthy. */
export function examineCatalog(path: string): string[] {
  return readCatalog(path, (database, problem) => (problem === undefined ? quickCheck(database) : [problem]))
}

/** Opens a catalog for reading only and passes it to `look`, with the problem of its schema if there is one. */
export function readCatalog<Seen>(path: string, look: (database: Sqlite, problem: string | undefined) => Seen): Seen {
  // Opening the file itself would migrate it, so it is attached to an empty database in memory, for reading.
  using database = openSqlite(':memory:', { use: 'owned' })
  try {
    database.prepare('attach ? as looked_at').run(`${pathToFileURL(path).href}?mode=ro`)
    const read = (pragma: string): number => database.prepare<readonly [number]>(`pragma looked_at.${pragma}`).get()![0]
    const applied = read('user_version')
    const schema = schemaProblem(path, { applied, worksFrom: read('application_id') || applied })
    return look(database, schema ?? findOldKeys(database, path))
  } catch (error) {
    const why = explainSqliteError(error, path)
    if (why instanceof InputError || sizeOf(`${path}-journal`) === 0) throw why
    // A reader cannot roll back the journal of an interrupted command, and cannot read the file with it.
    throw new InputError(
      `${path}: a command was interrupted while it wrote. The next \`regista import\` or \`regista publish\` undoes its changes.`,
    )
  }
}

/** SQLite's own check of all attached databases; empty if they are healthy. */
function quickCheck(database: Sqlite): string[] {
  const rows = database.prepare<readonly [string]>('pragma quick_check(10)').all()
  return rows.map(([line]) => line).filter((line) => line !== 'ok')
}

interface AppliedSchema {
  readonly applied: number
  /** The oldest schema whose programs can use it. */
  readonly worksFrom: number
}

function schemaProblem(path: string, { applied, worksFrom }: AppliedSchema): string | undefined {
  const known = knownSchema(CATALOG_MIGRATIONS)
  if (worksFrom <= known && known <= applied) return undefined
  if (sizeOf(path) === 0)
    return `${path} is empty. Restore a backup if it held anything; else the next \`regista import\` fills it.`
  const schemas = `(schema ${applied}, this one knows ${known})`
  if (known < applied) return `${path} was written by a newer Regista ${schemas}. Use that version.`
  return `${path} was written by an older Regista ${schemas}. The next \`regista import\` or \`regista publish\` brings it up to date.`
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}
