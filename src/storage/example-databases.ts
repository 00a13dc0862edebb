import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** A folder of migrations in a folder of its own; the same files for both databases. */
export function exampleMigrations(...files: readonly string[]): { folder: URL; [Symbol.dispose](): void } {
  const dir = mkdtempSync(join(tmpdir(), 'regista-migrations-'))
  for (const dialect of ['sqlite', 'postgres']) {
    mkdirSync(join(dir, dialect))
    for (const [i, sql] of files.entries()) writeFileSync(join(dir, dialect, `000${i + 1}-x.sql`), sql)
  }
  return {
    folder: pathToFileURL(`${dir}/`),
    [Symbol.dispose]: () => rmSync(dir, { recursive: true }),
  }
}
