import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { CSV_ROW_BYTES_MAX, type CsvFormat, readCsv, splitCsvRow } from './csv.ts'
import { fc } from './testing/properties.ts'

type Row = { line: number; fields: string[] }

const FORMAT: CsvFormat = { file: 'x.csv', delimiter: ';', encoding: 'utf-8' }

async function* chunks(bytes: Uint8Array, chunkBytes: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes)
}

async function rowsOf(bytes: Uint8Array, chunkBytes: number, format: Partial<CsvFormat> = {}): Promise<Row[]> {
  const rows: Row[] = []
  await readCsv(
    chunks(bytes, chunkBytes),
    { ...FORMAT, ...format },
    {
      header: (columns) => rows.push({ line: 1, fields: [...columns] }),
      row: (row) => rows.push({ line: row.line, fields: row.fields() }),
      afterBlock: async () => {},
    },
  )
  return rows
}

describe('readCsv', () => {
  const field = fc.string({ unit: fc.constantFrom('a', 'ž', '"', ';', '\n', '\r', '😀', ' '), maxLength: 6 })
  test('reads what was written, for any chunks', async () => {
    const rows = fc.array(fc.array(field, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 12 })
    const property = fc.asyncProperty(rows, fc.integer({ min: 1, max: 40 }), async (rows, chunk) => {
      const text = rows.map((row) => row.map((f) => `"${f.replaceAll('"', '""')}"`).join(';')).join('\r\n')
      const fields = (await rowsOf(Buffer.from(text), chunk)).map((row) => row.fields)
      assert.deepEqual(fields, rows)
    })
    await fc.assert(property, { numRuns: 300 })
  })

  test('accepts a byte order mark, LF and CRLF, empty lines and a missing last line end', async () => {
    const bytes = Buffer.from('\ufeffa;b\r\n1;2\n\n3;ž')
    assert.deepEqual(await rowsOf(bytes, 3), [
      { line: 1, fields: ['a', 'b'] },
      { line: 2, fields: ['1', '2'] },
      { line: 4, fields: ['3', 'ž'] },
    ])
  })

  test('a quote inside an unquoted field is an ordinary character', async () => {
    assert.deepEqual((await rowsOf(Buffer.from('a;b\nrúra 5" dlhá;2\nx;"y;z"\n'), 100)).slice(1), [
      { line: 2, fields: ['rúra 5" dlhá', '2'] },
      { line: 3, fields: ['x', 'y;z'] },
    ])
  })

  for (const [what, text, fields] of [
    ['doubled inside an unquoted field', 'a;b\nNova ""x;2\n3;4\n"5";6\n', ['Nova ""x', '2']],
    ['in pairs inside an unquoted field', 'a;b\nNova "" ""x"";2\n3;4\n"5";6\n', ['Nova "" ""x""', '2']],
    ['doubled at the end of an unquoted field', 'a;b\nNova"";2\n3;4\n"5";6\n', ['Nova""', '2']],
  ] as const) {
    test(`a quote ${what} swallows no rows`, async () => {
      assert.deepEqual((await rowsOf(Buffer.from(text), 7)).slice(1), [
        { line: 2, fields },
        { line: 3, fields: ['3', '4'] },
        { line: 4, fields: ['5', '6'] },
      ])
    })
  }

  test('text after a closing quote fails only its own row', async () => {
    const lines: number[] = []
    const row = ({ line }: { readonly line: number }) => lines.push(line)
    const bytes = Buffer.from('a;b\n"1"x"";2\n3;4\n"5";6\n')
    await readCsv(chunks(bytes, 100), FORMAT, { header: () => {}, row, afterBlock: async () => {} })
    assert.deepEqual(lines, [2, 3, 4])
  })

  for (const chunkBytes of [4096, 1 << 20]) {
    test(`a stray quote cannot swallow more than a long row, in chunks of ${chunkBytes}`, async () => {
      const bytes = Buffer.from(`a;b\n1;2\n3;"4\n${'5;6\n'.repeat(CSV_ROW_BYTES_MAX / 4)}7;"8"\n`)
      const message = 'x.csv, line 3: the row that begins here has no end within 65536 bytes: a quote is not closed'
      await assert.rejects(rowsOf(bytes, chunkBytes), { name: 'InputError', message })
    })
  }

  test('accepts a row of the maximum length', async () => {
    const long = 'x'.repeat(CSV_ROW_BYTES_MAX - 2)
    assert.deepEqual((await rowsOf(Buffer.from(`a;b\n${long};2\n`), 1000)).slice(1), [{ line: 2, fields: [long, '2'] }])
  })

  test('accepts a row of the maximum number of lines', async () => {
    const bytes = Buffer.from('a;b\n"1\n1";"2\n2"\n3;"4\n4\n4"')
    assert.equal((await rowsOf(bytes, 100, { rowLinesMax: 3 })).length, 3)
  })

  for (const [what, text, line] of [
    ['in a row that ends', 'a;b\n1;"2\n3;4\n5;6\n7;"8"\n', 2],
    ['in a row that does not end', 'a;b\n1;2\n1;"2\n3;4\n5;6', 3],
    ['before a field whose quotes it turns inside out', 'a;b\n1;"2\n3;4\n5;"6;\n";"7\n8\n9";"8"\n', 2],
    ['that began on a later line of its row', 'a;b\n"1\n1";"2\n3;4\n5;6\n', 3],
  ] as const) {
    for (const chunkBytes of [1, 100]) {
      test(`a stray quote ${what} is named with its line, in chunks of ${chunkBytes}`, async () => {
        const message = `x.csv, line ${line}: a quoted field goes over 2 lines: a quote is not closed`
        const read = rowsOf(Buffer.from(text), chunkBytes, { rowLinesMax: 2 })
        await assert.rejects(read, { name: 'InputError', message })
      })
    }
  }

  test('unread rows are not decoded, and the others are decoded correctly', async () => {
    const lines = Array.from({ length: 2000 }, (_, i) => `${i};žluť ${i}`)
    const seen: string[] = []
    await readCsv(chunks(Buffer.from(['k;v', ...lines].join('\n')), 777), FORMAT, {
      header: () => {},
      row: (row) => void (row.line % 100 === 0 && seen.push(row.fields().join('|'))),
      afterBlock: async () => {},
    })
    const numbers = Array.from({ length: 20 }, (_, i) => i * 100 + 98)
    assert.deepEqual(seen.join(), numbers.map((number) => `${number}|žluť ${number}`).join())
  })

  const latin = Buffer.from('a;b\n1;2\n\xe1;3\n4;5\n', 'latin1')
  for (const [what, bytes, message] of [
    ['an empty file', Buffer.from(''), 'x.csv: the file is empty; a header row was expected'],
    ['an open quote', Buffer.from('a;b\n1;"2\n'), 'x.csv, line 2: a quoted field has no end; the file may be cut off'],
    ['another encoding', latin, 'x.csv, line 3: is not valid utf-8; the file has another encoding or is damaged'],
    ['text after a quote', Buffer.from('a;b\n"1"x;2\n'), 'x.csv, line 2: text follows a closing quote'],
  ] as const) {
    test(`${what} is an error that names the line`, async () => {
      await assert.rejects(rowsOf(bytes, 5), { message })
    })
  }
})

test('splitCsvRow removes quotes and unescapes doubled ones', () => {
  const fields = splitCsvRow('1,"TECHNOMAT, státní podnik ""v likvidaci""",,""', ',')
  assert.deepEqual(fields, ['1', 'TECHNOMAT, státní podnik "v likvidaci"', '', ''])
})
