import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../stdx/testing/properties.ts'
import { batchHash, firstHash, packLines, unpackLines } from './line-codec.ts'
import { GRANTS_MAX, type Line } from './rows.ts'

/** The largest possible. */
const INCARNATION_MAX = 2 ** 23 - 1

const incarnations = fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: INCARNATION_MAX }))
const numbers = (max: number, min = 0) =>
  fc.oneof(
    fc.integer({ min, max: 200 }),
    fc.maxSafeInteger().map((n) => min + (Math.abs(n) % max)),
  )

function linesOf(incarnation: number): fc.Arbitrary<Line[]> {
  return fc.array(
    fc.record(
      {
        requestId: fc.uint8Array({ minLength: 16, maxLength: 16 }).map((bytes) => bytes.toHex()),
        grant: numbers(GRANTS_MAX).map((counter) => incarnation * GRANTS_MAX + counter),
        subject: numbers(2 ** 40),
        units: numbers(2 ** 40, 1),
      },
      { noNullPrototype: true },
    ),
  )
}

const batches = incarnations.chain((incarnation) => fc.tuple(fc.constant(incarnation), linesOf(incarnation)))

test('unpacked lines equal the packed ones', () => {
  fc.assert(
    fc.property(batches, ([incarnation, lines]) => {
      assert.deepEqual(unpackLines(incarnation, packLines(incarnation, lines)), lines)
    }),
  )
})

test('a usual line takes 19 bytes', () => {
  const line = { requestId: '0'.repeat(32), grant: GRANTS_MAX + 127, subject: 127, units: 10 }
  assert.equal(packLines(1, [line]).length, 19)
})

test('truncated bytes are no lines, unless they end between two lines', () => {
  const line = { requestId: '01'.repeat(16), grant: GRANTS_MAX + 1, subject: 2, units: 3 }
  const bytes = packLines(1, [line, line])
  for (let length = 0; length < bytes.length; length++) {
    const lines = unpackLines(1, bytes.subarray(0, length))
    assert.equal(lines?.length, length % 19 === 0 ? length / 19 : undefined)
  }
})

test('any bytes give lines or none, and never an error', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => void unpackLines(1, bytes)))
})

test('a hash depends on each of its inputs', () => {
  const key = { incarnation: 1, seq: 2, atMs: 3 }
  const before = firstHash('books', 1)
  const lines = packLines(1, [{ requestId: '01'.repeat(16), grant: GRANTS_MAX, subject: 2, units: 3 }])
  const edited = lines.with(18, 4)
  const hashes = [
    batchHash(before, key, lines),
    batchHash(firstHash('books', 2), key, lines),
    batchHash(firstHash('other', 1), key, lines),
    batchHash(before, { ...key, incarnation: 2 }, lines),
    batchHash(before, { ...key, seq: 3 }, lines),
    batchHash(before, { ...key, atMs: 4 }, lines),
    batchHash(before, key, edited),
    batchHash(before, key, lines.subarray(0, 0)),
  ].map((hash) => hash.toHex())
  assert.equal(new Set(hashes).size, hashes.length)
  assert(hashes.every((hash) => hash.length === 32))
})
