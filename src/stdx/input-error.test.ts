import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type FilePosition, inputErrorAt } from './input-error.ts'
import { cases } from './testing/cases.ts'

const LONG = { file: 'f'.repeat(201), column: 'ž'.repeat(200) }

for (const [what, position, reason, message] of cases<[string, FilePosition, string, string]>`
  names its place                                  | ${{ file: 'obce.csv', line: 7, column: 'PSČ' }} | is no code | obce.csv, line 7, column PSČ: is no code
  stays one line, whatever a file is called        | ${{ file: 'a\n\x1b[31mb.csv' }} | is damaged | a??[31mb.csv: is damaged
  stays one line, whatever a column is called      | ${{ file: 'a.csv', column: 'x\r\u2028\u202ey\x7f\x9b' }} | is missing | a.csv, column x???y??: is missing
  stays one line, whatever it quotes               | ${{ file: 'a.tar' }} | ${'is damaged after b\n\x1b[31mc.xml'} | a.tar: is damaged after b??[31mc.xml
  cuts names off that have no end                  | ${LONG} | is missing | ${'f'.repeat(200)}…, column ${'ž'.repeat(200)}: is missing
`) {
  test(`an error ${what}`, () => assert.equal(inputErrorAt(position, reason).message, message))
}
