import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type GivenAddress, readAddress } from './given-address.ts'
import { textToSearch } from './text-to-search.ts'

const CASES: readonly (readonly [given: GivenAddress, text: string])[] = [
  [{ address: 'Hlavná 147/10, 040 01 Košice' }, 'Hlavná 147/10, 040 01 Košice'],
  [{ address: 'Alfa s.r.o. Hlavná 10, byt 5, Košice' }, 'Hlavná 10, Košice'],
  [{ address: 'Hlavná 10 / 3. poschodie, Košice' }, 'Hlavná 10, Košice'],
  [{ street: 'Hlavná', number: '10', town: 'Košice', postcode: '' }, 'Hlavná 10, Košice'],
  [{ street: 'nám. Ľ. Štúra 10', town: 'Košice' }, 'nám. Ľ. Štúra 10, Košice'],
  [{ address: ' … ' }, ''],
]
for (const [given, text] of CASES)
  test(`${JSON.stringify(given)} is searched for as "${text}"`, () =>
    assert.equal(textToSearch(readAddress(given)), text))
