import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fc } from '../stdx/testing/properties.ts'
import { deriveRecordId } from './record-id.ts'
import { findKeyFlaw, formatSourceKey, type KeyForm, parseSourceKey } from './source-key.ts'

/** The check character by the schoolbook rule for 11: the alternating sum of the digits from the right. */
function plainCheck(number: string): string {
  const sum = [...number].reverse().reduce((all, digit, i) => all + (i % 2 === 0 ? 1 : -1) * Number(digit), 0)
  return '0123456789A'[((sum % 11) + 11) % 11]!
}

const digits = (maxLength: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength }).map((list) => list.join(''))
const soundKey = digits(14).map((number) => number + plainCheck(number))
const endingInA = digits(14).map((number) => `${number}A`)
const checkedKey = fc.oneof(soundKey, digits(15), endingInA)
const TEXTS = {
  plain: fc.integer({ min: 0, max: 999_999_999_999_999 }).map(String),
  'eight-digits': fc.integer({ min: 0, max: 99_999_999 }).map((number) => String(number).padStart(8, '0')),
  'check-character': checkedKey,
} as const satisfies Readonly<Record<KeyForm, fc.Arbitrary<string>>>

describe('a key of a source', () => {
  for (const form of Object.keys(TEXTS) as KeyForm[]) {
    test(`is formatted as published: ${form}`, () => {
      fc.assert(
        fc.property(TEXTS[form], (text) => {
          const key = parseSourceKey(text, form)
          assert(key !== undefined && Number.isSafeInteger(key), text)
          assert.equal(formatSourceKey(key, form), text)
        }),
        { numRuns: 2000 },
      )
    })

    test(`is distinct for every text: ${form}`, () => {
      fc.assert(
        fc.property(fc.uniqueArray(TEXTS[form], { minLength: 2 }), (texts) => {
          assert.equal(new Set(texts.map((text) => parseSourceKey(text, form))).size, texts.length)
        }),
      )
    })
  }

  for (const [form, text, key] of [
    ['plain', '0', 0],
    ['plain', '7', 7],
    ['plain', '07', undefined],
    ['plain', '851916A', undefined],
    ['plain', '1234567890123456', undefined],
    ['eight-digits', '00000078', 78],
    ['eight-digits', '78', undefined],
    ['eight-digits', '123456789', undefined],
    ['check-character', '', undefined],
    ['check-character', 'A', undefined],
    ['check-character', '12a', undefined],
    ['check-character', '1A2', undefined],
    ['check-character', '12AA', undefined],
    ['check-character', ' 12', undefined],
    ['check-character', '1,5', undefined],
    ['check-character', '-11', undefined],
    ['check-character', '7101062870', 710106287],
    ['check-character', '851916A', 851916],
    ['check-character', '11', 1],
    ['check-character', '10A', 10],
    ['check-character', '123456789012348', 12345678901234],
    ['check-character', '1234567890123456', undefined],
  ] as const) {
    test(`${JSON.stringify(text)} is ${key === undefined ? 'no key' : `the key ${key}`}: ${form}`, () => {
      assert.equal(parseSourceKey(text, form), key)
    })
  }
})

test('the id of a point is the hash of its published key, as when keys were numbers', () => {
  for (const [published, id] of [
    ['7101062870', 'bc991b02c97d6c98381e12c4263238cc'],
    ['3589047', '73defa9f31351256896ba0e6d4d23aac'],
    ['851916A', 'f348d2171cb1ba378e60c3bb68189b87'],
  ] as const) {
    const key = parseSourceKey(published, 'check-character')!
    assert.equal(deriveRecordId('sk', 'address', formatSourceKey(key, 'check-character')), id)
  }
})

describe('a key with a check character', () => {
  test('needs as few bits as its number, and a flawed key is negative', () => {
    fc.assert(
      fc.property(checkedKey, (text) => {
        const number = text.slice(0, -1)
        const isSound = /^[1-9]/.test(number) && text.endsWith(plainCheck(number))
        const key = parseSourceKey(text, 'check-character')!
        if (isSound) assert.equal(key, Number(number))
        else assert(key < 0)
        assert.equal(findKeyFlaw(text) === undefined, isSound)
      }),
      { numRuns: 2000 },
    )
  })

  test('has one valid check character of eleven; the others give flawed, distinct keys', () => {
    const texts = [...'0123456789A'].map((check) => `710106287${check}`)
    const sound = texts.filter((text) => findKeyFlaw(text) === undefined)
    assert.deepEqual(sound, ['7101062870'])
    assert.equal(new Set(texts.map((text) => parseSourceKey(text, 'check-character'))).size, 11)
  })

  for (const [text, flaw] of [
    ['7', 'wrong check character'],
    ['07', 'leading zero'],
    ['0', 'leading zero'],
    ['00', 'leading zero'],
    ['0A', 'leading zero'],
    ['3589046', 'wrong check character'],
    ['999999999999999', 'wrong check character'],
    ['99999999999999A', 'wrong check character'],
    ['000000000000000', 'leading zero'],
  ] as const) {
    test(`may have a ${flaw}: ${text}`, () => {
      assert.equal(findKeyFlaw(text), flaw)
      const key = parseSourceKey(text, 'check-character')!
      assert(Number.isSafeInteger(key) && key < 0)
      assert.equal(formatSourceKey(key, 'check-character'), text)
    })
  }
})
