import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { pooledText, TextColumnBuilder, TextPoolBuilder, textAt } from './text-column.ts'

test('a column gives back every text it was given', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), (texts) => {
      const column = new TextColumnBuilder()
      for (const text of texts) column.push(text)
      const arrays = column.arrays()
      assert.deepEqual(
        texts.map((_, i) => textAt(arrays, i)),
        texts,
      )
    }),
  )
})

test('a pool keeps each text once, and null apart from the empty text', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.string({ maxLength: 3 }))), (texts) => {
      const pool = new TextPoolBuilder()
      const numbers = texts.map((text) => pool.number(text))
      const arrays = pool.arrays()
      assert.deepEqual(
        numbers.map((number) => pooledText(arrays, number)),
        texts,
      )
      assert.equal(arrays.starts.length - 2, new Set(texts.filter((text) => text !== null)).size)
    }),
  )
})
