import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exampleAddress } from '../engine/testing/address-columns.ts'
import { exampleIndex } from '../search/testing/indexes.ts'
import { type ReleaseParts, serveRelease } from './served-release.ts'

test('a suggestion says how it was found and what the search left out, of each text anew', () => {
  const address = exampleAddress({ street: 'Cd', postalCode: '04001', registrationNumber: '7' })
  const index = exampleIndex([{ key: 1, address }])
  const parts = { manifest: { sources: [] }, companyIndex: () => undefined, addressIndex: () => index }
  const suggest = serveRelease(parts as unknown as ReleaseParts).addresses('cz')!
  for (const [text, leftOut, how] of [
    ['Cd 7, 04002 Ab', ['postal_code_left_out'], 'joined_names'],
    ['Cd 7, Ab', [], 'typed'],
    ['Cd 7, byt 3', ['flat_left_out'], 'joined_anywhere'],
  ] as const) {
    const found = suggest(text, { limit: 5 })
    assert.deepEqual([found.leftOut, found.found], [leftOut, how])
    assert.match(found.hits, /Cd 7, 04001 Ab/)
  }
  assert.equal(suggest('xyzw', { limit: 5 }).found, 'nothing')
})
