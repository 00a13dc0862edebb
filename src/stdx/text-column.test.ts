import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toJsonBytes } from './byte-string.ts'
import { fc } from './testing/properties.ts'
import {
  jsonTextAt,
  pooledText,
  type TextArrays,
  TextColumnBuilder,
  type TextPieces,
  TextPoolBuilder,
  textAt,
} from './text-column.ts'

function joined({ bytes, starts }: TextPieces): TextArrays {
  return { bytes: Buffer.concat(bytes), starts: Uint32Array.from(starts.flatMap((piece) => [...piece])) }
}

test('a column returns every text', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), (texts) => {
      const column = new TextColumnBuilder()
      for (const text of texts) column.push(text)
      const arrays = joined(column.pieces())
      const read = texts.map((_, i) => textAt(arrays, i))
      assert.deepEqual(read, texts)
    }),
  )
})

test('a column returns every text as JSON', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: fc.constantFrom('"', '\\', '\n', '\0', '\u001f', '\u007f', ' ', '!', '#', '[', ']', 'é', '😀') }),
  )
  fc.assert(
    fc.property(fc.array(text), (texts) => {
      const column = new TextColumnBuilder()
      for (const one of texts) column.push(one)
      const arrays = joined(column.pieces())
      const read = texts.map((_, i) => jsonTextAt(arrays, i))
      assert.deepEqual(read, texts.map(toJsonBytes))
    }),
  )
})

test('a pool stores each text once and distinguishes null from the empty text', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.string({ maxLength: 3 }))), (texts) => {
      const pool = new TextPoolBuilder()
      const numbers = texts.map((text) => pool.number(text))
      const arrays = joined(pool.pieces())
      const read = numbers.map((number) => pooledText(arrays, number))
      assert.deepEqual(read, texts)
      assert.equal(arrays.starts.length - 2, new Set(texts.filter((text) => text !== null)).size)
    }),
  )
})
