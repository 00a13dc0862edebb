import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../stdx/testing/properties.ts'
import { computeFingerprint } from './fingerprint.ts'

test('is a whole number of 52 bits, the same for the same bytes wherever they lie', () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.nat(7), (row, offset) => {
      const fingerprint = computeFingerprint(row)
      assert(Number.isSafeInteger(fingerprint) && 0 <= fingerprint && fingerprint < 2 ** 52)
      const elsewhere = new Uint8Array(row.length + offset)
      elsewhere.set(row, offset)
      assert.equal(computeFingerprint(elsewhere.subarray(offset)), fingerprint)
    }),
  )
})

test('half a million rows that differ in a digit or two have half a million fingerprints', () => {
  const seen = new Set<number>()
  for (let i = 0; i < 500_000; i++)
    seen.add(computeFingerprint(Buffer.from(`${i};Trnavský;Skalica;Holíč;;;${i % 1000};;90851;17,17;48,81`)))
  assert.equal(seen.size, 500_000)
})

test('one flipped bit changes about half the bits, wherever it is', () => {
  const row = Buffer.from('00654321,CZ0100,1999-03-04,,,2026-09-01,112,112,210,4120,41200')
  const before = BigInt(computeFingerprint(row))
  let changed = 0
  for (let bit = 0; bit < row.length * 8; bit++) {
    row[bit >> 3]! ^= 1 << (bit & 7)
    const difference = (before ^ BigInt(computeFingerprint(row))).toString(2).replaceAll('0', '').length
    assert(8 <= difference, `bit ${bit} changes only ${difference}`)
    changed += difference
    row[bit >> 3]! ^= 1 << (bit & 7)
  }
  const mean = changed / (row.length * 8)
  assert(24 < mean && mean < 28, `${mean}`)
})

test('zeroes at the end, and where they stand, count', () => {
  const fingerprints = Array.from({ length: 40 }, (_, length) => computeFingerprint(new Uint8Array(length)))
  assert.equal(new Set(fingerprints).size, 40)
})
