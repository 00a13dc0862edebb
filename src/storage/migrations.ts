import { readdirSync, readFileSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { InputError } from '../stdx/input-error.ts'

export interface Migration {
  readonly number: number
  readonly file: URL
}

/**
 * Lists the SQL files of a folder in order. Each begins with its number. The first one makes all tables of its version,
 * so its number is not 1 if earlier versions had files of their own.
 */
function listMigrations(folder: URL): Migration[] {
  const names = readdirSync(fileURLToPath(folder)).filter((name) => name.endsWith('.sql'))
  return names.sort().map((name) => ({ number: Number.parseInt(name, 10), file: new URL(name, folder) }))
}

/** The number of the last migration: that of a database which has run all of them. */
export function knownSchema(folder: URL): number {
  return listMigrations(folder).at(-1)?.number ?? 0
}

/** The next file for a database, or undefined if it has seen all. Throws for one that these files cannot update. */
export function nextMigration(name: string, applied: number, folder: URL): Migration | undefined {
  refuseNewer(name, { applied, known: knownSchema(folder) })
  const next = listMigrations(folder).find(({ number }) => applied < number)
  if (next === undefined || applied === 0 || next.number === applied + 1) return next
  throw new InputError(
    `${name} was written by a Regista that is too old (schema ${applied}). Start the version before this one once: it updates the database.`,
  )
}

/** Runs the files that this database has not seen. Each runs in one transaction that also stores its number. */
export function migrateSqlite(database: DatabaseSync, path: string, folder: URL): void {
  for (;;) {
    const next = nextMigration(path, readSchemaNumber(database), folder)
    if (next === undefined) return
    const sql = readFileSync(next.file, 'utf8')
    database.exec(`begin exclusive; ${sql}; pragma user_version = ${next.number}; commit`)
  }
}

/** Checks the schema number without changing anything, for a reader. */
export function checkMigrations(database: DatabaseSync, path: string, folder: URL): void {
  const known = knownSchema(folder)
  const applied = readSchemaNumber(database)
  refuseNewer(path, { applied, known })
  refuseOlder(path, { applied, known })
}

export function refuseNewer(name: string, { applied, known }: { readonly applied: number; readonly known: number }) {
  if (known < applied) {
    throw new InputError(
      `${name} was written by a newer Regista (schema ${applied}, this one knows ${known}). Use that version.`,
    )
  }
}

export function refuseOlder(name: string, { applied, known }: { readonly applied: number; readonly known: number }) {
  if (applied < known) {
    throw new InputError(
      `${name} was written by an older Regista (schema ${applied}, this one knows ${known}). Start the server once: it updates the database.`,
    )
  }
}

function readSchemaNumber(database: DatabaseSync): number {
  const row = database.prepare('pragma user_version').get() as { user_version: number }
  return row.user_version
}
