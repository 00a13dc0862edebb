import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readCsvTable } from './csv-table.ts'
import { encodeWindows1250 } from './windows-1250.ts'

const format = { file: 'x.csv', delimiter: ';', required: ['KOD', 'NAZEV'], optional: ['DO'] } as const

describe('readCsvTable', () => {
  for (const [encoding, encode] of [
    ['UTF-8', (text: string) => Buffer.from(text)],
    ['UTF-8 with a byte order mark', (text: string) => Buffer.from(`\ufeff${text}`)],
    ['windows-1250', encodeWindows1250],
  ] as const) {
    test(`reads ${encoding}`, async () => {
      const rows = await readCsvTable(encode('KOD;NAZEV\r\n1;Žďár\r\n2;"Ústí; nad"\r\n'), format)
      const read = rows.map((row) => [row('KOD'), row('NAZEV'), row('DO')].join('|'))
      assert.deepEqual(read, ['1|Žďár|', '2|Ústí; nad|'])
    })
  }

  test('a row with a wrong number of fields fails the list', async () => {
    const message = 'x.csv, line 3: has 1 fields, the header has 2'
    await assert.rejects(readCsvTable(Buffer.from('KOD;NAZEV\n1;a\n2\n'), format), { message })
  })
})
