import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ADDRESS_FIELDS, COMPANY_FIELDS, encodeRecord } from './canonical.ts'
import { BARE_ADDRESS, BARE_COMPANY } from './testing/bare-records.ts'

test('the positions for queries are those of the canonical text', () => {
  const seat = { ...BARE_COMPANY.seat, municipality: 'municipality', municipalityCode: 'municipalityCode' }
  const company = JSON.parse(encodeRecord({ ...BARE_COMPANY, name: 'name', ico: 'ico', seat }))
  for (const [name, position] of Object.entries(COMPANY_FIELDS)) assert.equal(company[position], name)
  const names = { municipality: 'municipality', county: 'county', region: 'region' }
  const address = JSON.parse(encodeRecord({ ...BARE_ADDRESS, ...names }))
  for (const [name, position] of Object.entries(ADDRESS_FIELDS)) assert.equal(address[position], name)
})
