import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findHighlights } from '../../client/src/highlights.ts'
import { isQuery } from '../../client/src/query.ts'
import { splitWords as splitInClient } from '../../client/src/words.ts'
import { problemOfQueryText } from '../../src/http/request/query-text.ts'
import { fc } from '../../src/stdx/testing/properties.ts'
import { splitWords } from '../../src/text/words.ts'

/** The client has its own copies of these rules, because it may not load those of the service. */

const LETTERS = [
  ...['a', 'á', 'Á', 'ä', 'č', 'ĺ', 'ř', 'ů', 'Ž', 'b', 's', 'S', '1', '2', '5', 'ß', 'ẞ', 'ﬁ', 'Æ', 'œ', 'Ł', 'đ'],
  ...['ı', 'İ', '½', '№', '㈱', '𝐚', '\ud800', '\u0301', '\u030c', "'", '’', '\u00ad', '\u200b', '\ufeff'],
  ...[' ', '.', ',', '/', '-', '&', '\n'],
]
const text = fc.oneof(
  fc.string({ unit: fc.constantFrom(...LETTERS), maxLength: 30 }),
  fc.string({ unit: 'binary', maxLength: 30 }),
)

test('the client splits and folds words as the service does', () => {
  const check = (given: string): void => {
    const words = splitInClient(given).map(({ folded, start, ends }) => ({
      text: folded,
      start,
      end: ends.get(folded.length),
    }))
    assert.deepEqual(words, splitWords(given), JSON.stringify(given))
  }
  fc.assert(fc.property(text, check), { numRuns: 2_000 })
  // Letters beyond the basic plane fold by the same rules; a sample of them is above.
  for (let code = 0; code <= 0xffff; code++) check(`a${String.fromCharCode(code)}b`)
})

test('a highlight is the beginning of a word of the service, and folds to a typed word', () => {
  fc.assert(
    fc.property(text, text, (suggestion, typed) => {
      const words = splitWords(suggestion)
      const typedWords = splitWords(typed).map((word) => word.text)
      for (const { start, end } of findHighlights(suggestion, typed)) {
        assert(words.some((word) => word.start === start && end <= word.end))
        const folded = splitWords(suggestion.slice(start, end)).map((word) => word.text)
        assert.equal(folded.length, 1)
        assert(typedWords.includes(folded[0]!))
      }
    }),
    { numRuns: 5_000 },
  )
})

test('highlights are in order, do not overlap and never cut a letter', () => {
  const wellFormed = text.map((one) => one.toWellFormed())
  fc.assert(
    fc.property(wellFormed, wellFormed, (suggestion, typed) => {
      let last = 0
      for (const { start, end } of findHighlights(suggestion, typed)) {
        assert(last <= start && start < end && end <= suggestion.length)
        assert(suggestion.slice(start, end).isWellFormed())
        assert(!/^\p{M}/u.test(suggestion.slice(end)))
        last = end
      }
    }),
    { numRuns: 5_000 },
  )
})

test('a text that was typed as it is, is highlighted word by word', () => {
  fc.assert(
    fc.property(text, (one) => {
      const places = splitWords(one).map(({ start, end }) => ({ start, end }))
      assert.deepEqual(findHighlights(one, one), places)
    }),
  )
})

test('the client asks for a text if and only if the service accepts it', () => {
  const query = fc.oneof(
    text,
    fc.integer({ min: 118, max: 122 }).map((length) => 'a'.repeat(length)),
    fc.integer({ min: 118, max: 122 }).map((length) => '𝐚'.repeat(length)),
    fc.integer({ min: 0, max: 3 }).map((length) => 'é'.repeat(length)),
  )
  const check = (q: string): void => assert.equal(isQuery(q), problemOfQueryText(q) === undefined, JSON.stringify(q))
  fc.assert(fc.property(query, check), { numRuns: 5_000 })
  for (let code = 0; code <= 0x10ffff; code++) check(`.${String.fromCodePoint(code)}`)
})
