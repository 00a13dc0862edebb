import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readTable, readWords } from './read-table.ts'

const FOLDER = fileURLToPath(new URL('.', import.meta.url))
const TABLES = join(FOLDER, 'tables')

const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

const tables = filesBelow(TABLES).map((path) => relative(TABLES, path))

test('every line of a table is an entry without white space at its ends, and every row has all its columns', () => {
  assert(80 < tables.length)
  for (const table of tables) {
    const text = readFileSync(join(TABLES, table), 'utf8')
    assert(text.endsWith('\n'), `${table} does not end with a line feed`)
    const lines = text.slice(0, -1).split('\n')
    for (const [i, line] of lines.entries())
      assert(line !== '' && line.trim() === line, `line ${i + 1} of ${table} is empty or has white space at an end`)
    const widths = new Set(lines.map((line) => line.split('\t').length))
    assert.deepEqual([...widths], [table.endsWith('.tsv') ? lines[0]!.split('\t').length : 1], table)
    assert.equal(table.endsWith('.tsv'), lines[0]!.includes('\t'), `${table}: rows are .tsv, lists are .txt`)
  }
})

test('every table is read', () => {
  const sources = filesBelow(FOLDER).filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  const code = sources.map((path) => readFileSync(path, 'utf8')).join('\n')
  const ofCountry = (table: string) => table.replace(/^(czech|slovak)\//, () => '${' + 'country}/')
  for (const table of tables)
    assert(code.includes(`'${table}'`) || code.includes(`\`${ofCountry(table)}\``), `no code reads ${table}: delete it`)
})

test('a list has its lines in their order, and a table its rows by column', () => {
  assert.deepEqual(readWords('slovak/street-landmarks.txt').slice(0, 3), ['hájom', 'hájikom', 'rybníkom'])
  const [first] = readTable('slovak/regions.tsv', ['nuts', 'name', 'municipalities'])
  assert.deepEqual(first, { nuts: 'SK010', name: 'Bratislavský', municipalities: '89' })
})

test('a table without the expected columns is refused', () => {
  assert.throws(() => readTable('slovak/regions.tsv', ['nuts', 'name']), /has the columns nuts,name/)
})
