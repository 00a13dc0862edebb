import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fc } from '../../stdx/testing/properties.ts'
import { queryPairs } from './query-pairs.ts'

describe('the pairs of a query', () => {
  test('decode to the text that was encoded, for any well-formed text', () => {
    const word = fc.string({ unit: 'grapheme' }).filter((text) => text.isWellFormed())
    fc.assert(
      fc.property(fc.array(fc.tuple(word, word), { minLength: 1 }), (pairs) => {
        const query = pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')
        assert.deepEqual(queryPairs(query), pairs)
      }),
    )
  })

  test('equal those of URLSearchParams, or the query is rejected where URLSearchParams guesses', () => {
    const piece = fc.constantFrom('a', '%', '%4', '%41', '%c4', '%8D', '%ff', '+', '=', '&', '%zz', '%ED%A0%80')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const query = pieces.join('')
        const pairs = queryPairs(query)
        if (pairs === undefined) return
        const kind = [...new URLSearchParams(query)].filter(([name, value]) => name !== '' || value !== '')
        assert.deepEqual(
          pairs.filter(([name, value]) => name !== '' || value !== ''),
          kind,
        )
        assert(!JSON.stringify(pairs).includes('\ufffd'))
      }),
    )
  })
})
