import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fc } from '../../stdx/testing/properties.ts'
import { houseNumbers } from './house-numbers.ts'

type Case = readonly [
  registration: string | null,
  building: string | null,
  inStreet: readonly [registration: string | null, orientation: string | null, letter: string | null],
  inVillage?: readonly [registration: string | null, orientation: string | null, letter: string | null],
]

/** A seat in a place without streets has the same numbers unless the fourth column says otherwise. */
const CASES: readonly Case[] = [
  // Two numbers.
  ['215', '14', ['215', '14', null]],
  ['215', '14B', ['215', '14', 'B']],
  [null, '1143/79', ['1143', '79', null]],
  [null, '905/8', ['905', '8', null]],
  [null, '905 / 8', ['905', '8', null]],
  [null, '5346/1B', ['5346', '1', 'B']],
  [null, '1143/79A', ['1143', '79', 'A']],
  [null, '1143/79 A', ['1143', '79', 'A']],
  [null, '1143/79/A', ['1143', '79', 'A']],
  [null, '1143/79-81', ['1143', '79-81', null]],
  [null, '1143/79/2', ['1143', '79/2', null]],
  [null, '0/9', [null, '9', null]],
  ['7', '1143/79', ['7', '79', null]],
  // One number with a letter.
  [null, '9/A', [null, '9', 'A']],
  [null, '11/a', [null, '11', 'a']],
  [null, '5 / C', [null, '5', 'C']],
  [null, '9/Č', [null, '9', 'Č']],
  [null, '5C', [null, '5', 'C']],
  ['142', '9/A', ['142', '9', 'A']],
  // One plain number: in a village it may be either.
  [null, '142', [null, '142', null], [null, null, null]],
  [null, '1143/', [null, '1143', null], [null, null, null]],
  [null, '/79', [null, '79', null], [null, null, null]],
  // No number that can be taken apart stays whole.
  [null, 'A/5', [null, 'A/5', null], [null, null, null]],
  [null, '12/A/3', [null, '12/A/3', null], [null, null, null]],
  [null, '12A/3', [null, '12A/3', null], [null, null, null]],
  [null, 'blok B', [null, 'blok B', null], [null, null, null]],
  // None.
  ['142', null, ['142', null, null]],
  [null, null, [null, null, null]],
  [null, '/', [null, null, null]],
  ['142', ' / ', ['142', null, null]],
]

describe('house numbers', () => {
  for (const [registration, building, inStreet, inVillage = inStreet] of CASES) {
    test(`regNumber ${registration}, buildingNumber ${building}`, () => {
      assert.deepEqual(Object.values(houseNumbers(registration, building, 'Hlavná')), inStreet)
      assert.deepEqual(Object.values(houseNumbers(registration, building, null)), inVillage)
    })
  }

  test('are split at a slash only if a digit follows it', () => {
    const part = fc.string({ unit: fc.constantFrom('0', '1', '9', 'A', 'č', ' ', '-'), maxLength: 3 })
    fc.assert(
      fc.property(part, part, (before, after) => {
        const { registration } = houseNumbers(null, `${before}/${after}`, 'Hlavná')
        if (registration === null) return
        assert.match(after.trim(), /^[0-9]/)
        assert.equal(registration, before.trim())
      }),
    )
  })
})
