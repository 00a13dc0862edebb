import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../stdx/testing/properties.ts'
import { chooseGrantSize, type GrantSizeInput } from './grant-size.ts'

const request: GrantSizeInput = { unallocated: 1000, least: 1, wanted: 100, nodes: 1, recalled: 'not_recalled' }

for (const [because, change, size] of [
  ['what is wanted, while there is plenty', {}, 100],
  ['what is needed at once, if that is more', { least: 300 }, 300],
  ['all that is left, for a lone node', { unallocated: 30 }, 30],
  ['all that is left for three nodes is shared: half of a third each', { unallocated: 200, nodes: 3 }, 34],
  ['but never less than is needed at once', { unallocated: 20, nodes: 5, least: 10 }, 10],
  ['nothing, if what is left would not help', { unallocated: 9, least: 10 }, 0],
  ['nothing, if nothing is left', { unallocated: 0, least: 0 }, 0],
  ['what is needed and no more, while another node requests for units', { recalled: 'recalled', least: 10 }, 10],
  ['nothing ahead, while another node requests for units', { recalled: 'recalled', least: 0 }, 0],
] as const satisfies readonly (readonly [string, Partial<GrantSizeInput>, number])[]) {
  test(`a grant is ${because}`, () => assert.equal(chooseGrantSize({ ...request, ...change }), size))
}

test('a grant is never larger than what is left, and is empty or large enough', () => {
  const any = fc.record({
    unallocated: fc.nat(500),
    least: fc.nat(50),
    wanted: fc.nat(500),
    nodes: fc.integer({ min: 1, max: 9 }),
    recalled: fc.constantFrom('recalled', 'not_recalled') as fc.Arbitrary<'recalled' | 'not_recalled'>,
  })
  fc.assert(
    fc.property(any, (one) => {
      const size = chooseGrantSize(one)
      assert(0 <= size && size <= one.unallocated)
      assert(size === 0 || one.least <= size)
      assert(size <= Math.max(one.least, one.wanted))
      if (0 < one.unallocated && 0 < one.least && one.least <= one.unallocated) assert(one.least <= size)
    }),
  )
})
