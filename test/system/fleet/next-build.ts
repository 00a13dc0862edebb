import assert from 'node:assert/strict'
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../testing/source-tree.ts'

/** The files that the program reads at run time. */
const PROGRAM = ['bin', 'src', 'client', 'pages', 'docs/reference', 'package.json']
const MANIFEST = 'src/release/manifest.ts'
const MIGRATION = '-- works from: 2\nalter table warning add column of_the_next_version text;\n'

/**
 * The program as the next version might be, in a folder of its own: another format of releases, a column more in the
 * books, and another number of the version.
 */
export function makeNextBuild(dir: string): string {
  mkdirSync(dir)
  for (const name of PROGRAM) cpSync(join(ROOT, name), join(dir, name), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(dir, 'node_modules'))
  change(join(dir, MANIFEST), /MANIFEST_FORMAT = \d+/, 'MANIFEST_FORMAT = 1000')
  change(join(dir, 'package.json'), /"version": "[^"]+"/, '"version": "1000.0.0"')
  for (const dialect of ['postgres', 'sqlite'])
    writeFileSync(join(dir, `src/ledger/migrations/${dialect}/0003-next.sql`), MIGRATION)
  return dir
}

function change(path: string, from: RegExp, to: string): void {
  const before = readFileSync(path, 'utf8')
  assert.match(before, from)
  writeFileSync(path, before.replace(from, to))
}
