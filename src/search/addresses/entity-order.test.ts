import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exampleAddress } from '../../engine/testing/address-columns.ts'
import type { Address } from '../../records/address.ts'
import { exampleIndex } from '../testing/indexes.ts'

const times = (count: number, changes: Partial<Address>): Partial<Address>[] => new Array(count).fill(changes)

test('streets and places are sorted by weight: the points of a place; the mean of the points of a street and of its town', () => {
  const points = [
    ...times(3, { municipality: 'Ves', municipalityPart: 'Ves' }),
    ...times(4, { municipality: 'Obec' }),
    ...times(9, { municipality: 'Mesto' }),
    ...times(1, { municipality: 'Mesto', street: 'Krátka' }),
    ...times(2, { municipality: 'Mesto', street: 'Dlhá' }),
  ]
  // 12; √(2 × 12) = 4.9; 4; √(1 × 12) = 3.5; 3, though its points name it twice.
  const index = exampleIndex(points.map((changes, key) => ({ key, address: exampleAddress(changes) })))
  const sourceIds = Array.from({ length: index.documents }, (_, document) => index.sourceIdOf(document))
  const sorted = [
    'place:mesto,:mesto',
    'street:mesto,:dlha',
    'place:obec,:obec',
    'street:mesto,:kratka',
    'place:ves,:ves',
  ]
  assert.deepEqual(sourceIds, sorted)
})
