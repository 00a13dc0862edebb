import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Writes a temporary folder of migrations, numbered from 1 if no number is given, the same for both databases. */
export function writeMigrations(...files: readonly (string | { readonly number: number; readonly sql: string })[]): {
  folder: URL
  [Symbol.dispose](): void
} {
  const dir = mkdtempSync(join(tmpdir(), 'regista-migrations-'))
  for (const dialect of ['sqlite', 'postgres']) {
    mkdirSync(join(dir, dialect))
    for (const [i, file] of files.entries()) {
      const { number, sql } = typeof file === 'string' ? { number: i + 1, sql: file } : file
      writeFileSync(join(dir, dialect, `000${number}-x.sql`), sql)
    }
  }
  return { folder: pathToFileURL(`${dir}/`), [Symbol.dispose]: () => rmSync(dir, { recursive: true }) }
}

/** Copies the migrations before a number into `dir`: those of an earlier version. */
export function migrationsBefore(number: string, migrations: URL, dir: string): URL {
  for (const dialect of ['sqlite', 'postgres']) {
    mkdirSync(join(dir, dialect), { recursive: true })
    const from = new URL(`${dialect}/`, migrations)
    for (const name of readdirSync(from).filter((name) => name < number))
      copyFileSync(new URL(name, from), join(dir, dialect, name))
  }
  return pathToFileURL(`${dir}/`)
}
