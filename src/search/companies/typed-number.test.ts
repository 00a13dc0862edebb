import assert from 'node:assert/strict'
import { test } from 'node:test'
import { splitWords } from '../../text/words.ts'
import { findNumber } from './typed-number.ts'

for (const [typed, number, because] of [
  ['Alfa, a. s., Dlouhá 12, 824 12 Bratislava, IČO: 31 322 832', '31322832', 'a line of an invoice'],
  ['alfa 313 228 32', '31322832', 'other groups'],
  ['31322832 alfa', '31322832', 'in front, without a label'],
  ['alfa CZ00177041', '00177041', 'a Czech tax number'],
  ['CZ177041', '00177041', 'without its leading zeros, behind a label'],
  ['alfa IČO 177041', '00177041', 'the same behind a word'],
  ['alfa 177041', null, 'fewer digits without a label'],
  ['alfa 3132283Z', null, 'a letter that is like no digit'],
  ['alfa 3l322832', '31322832', 'a letter in place of a one'],
  ['alfa 31322833', null, 'a wrong check digit'],
  ['alfa 0903 322 832', null, 'a telephone number'],
  ['alfa SK2020372640', null, 'a Slovak tax number, which is no company number'],
  ['alfa 00000000', null, 'zeros alone'],
  ['alfa 3 1 3 2 2 8 3 2', null, 'digits that stand alone'],
] as const)
  test(`the number in '${typed}' is ${number}: ${because}`, () => {
    assert.equal(findNumber(splitWords(typed).map(({ text }) => text)), number)
  })
