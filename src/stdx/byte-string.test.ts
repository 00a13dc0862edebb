import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toByteString, toJsonBytes } from './byte-string.ts'
import { fc } from './testing/properties.ts'

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('"', '\\', '\n', '\0', 'é', '\u2028', '\ud800', '\udc00', '😀') }),
)

test('a byte string has the bytes of the text', () => {
  fc.assert(fc.property(text, (one) => assert.deepEqual(Buffer.from(toByteString(one), 'latin1'), Buffer.from(one))))
})

test('between quotes it is the JSON of the text', () => {
  fc.assert(
    fc.property(text, (one) =>
      assert.deepEqual(Buffer.from(`"${toJsonBytes(one)}"`, 'latin1'), Buffer.from(JSON.stringify(one))),
    ),
  )
})
