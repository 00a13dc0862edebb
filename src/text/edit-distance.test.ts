import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { maxTypos } from './edit-distance.ts'

describe('maxTypos', () => {
  for (const [word, typos] of [
    ['abc', 0],
    ['abcd', 1],
    ['abcdefg', 1],
    ['abcdefgh', 2],
    ['12345678', 0],
    ['abcd5', 0],
    ['жуковский', 0],
  ] as const) {
    test(`${word}: ${typos}`, () => assert.equal(maxTypos(word), typos))
  }
})
