import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../stdx/testing/properties.ts'
import { WordScanner } from './word-scanner.ts'
import { splitWords } from './words.ts'

function scanned(scanner: WordScanner, text: string): string[] {
  const before = 'x1 '
  const bytes = Buffer.from(`${before}${text} y2`)
  const count = scanner.scan(bytes, before.length, before.length + Buffer.byteLength(text))
  return Array.from({ length: count }, (_, i) =>
    Buffer.from(scanner.bytes.subarray(i === 0 ? 0 : scanner.ends[i - 1], scanner.ends[i])).toString(),
  )
}

const plain = (text: string): string[] => splitWords(text).map((word) => word.text)

test('every code point is folded, joins or separates as in splitWords', () => {
  const scanner = new WordScanner()
  for (let first = 0; first <= 0x10_ffff; first += 256) {
    if (0xd800 <= first && first <= 0xdfff) continue
    const letters = Array.from({ length: 256 }, (_, i) => String.fromCodePoint(first + i))
    const text = letters.map((letter) => `Á${letter}b ${letter} `).join('')
    assert.deepEqual(scanned(scanner, text), plain(text), `from U+${first.toString(16)}`)
  }
})

test('any text has the words of splitWords, independent of earlier texts', () => {
  const scanner = new WordScanner()
  const unit = fc.oneof(
    fc.constantFrom(' ', '.', "'", '\u0301', '\u00ad', 'ß', '½', '\ufdfa', '–', 'Č', 'x'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  )
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 3000, size: 'max' }), (text) => {
      assert.deepEqual(scanned(scanner, text), plain(text))
    }),
    { numRuns: 100 },
  )
})

test('letters that fold to many bytes do not overwrite later ones', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 1200 }), (long, short) => {
      const text = '\ufdfa'.repeat(long) + 'ß'.repeat(short)
      assert.deepEqual(scanned(new WordScanner(), text), plain(text))
    }),
  )
})
