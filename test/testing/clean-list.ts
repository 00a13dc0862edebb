import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { splitCsvRow } from '../../src/stdx/csv.ts'
import { regista } from './regista.ts'

/** Runs `regista clean` on lists in folders of their own, which are removed after the tests. */
export function makeCleaner(data: string) {
  const root = mkdtempSync(join(tmpdir(), 'regista-clean-'))
  after(() => rmSync(root, { recursive: true }))
  let dir = root
  return {
    begin(): string {
      dir = mkdtempSync(join(root, 'case-'))
      return dir
    },
    async clean(list: string | Buffer, ...options: string[]) {
      writeFileSync(join(dir, 'in.csv'), list)
      const kind = options[0] === 'companies' ? options.shift()! : 'addresses'
      const files = [join(dir, 'in.csv'), join(dir, 'out.csv')]
      const result = await regista(['clean', kind, ...files, ...options, '--data', data])
      return { ...result, read: (name = 'out.csv') => readFileSync(join(dir, name)) }
    },
  }
}

/** The rows as objects. */
export function parseRows(text: string, delimiter = ';'): Record<string, string>[] {
  const [header, ...rows] = text
    .replace('\ufeff', '')
    .trimEnd()
    .split(/\r?\n/)
    .map((row) => splitCsvRow(row, delimiter))
  return rows.map((row) => Object.fromEntries(row.map((cell, i) => [header![i]!, cell])))
}
