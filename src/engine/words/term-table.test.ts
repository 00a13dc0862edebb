import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../stdx/testing/properties.ts'
import { textAt } from '../../stdx/text-column.ts'
import { TermTable } from './term-table.ts'

// Few letters, so that many texts agree in their first eight bytes; and letters whose UTF-16 order is not the order of
// their bytes.
const text = fc.string({ unit: fc.constantFrom('a', 'b', 'ž', '\ue000', '𝒳'), maxLength: 14 })

test('equal texts have one number, different ones the next, however many there are', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 5000, size: 'max' }), (texts) => {
      const table = new TermTable()
      const numbers = new Map<string, number>()
      for (const one of texts) {
        if (!numbers.has(one)) numbers.set(one, numbers.size)
        assert.equal(table.internText(one), numbers.get(one))
      }
      assert.equal(table.length, numbers.size)
      for (const [one, number] of numbers) assert.equal(table.textOf(number), one)
    }),
    { numRuns: 50 },
  )
})

test('a full table finds its texts and takes no other', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 50 }), fc.nat({ max: 5 }), (texts, most) => {
      const table = new TermTable(most)
      const known = [...new Set(texts)].slice(0, most)
      for (const one of texts) assert.equal(table.internText(one), known.indexOf(one))
      const found = known.map((_, number) => textAt(table.texts(), number))
      assert.deepEqual(found, known)
      assert.equal(table.texts().starts.length, known.length + 1)
    }),
  )
})

test('wanted texts are sorted by their bytes', () => {
  fc.assert(
    fc.property(fc.uniqueArray(text, { maxLength: 300 }), fc.integer({ min: 1, max: 3 }), (texts, every) => {
      const table = new TermTable()
      for (const one of texts) table.internText(one)
      const sorted = table.sort((number) => number % every === 0)
      const wanted = texts.filter((_, number) => number % every === 0)
      const expected = wanted.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
      const found = expected.map((_, place) => textAt(sorted, place))
      assert.deepEqual(found, expected)
      assert.equal(sorted.starts.length, expected.length + 1)
      for (const [place, one] of expected.entries()) {
        assert.equal(texts[sorted.numbers[place]!], one)
        assert.equal(sorted.places[sorted.numbers[place]!], place)
      }
    }),
    { numRuns: 300 },
  )
})
