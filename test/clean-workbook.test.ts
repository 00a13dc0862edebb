import assert from 'node:assert/strict'
import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { detectFormat, type ListRow, readRows } from '../src/cli/clean/list-file.ts'
import { createList } from '../src/cli/clean/new-list.ts'
import { formatAddress, formatNumber } from '../src/records/format-address.ts'
import { sampleDataDir, sampleRelease } from './conformance/sample-release.ts'
import { regista } from './testing/regista.ts'

const data = await sampleDataDir()
using release = await sampleRelease()
const columns = release.addressColumns('sk')!
const point = Array.from({ length: columns.length }, (_, row) => columns.at(row)).find(
  ({ street, orientationNumber, postalCode }) =>
    street !== null && orientationNumber !== null && postalCode?.[0] === '0',
)!
const { street, municipality, postalCode } = point
const RIGHT: readonly string[] = ['Ján', street!, formatNumber(point)!, municipality, postalCode!]
const MOVED: readonly string[] = ['=1+1', street!, formatNumber(point)!, 'Nikde', postalCode!]
const ROWS = [['Meno', 'Ulica', 'Číslo', 'Mesto', 'PSČ'], RIGHT, MOVED, ['"Eva"\n-2', '', '', '', ''], MOVED]

const dir = mkdtempDisposableSync(join(tmpdir(), 'regista-clean-'))
process.once('exit', () => dir.remove())

async function read(path: string): Promise<ListRow[]> {
  const rows: ListRow[] = []
  for await (const row of readRows(await detectFormat(path))) rows.push(row)
  return rows
}

/** Writes a list in the form that its name says, with one more cell. */
async function rewrite(from: string, path: string, more: (row: ListRow) => string): Promise<void> {
  const format = await detectFormat(from)
  using list = createList(path, { ...format, columns: [] })
  const rows = await read(from)
  for (const row of rows) list.write({ ...row, bytes: Buffer.from(row.fields!.map(quote).join(';')) }, [more(row)])
  list.finish()
}

const quote = (cell: string): string => (/[";\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

describe('a list is cleaned, and a choice is applied, whatever form it has', () => {
  for (const [input, output, final] of [
    ['csv', 'csv', 'csv'],
    ['xlsx', 'xlsx', 'xlsx'],
    ['xlsx', 'csv', 'xlsx'],
    ['csv', 'xlsx', 'csv'],
  ] as const)
    test(`${input} to ${output} to ${final}`, async () => {
      const name = (of: string, form: string): string => join(dir.path, `${input}-${output}-${of}.${form}`)
      const [list, cleaned, review, chosen, applied] = [
        name('in', input),
        name('cleaned', output),
        name('review', output),
        name('chosen', output),
        name('applied', final),
      ] as const
      writeFileSync(name('text', 'csv'), `${ROWS.map((row) => row.map(quote).join(';')).join('\n')}\n`)
      if (input === 'csv') writeFileSync(list, `${ROWS.map((row) => row.map(quote).join(';')).join('\n')}\n`)
      else await rewrite(name('text', 'csv'), list, () => '')
      const options = ['--yes', '--country', 'sk', '--data', data]
      const result = await regista(['clean', 'addresses', list, cleaned, '--review', review, ...options])
      assert.equal(result.code, 0, result.stderr)
      const rows = await read(cleaned)
      const [header, ...cells] = rows.map(({ fields }) => fields!)
      const at = (column: string): number => header!.indexOf(column)
      assert.deepEqual(
        cells.map((row) => row[at('regista_status')]),
        ['exact', 'conflict', 'none', 'conflict'],
      )
      assert.equal(cells[0]![at('regista_postcode')], postalCode)
      // A workbook runs no text. In CSV that was no CSV before, the cell gets an apostrophe.
      assert.equal(cells[1]![0], input === 'xlsx' && output === 'csv' ? "'=1+1" : '=1+1')
      assert.equal(cells[2]![0], '"Eva"\n-2')
      await rewrite(review, chosen, (row) => (row.isHeader ? 'choice' : row.fields!.includes('none') ? '' : '1'))
      const { code, stdout, stderr } = await regista(['clean', 'apply', cleaned, chosen, applied, '--data', data])
      assert.equal(code, 0, stderr)
      assert.match(stdout, /2 choices applied/)
      const after = (await read(applied)).map(({ fields }) => fields!)
      assert.deepEqual(
        after.slice(1).map((row) => row[at('regista_differences')]),
        ['', 'chosen by a person', '', 'chosen by a person'],
      )
      assert.deepEqual(after[1], cells[0])
      assert.equal(after[2]![at('regista_town')], municipality)
      assert.deepEqual(after[4]!.slice(1, 5), MOVED.slice(1))
    })
})

test('what a workbook cannot hold ends the command with a sentence and no output', async () => {
  const list = join(dir.path, 'long.csv')
  const path = join(dir.path, 'long.xlsx')
  const address = formatAddress(point)
  writeFileSync(list, `Adresa;x\n${address};${'x'.repeat(40_000)}\n`)
  const { code, stderr } = await regista(['clean', 'addresses', list, path, '--yes', '--data', data])
  assert.equal(code, 1)
  assert.match(stderr, /line 2 is too long for a workbook\. Name an output that ends with \.csv/)
  await assert.rejects(detectFormat(path), /does not exist/)
})
