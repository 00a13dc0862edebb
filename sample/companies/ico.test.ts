import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { seededRandom } from '../../src/stdx/random.ts'
import { fc } from '../../src/stdx/testing/properties.ts'
import { CZECH_ICO_BLOCKS, IcoSpace, icoText, SLOVAK_ICO_BLOCKS } from './ico.ts'
import { scramble } from './scramble.ts'

describe('icoText', () => {
  // Numbers of public organisations and large companies, from the registers.
  for (const ico of ['31322832', '00151866', '65666232', '27082440']) {
    test(`gives ${ico} its check digit`, () => assert.equal(icoText(Number(ico.slice(0, 7)), 'right'), ico))
  }

  test('a wrong check digit is wrong', () => {
    for (let first = 0; first < 3000; first++) {
      assert.notEqual(icoText(first, 'wrong'), icoText(first, 'right'))
      assert.match(icoText(first, 'wrong'), /^\d{8}$/)
    }
  })
})

for (const [country, blocks, count] of [
  ['Slovak', SLOVAK_ICO_BLOCKS, 2_264_624],
  ['Czech', CZECH_ICO_BLOCKS, 3_869_451],
] as const) {
  test(`${country} numbers ascend and lie in their blocks, at national scale`, () => {
    const space = new IcoSpace(blocks, count)
    const random = seededRandom(1)
    let last = -1
    for (let position = 0; position < count; position++) {
      const first = space.at(position, random)
      if (first <= last) assert.fail(`${first} after ${last}`)
      last = first
    }
    assert.ok(last < blocks.at(-1)![1])
  })
}

test('scramble returns every number once', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2000 }), (count) => {
      const seen = new Set(Array.from({ length: count }, (_, i) => scramble(i, count)))
      assert.equal(seen.size, count)
      assert.ok([...seen].every((number) => 0 <= number && number < count))
    }),
    { numRuns: 50 },
  )
})
