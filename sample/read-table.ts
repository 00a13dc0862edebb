import { readFileSync } from 'node:fs'
import { assert } from '../src/stdx/assert.ts'

const read = new Map<string, readonly string[]>()

/** The lines of a file of `tables/`. Each file is read once. */
export function readWords(file: string): readonly string[] {
  const path = new URL(`tables/${file}`, import.meta.url)
  return read.getOrInsertComputed(file, () => readFileSync(path, 'utf8').trimEnd().split('\n'))
}

/** The rows of a file of `tables/` whose first line names its columns. A tab separates two fields. */
export function readTable<Column extends string>(
  file: string,
  columns: readonly Column[],
): readonly Readonly<Record<Column, string>>[] {
  const [names, ...rows] = readWords(file).map((line) => line.split('\t'))
  assert(names!.join() === columns.join(), `${file} has the columns ${columns.join()}`)
  return rows.map((fields, i) => {
    assert(fields.length === columns.length, `line ${i + 2} of ${file} has a field per column`)
    return Object.fromEntries(columns.map((column, k) => [column, fields[k]])) as Record<Column, string>
  })
}
