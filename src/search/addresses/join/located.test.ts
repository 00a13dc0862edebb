import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAddressText } from '../../../text/address-text.ts'
import { isLocated } from './located.ts'

for (const [typed, located] of [
  ['Hlavná 5', false],
  ['Hlavná 5 Prešov', true],
  ['Hlavná, Prešov', true],
  ['Hlavná - Prešov', true],
  ['Frýdek-Místek', false],
  ['na Hlavnej', true],
  ['Hlavná v Prešove', true],
  ['Hlavná v', false],
  ['Hlavná 5 P', false],
  ['Hlavná 5, Slovensko', false],
  ['5 Hlavná', true],
  ['Hlavná 5/2', false],
  ['', false],
] as const)
  test(`"${typed}" ${located ? 'has a name behind a number, a comma or a preposition' : 'has no name that is a town'}`, () => {
    assert.equal(isLocated(readAddressText([typed], 'apart')), located)
  })
