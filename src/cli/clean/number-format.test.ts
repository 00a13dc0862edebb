import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { builtInFormat, readNumberFormat } from './number-format.ts'

const SHOWN: readonly (readonly [code: string | number, raw: string, shown: string])[] = [
  ['General', '12', '12'],
  ['General', '8590000000012', '8590000000012'],
  ['General', '48.15', '48,15'],
  ['General', '0.30000000000000004', '0,3'],
  ['General', '-5', '-5'],
  ['General', 'x', 'x'],
  ['General', '', ''],
  ['@', '4001', '4001'],
  ['00000', '4001', '04001'],
  ['000 00', '4001', '040 01'],
  ['000\\ 00', '81102', '811 02'],
  ['00000000', '123', '00000123'],
  ['"č. "0', '7', 'č. 7'],
  ['+000" "000000000', '421905123456', '+421 905123456'],
  ['0', '12.6', '13'],
  ['0.00', '-1.5', '-1,50'],
  ['0.0#', '1.25', '1,25'],
  ['0.0#', '1', '1,0'],
  ['#.##', '0.5', ',5'],
  ['#,##0.00\\ "Kč"', '1234567.5', '1 234 567,50 Kč'],
  ['#,##0\\ [$€-1]', '999', '999 €'],
  ['_-* #,##0_-;\\-* #,##0_-', '-1200', '-1 200'],
  ['0;(0);"-"', '0', '-'],
  ['0;(0)', '-3', '(3)'],
  ['0%', '0.21', '21%'],
  ['[Red]0', '5', '5'],
  ['0.00E+00', '12345', '12345'],
  ['0', '1e300', '1e+300'],
  ['d.m.yyyy', '46355', '29.11.2026'],
  ['dd\\.mm\\.yy', '46355', '29.11.26'],
  ['[$-41B]d/m/yyyy;@', '46355', '29/11/2026'],
  ['yyyy-mm-dd hh:mm:ss', '46355.75', '2026-11-29 18:00:00'],
  ['d-mmm', '46055', '2-feb'],
  ['mm:ss', '0.5006944444', '01:00'],
  ['[h]:mm', '1.5', '36:00'],
  ['h:mm AM/PM', '0.75', '6:00 PM'],
  ['d.m.yyyy', '1', '1.1.1900'],
  ['d.m.yyyy', '61', '1.3.1900'],
  ['d.m.yyyy', '-1', '-1'],
  ['d.m.yyyy', '99999999', '99999999'],
  [0, '5', '5'],
  [1, '5.4', '5'],
  [4, '1234.5', '1 234,50'],
  [14, '46355', '29.11.2026'],
  [22, '46355.5', '29.11.2026 12:00'],
  [49, '12', '12'],
]

describe('a number is shown as its format says', () => {
  for (const [code, raw, shown] of SHOWN)
    test(`${code}: ${raw}`, () => {
      const format = typeof code === 'number' ? builtInFormat(code) : code
      assert.equal(readNumberFormat(format, { isFrom1904: false })(raw), shown)
    })
})

test('days may be counted from 1904', () =>
  assert.equal(readNumberFormat('d.m.yyyy', { isFrom1904: true })('44893'), '29.11.2026'))
