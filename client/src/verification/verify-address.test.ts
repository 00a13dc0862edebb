import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address, AddressComponents } from '../api-types.ts'
import type { AddressQuery, AddressSuggestions, CallOptions, Regista } from '../regista.ts'
import { verifyAddress } from './verify-address.ts'

const HOUSE: AddressComponents = {
  source_id: '1',
  street: 'Hlavná',
  municipality: 'Košice',
  municipality_part: 'Staré Mesto',
  district: null,
  county: 'Košice I',
  postal_code: '04001',
  registration_number: '147',
  evidence_number: null,
  orientation_number: '10',
  orientation_letter: null,
}

function suggest(name: string, changed: Partial<AddressComponents> = {}): Address {
  return { name, address: { ...HOUSE, ...changed } } as Address
}

const FOUND = suggest('Hlavná 147/10, 04001 Košice')

/** A service that suggests these, and remembers the only question. */
function serve(...data: readonly Address[]) {
  const asked: [AddressQuery, CallOptions | undefined][] = []
  const suggestAddresses = async (query: AddressQuery, options?: CallOptions) => {
    asked.push([query, options])
    return { data, meta: { charged_units: 1 }, fromCache: false } as unknown as AddressSuggestions
  }
  return { asked, regista: { suggestAddresses } as Regista }
}

test('one suggestion is asked for the text without a flat, and its answer is kept', async () => {
  const { asked, regista } = serve(FOUND)
  const { signal } = new AbortController()
  const parts = { address: 'Hlavná 10, byt 5, 04001 Košice', country: 'sk', lang: 'cs' } as const
  const { data, meta, fromCache } = await verifyAddress(regista, parts, { signal })
  assert.deepEqual(asked, [[{ q: 'Hlavná 10, 04001 Košice', country: 'sk', lang: 'cs' }, { signal }]])
  assert.deepEqual([data.status, data.proposal, data.parts.other], ['corrected', FOUND, 'added'])
  assert.deepEqual([meta.charged_units, fromCache], [1, false])
})

test('the parts of the proposal say what differs', async () => {
  const { data } = await verifyAddress(serve(FOUND).regista, { street: 'Hlvaná', number: '10', town: 'Košice' })
  assert.equal(data.status, 'completed')
  assert.deepEqual(data.parts, { number: 'equal', town: 'equal', postcode: 'missing', street: 'typing error' })
  assert(90 <= data.score)
})

test('the district of the post stands for its city', async () => {
  const prague = suggest('Hlavná 147/10, Holešovice, 17000 Praha 7', {
    municipality: 'Praha',
    municipality_part: 'Holešovice',
    postal_code: '17000',
  })
  const { data } = await verifyAddress(serve(prague).regista, { address: 'Hlavná 147/10, 17000 Praha 7' })
  assert.equal(data.status, 'exact')
})

for (const [status, found, proposals] of [
  ['ambiguous', [FOUND, suggest('Hlavná 147/10, 04001 Košice-Sever')], 2],
  ['street', [suggest('Hlavná, Košice', { source_id: null, registration_number: null, orientation_number: null })], 1],
  ['none', [], 0],
] as const)
  test(`nothing is proposed if the status is ${status}`, async () => {
    const { data } = await verifyAddress(serve(...found).regista, { address: 'Hlavná 10, Košice' })
    assert.deepEqual([data.status, data.proposal, data.candidates.length], [status, null, proposals])
  })
