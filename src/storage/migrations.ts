import { readdirSync, readFileSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { InputError } from '../stdx/input-error.ts'

/** Lists the SQL files of a folder in order. The first one is number 1. */
export function listMigrations(folder: URL): URL[] {
  const names = readdirSync(fileURLToPath(folder)).filter((name) => name.endsWith('.sql'))
  return names.sort().map((name) => new URL(name, folder))
}

/** Runs the files that this database has not seen. Each runs in one transaction that also stores its number. */
export function migrateSqlite(database: DatabaseSync, path: string, folder: URL): void {
  const files = listMigrations(folder)
  const applied = readSchemaNumber(database)
  refuseNewer(path, { applied, known: files.length })
  for (const [i, file] of files.entries()) {
    if (i < applied) continue
    const sql = readFileSync(file, 'utf8')
    database.exec(`begin exclusive; ${sql}; pragma user_version = ${i + 1}; commit`)
  }
}

/** Checks the schema number without changing anything, for a reader. */
export function checkMigrations(database: DatabaseSync, path: string, folder: URL): void {
  const known = listMigrations(folder).length
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
