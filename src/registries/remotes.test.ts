import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { RemotePlan } from './remote.ts'
import { REMOTES } from './remotes.ts'

const FIXED = ['sk-addresses', 'cz-res', 'cz-vr']

function planOf(registry: string): Promise<RemotePlan> {
  const remote = REMOTES.find((one) => one.registry === registry)!
  return remote.find({
    addresses: remote.addresses,
    applied: { lastInit: null, lastDay: null, missingDays: [] },
    givenUpUntil: '2026-06-01',
    readPage: () => assert.fail('a fixed address needs no listing'),
  })
}

describe('the remotes', () => {
  test('each official address uses https', () => {
    for (const { addresses } of REMOTES) {
      for (const address of Object.values(addresses)) assert.equal(new URL(address).protocol, 'https:')
    }
  })

  for (const registry of FIXED) {
    test(`${registry}: at least one file of each set decides whether it is new, and names are simple and distinct`, async () => {
      const { sets } = await planOf(registry)
      const names = sets.flatMap((set) => set.files.map((file) => file.name))
      assert.equal(new Set(names).size, names.length)
      for (const name of names) assert.match(name, /^[a-zA-Z0-9_]+(?:\.[a-z]+)+$/)
      for (const set of sets) assert.ok(set.files.some((file) => file.role === 'data'))
    })
  }

  test('sk-addresses: each of the eight regions is a set of its own', async () => {
    const { sets, sequence } = await planOf('sk-addresses')
    assert.equal(sequence, 'each')
    assert.deepEqual(
      sets.map((set) => set.files.map((file) => new URL(file.url).pathname)),
      ['SK010', 'SK021', 'SK022', 'SK023', 'SK031', 'SK032', 'SK041', 'SK042'].map((nuts3) => [
        `/opendata/dataset/address_by_nuts3_${nuts3}.geojson`,
      ]),
    )
  })
})
