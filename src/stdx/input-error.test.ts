import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inputErrorAt } from './input-error.ts'

for (const [what, error, message] of [
  [
    'names its place',
    inputErrorAt({ file: 'obce.csv', line: 7, column: 'PSČ' }, 'is no code'),
    'obce.csv, line 7, column PSČ: is no code',
  ],
  [
    'stays one line, whatever a file is called',
    inputErrorAt({ file: 'a\n\x1b[31mb.csv' }, 'is damaged'),
    'a??[31mb.csv: is damaged',
  ],
  [
    'stays one line, whatever a column is called',
    inputErrorAt({ file: 'a.csv', column: 'x\r\u2028\u202ey\x7f\x9b' }, 'is missing'),
    'a.csv, column x???y??: is missing',
  ],
  [
    'stays one line, whatever it quotes',
    inputErrorAt({ file: 'a.tar' }, 'is damaged after b\n\x1b[31mc.xml'),
    'a.tar: is damaged after b??[31mc.xml',
  ],
  [
    'cuts names off that have no end',
    inputErrorAt({ file: 'f'.repeat(201), column: 'ž'.repeat(200) }, 'is missing'),
    `${'f'.repeat(200)}…, column ${'ž'.repeat(200)}: is missing`,
  ],
] as const) {
  test(`an error ${what}`, () => assert.equal(error.message, message))
}
