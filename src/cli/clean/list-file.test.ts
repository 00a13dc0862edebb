import assert from 'node:assert/strict'
import { appendFileSync, mkdtempDisposableSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { encodeCells } from './encode-cells.ts'
import { detectFormat, type ListRow, readRows } from './list-file.ts'

const HEADER = 'Name;Town'

async function read(path: string, meanwhile = () => {}): Promise<ListRow[]> {
  const rows: ListRow[] = []
  for await (const row of readRows(await detectFormat(path))) {
    if (rows.length === 0) meanwhile()
    rows.push(row)
  }
  return rows
}

describe('a list', () => {
  const dir = mkdtempDisposableSync(join(tmpdir(), 'regista-list-'))
  process.once('exit', () => dir.remove())
  const path = join(dir.path, 'in.csv')

  const BLOCK = 1 << 18
  // The line end stands in one block of the input, between two, or in the next one.
  for (const end of ['\n', '\r\n', ''])
    for (const length of [BLOCK, BLOCK - 1, BLOCK - 2, 3 * BLOCK + 1])
      test(`with a row that ends ${JSON.stringify(end)} at byte ${length} is read in pieces, and the row is named once`, async () => {
        const long = 'x;'.repeat(length).slice(0, length - HEADER.length - 1)
        const content = `${HEADER}\n${long}${end}${end && 'a;b\n'}`
        writeFileSync(path, content)
        const rows = await read(path)
        assert.equal(rows.map(({ bytes, lineEnd }) => bytes.toString() + lineEnd).join(''), content)
        assert(rows.every(({ bytes }) => bytes.length <= 2 * BLOCK))
        const problems = rows.filter(({ isBegun }) => !isBegun).map(({ line, problem }) => `${line} ${problem}`)
        const expected = ['1 undefined', '2 is longer than 65536 bytes', '3 undefined']
        assert.deepEqual(problems, expected.slice(0, end === '' ? 2 : 3))
        assert.equal(rows.find(({ line, isBegun }) => line === 2 && !isBegun)!.lineEnd, end)
      })

  for (const [what, change] of [
    ['is cut', () => truncateSync(path, 1_000_000)],
    ['grows', () => appendFileSync(path, 'a;b\n')],
    ['is written again', () => utimesSync(path, 1, 1)],
  ] as const)
    test(`that ${what} while it is read is refused`, async () => {
      writeFileSync(path, `${HEADER}\n${`${'x'.repeat(60_000)};\n`.repeat(100)}`)
      await assert.rejects(read(path, change), /in\.csv was changed while it was read/)
    })

  test('has no name that a spreadsheet would run, and no letter that its encoding lacks', () => {
    const format = { delimiter: ';' }
    const cells = ['=1+1', '@firma', '-x', '+421 905', 'a;"b"', 'Señor Жук']
    assert.equal(
      String(encodeCells(cells, { ...format, encoding: 'utf-8' })),
      `;'=1+1;'@firma;'-x;+421 905;"a;""b""";Señor Жук`,
    )
    const bytes = encodeCells(cells.slice(5), { ...format, encoding: 'windows-1250' })
    assert.equal(bytes.toString('latin1'), ';Senor [U+0416][U+0443][U+043A]')
  })
})
