import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { type CsvFormat, readCsv, splitCsvRow } from './csv.ts'

async function rowsOf(
  bytes: Uint8Array,
  chunkBytes: number,
  format: Partial<CsvFormat> = {},
): Promise<{ line: number; fields: string[] }[]> {
  const rows: { line: number; fields: string[] }[] = []
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes)
  }
  await readCsv(
    chunks(),
    { file: 'x.csv', delimiter: ';', encoding: 'utf-8', ...format },
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
  test('gives back what was written, however the file is cut into chunks', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(field, field, field), { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: 40 }),
        async (rows, chunk) => {
          const text = rows.map((row) => row.map((f) => `"${f.replaceAll('"', '""')}"`).join(';')).join('\r\n')
          const read = await rowsOf(Buffer.from(text), chunk)
          assert.deepEqual(
            read.map((row) => row.fields),
            rows.map((row) => [...row]),
          )
        },
      ),
      { numRuns: 300 },
    )
  })

  test('a byte order mark, LF and CRLF, empty lines and a missing last line end are no matter', async () => {
    const bytes = Buffer.from('\ufeffa;b\r\n1;2\n\n3;ž')
    assert.deepEqual(await rowsOf(bytes, 3), [
      { line: 1, fields: ['a', 'b'] },
      { line: 2, fields: ['1', '2'] },
      { line: 4, fields: ['3', 'ž'] },
    ])
  })

  test('a quote inside an unquoted field is a letter like any other', async () => {
    assert.deepEqual((await rowsOf(Buffer.from('a;b\nrúra 5" dlhá;2\nx;"y;z"\n'), 100)).slice(1), [
      { line: 2, fields: ['rúra 5" dlhá', '2'] },
      { line: 3, fields: ['x', 'y;z'] },
    ])
  })

  test('rows that nobody reads are not decoded, and the others still come out right', async () => {
    const lines = Array.from({ length: 2000 }, (_, i) => `${i};žluť ${i}`)
    const seen: string[] = []
    async function* chunks(): AsyncGenerator<Uint8Array> {
      const bytes = Buffer.from(['k;v', ...lines].join('\n'))
      for (let at = 0; at < bytes.length; at += 777) yield bytes.subarray(at, at + 777)
    }
    await readCsv(
      chunks(),
      { file: 'x.csv', delimiter: ';', encoding: 'utf-8' },
      {
        header: () => {},
        row: (row) => {
          if (row.line % 100 === 0) seen.push(row.fields().join('|'))
        },
        afterBlock: async () => {},
      },
    )
    assert.deepEqual(
      seen,
      Array.from({ length: 20 }, (_, i) => `${i * 100 + 98}|žluť ${i * 100 + 98}`),
    )
  })

  for (const [what, bytes, message] of [
    ['an empty file', Buffer.from(''), 'x.csv: the file is empty; a header row was expected'],
    ['an open quote', Buffer.from('a;b\n1;"2\n'), 'x.csv, line 2: a quoted field has no end; the file may be cut off'],
    [
      'another encoding',
      Buffer.from('a;b\n1;2\n\xe1;3\n4;5\n', 'latin1'),
      'x.csv, line 3: is not utf-8; the encoding of the file is another one, or it is damaged',
    ],
    ['text after a quote', Buffer.from('a;b\n"1"x;2\n'), 'x.csv, line 2: text follows a closing quote'],
  ] as const) {
    test(`${what} is an error that names the line`, async () => {
      await assert.rejects(rowsOf(bytes, 5), { message })
    })
  }
})

test('splitCsvRow takes quotes away and doubles apart', () => {
  assert.deepEqual(splitCsvRow('1,"TECHNOMAT, státní podnik ""v likvidaci""",,""', ','), [
    '1',
    'TECHNOMAT, státní podnik "v likvidaci"',
    '',
    '',
  ])
})
