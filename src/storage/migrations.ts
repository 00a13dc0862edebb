import { readdirSync, readFileSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { InputError } from '../stdx/input-error.ts'

export interface Migration {
  readonly number: number
  readonly sql: string
  /** Programs that know this schema or a later one can use the database after the migration. */
  readonly worksFrom: number
}

/** The schema of a database. A program need not know its number if it knows `worksFrom`. */
export interface Schema {
  readonly applied: number
  /** Undefined: a version before 0.3 wrote it, and works only with that number. */
  readonly worksFrom: number | undefined
}

/**
 * Lists the SQL files of a folder in order. Each begins with its number. The first one makes all tables of its version,
 * so its number is not 1 if earlier versions had files of their own.
 */
function listMigrations(folder: URL): { readonly number: number; readonly file: URL }[] {
  const names = readdirSync(fileURLToPath(folder)).filter((name) => name.endsWith('.sql'))
  return names.sort().map((name) => ({ number: Number.parseInt(name, 10), file: new URL(name, folder) }))
}

/** A file may say `-- works from: 3`. Otherwise earlier programs are shut out. */
function readMigration({ number, file }: { readonly number: number; readonly file: URL }, before: number): Migration {
  const sql = readFileSync(file, 'utf8')
  const [, worksFrom = number] = /^-- works from: (\d+)$/m.exec(sql) ?? []
  return { number, sql, worksFrom: Math.max(before, Number(worksFrom)) }
}

/** The number of the last migration: that of a database which has run all of them. */
export function knownSchema(folder: URL): number {
  return listMigrations(folder).at(-1)?.number ?? 0
}

/** The next file for a database, or undefined if it has seen all. Throws for one that these files cannot update. */
export function nextMigration(name: string, schema: Schema, folder: URL): Migration | undefined {
  refuseNewer(name, { ...schema, known: knownSchema(folder) })
  const { applied, worksFrom = applied } = schema
  const next = listMigrations(folder).find(({ number }) => applied < number)
  if (next === undefined) return undefined
  if (applied === 0 || next.number === applied + 1) return readMigration(next, worksFrom)
  throw new InputError(
    `${name} was written by a Regista that is too old (schema ${applied}). Start the version before this one once: it updates the database.`,
  )
}

/** Runs the files that this database has not seen. Each runs in one transaction that also stores its number. */
export function migrateSqlite(database: DatabaseSync, path: string, folder: URL): void {
  for (;;) {
    const next = nextMigration(path, readSchema(database), folder)
    if (next === undefined) return
    const stored = `pragma user_version = ${next.number}; pragma application_id = ${next.worksFrom}`
    database.exec(`begin exclusive; ${next.sql}; ${stored}; commit`)
  }
}

/** Checks the schema number without changing anything, for a reader. */
export function checkMigrations(database: DatabaseSync, path: string, folder: URL): void {
  checkSchema(path, { ...readSchema(database), known: knownSchema(folder) })
}

/** For a reader, which changes nothing. */
export function checkSchema(name: string, schema: Schema & { readonly known: number }): void {
  refuseNewer(name, schema)
  if (schema.applied < schema.known) {
    throw new InputError(
      `${name} was written by an older Regista (schema ${schema.applied}, this one knows ${schema.known}). Start the server once: it updates the database.`,
    )
  }
}

function refuseNewer(name: string, { applied, worksFrom, known }: Schema & { readonly known: number }): void {
  if ((worksFrom ?? applied) <= known) return
  const done = worksFrom === undefined ? 'written' : 'updated'
  throw new InputError(
    `${name} was ${done} by a newer Regista (schema ${applied}, this one knows ${known}). Use that version.`,
  )
}

/** SQLite keeps two numbers for programs in the head of a file. */
function readSchema(database: DatabaseSync): Schema {
  const read = (name: string) => (database.prepare(`pragma ${name}`).get() as unknown as [number])[0]
  return { applied: read('user_version'), worksFrom: read('application_id') || undefined }
}
