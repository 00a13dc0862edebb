import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fc } from '../stdx/testing/properties.ts'
import * as compact from './compact-words.ts'
import { editDistance, isWithinEdits, prefixEditDistance } from './edit-distance.ts'
import { foldLetters } from './fold-letters.ts'
import { unshiftDigits } from './unshift-digits.ts'
import { splitWords } from './words.ts'

describe('foldLetters', () => {
  for (const [text, folded] of [
    ['Žluťoučký kůň', 'zlutoucky kun'],
    ['ĽALIOVÝ TŔŇ', 'laliovy trn'],
    ['Łódź Straße Øresund', 'lodz strasse oresund'],
    ['ＦＵＬＬ ﬁ №5 ²', 'full fi no5 2'],
    ['e\u0301 is é', 'e is e'],
  ] as const) {
    test(`${text} is ${folded}`, () => assert.equal(foldLetters(text), folded))
  }
  test('folding twice equals folding once, for any Unicode text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const once = foldLetters(text)
        assert.equal(foldLetters(once), once)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('splitWords', () => {
  const texts = (text: string): string[] => splitWords(text).map((word) => word.text)
  for (const [text, words] of [
    ['Spišská Nová Ves', ['spisska', 'nova', 'ves']],
    ['Bratislava-Staré Mesto', ['bratislava', 'stare', 'mesto']],
    ['  ,;. ', []],
    ["O’Neill & sons'", ['oneill', 'sons']],
    ['Hlavná 1143/79B', ['hlavna', '1143', '79b']],
    ['s. r. o.', ['s', 'r', 'o']],
    ['zero\u200bwidth so\u00adft', ['zerowidth', 'soft']],
    ['e\u0301clair', ['eclair']],
  ] as const) {
    test(`${JSON.stringify(text)} has the words ${words.join(' ')}`, () => assert.deepEqual(texts(text), words))
  }
  test('words have their position, are in order, and contain only letters and digits', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        let last = 0
        for (const { text: word, start, end } of splitWords(text)) {
          assert(last <= start && start < end && end <= text.length)
          assert.match(word, /^[\p{L}\p{N}]+$/u)
          last = end
        }
      }),
      { numRuns: 2000 },
    )
  })
})

/** All words one edit away, made in the most obvious way. */
function oneEditAway(word: string, letters: string): Set<string> {
  const made = new Set<string>()
  for (let i = 0; i <= word.length; i++) {
    for (const letter of letters) made.add(word.slice(0, i) + letter + word.slice(i))
    if (i === word.length) break
    made.add(word.slice(0, i) + word.slice(i + 1))
    for (const letter of letters) made.add(word.slice(0, i) + letter + word.slice(i + 1))
    if (i + 1 < word.length) made.add(word.slice(0, i) + word[i + 1] + word[i] + word.slice(i + 2))
  }
  made.delete(word)
  return made
}

test('without tables all texts fold and split as with them', () => {
  const letter = fc.oneof(
    fc.constantFrom(...'aČß1²½㈱ﬁ .,/'),
    fc.constantFrom(..."'’ʼ`´\u00ad\u200b\u200c\u200d\u2060\ufeff\u0301"),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  )
  fc.assert(
    fc.property(fc.array(letter, { maxLength: 30 }), (letters) => {
      const text = letters.join('')
      assert.equal(compact.foldLetters(text), foldLetters(text))
      assert.deepEqual(compact.splitWords(text), splitWords(text))
    }),
    { numRuns: 5000 },
  )
})

describe('editDistance', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 })
  test('is one exactly for the words one edit away', () => {
    fc.assert(
      fc.property(word, word, (a, b) => {
        const expected = a === b ? 0 : oneEditAway(a, 'abc').has(b) ? 1 : 2
        assert.equal(editDistance(a, b, 1), expected)
      }),
      { numRuns: 3000 },
    )
  })
  test('is symmetric, and independent of the maximum', () => {
    fc.assert(
      fc.property(word, word, fc.integer({ min: 0, max: 4 }), (a, b, max) => {
        const whole = editDistance(a, b, 20)
        assert.equal(editDistance(b, a, 20), whole)
        assert.equal(editDistance(a, b, max), Math.min(whole, max + 1))
        assert.equal(isWithinEdits(a, b, max), whole <= max)
      }),
      { numRuns: 3000 },
    )
  })
  test('to a prefix is the distance to the nearest prefix of the word', () => {
    fc.assert(
      fc.property(word, word, fc.integer({ min: 0, max: 2 }), (typed, other, max) => {
        const beginnings = Array.from({ length: other.length + 1 }, (_, length) =>
          editDistance(typed, other.slice(0, length), max),
        )
        assert.equal(prefixEditDistance(typed, other, max), Math.min(...beginnings))
      }),
      { numRuns: 3000 },
    )
  })
})

describe('unshiftDigits', () => {
  for (const [text, digits] of [
    ['+ľščťžýáíé', '1234567890'],
    ['+ĚŠČŘŽÝÁÍÉ', '1234567890'],
    ['1+', '11'],
    ['á5', '85'],
    ['áb', undefined],
    ['', undefined],
  ] as const) {
    test(`'${text}' is ${digits}`, () => assert.equal(unshiftDigits(text), digits))
  }
})
