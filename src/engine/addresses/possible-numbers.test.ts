import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../stdx/testing/properties.ts'
import { loadSections } from '../../stdx/testing/sections.ts'
import { PossibleNumbers, PossibleNumbersBuilder } from './possible-numbers.ts'

const NUMBERS = fc.array(fc.oneof(fc.nat(60), fc.nat(9_999), fc.nat(999_999_999)), { maxLength: 40 })

test('no number of a street or place is ruled out, and the greatest numbers are known', () => {
  fc.assert(
    fc.property(fc.array(NUMBERS, { minLength: 1, maxLength: 5 }), NUMBERS, NUMBERS, (owners, orientations, group) => {
      const builder = new PossibleNumbersBuilder(owners.length)
      const groups = new PossibleNumbersBuilder(1)
      for (const number of group) groups.push(0, number)
      for (const [owner, numbers] of owners.entries()) for (const number of numbers) builder.push(owner, number)
      for (const number of orientations) builder.pushOrientation(0, number)
      builder.pushAll(owners.length - 1, groups, 0)
      const possible = open(builder)
      const all = owners.map((numbers) => [...numbers])
      all[0]!.push(...orientations)
      all.at(-1)!.push(...group)
      for (const [owner, numbers] of all.entries()) {
        for (const number of numbers) assert(possible.mayHave(owner, number), `${owner} has ${number}`)
        assert.equal(possible.greatestOf(owner), Math.max(0, ...numbers))
        assert.equal(possible.greatestOrientationOf(owner), owner === 0 ? Math.max(0, ...orientations) : 0)
      }
    }),
  )
})

test('most numbers are ruled out for a street of twenty houses', () => {
  const builder = new PossibleNumbersBuilder(1)
  for (let i = 0; i < 10; i++) builder.pushOrientation(0, 2 * i + 1)
  for (let i = 0; i < 10; i++) builder.push(0, 671 + 137 * i)
  const possible = open(builder)
  const ruledOut = Array.from({ length: 3_000 }, (_, number) => number).filter((number) => !possible.mayHave(0, number))
  assert(2_500 < ruledOut.length, `${ruledOut.length} of 3 000`)
})

function open(builder: PossibleNumbersBuilder): PossibleNumbers {
  return new PossibleNumbers(loadSections(builder.sections()))
}
