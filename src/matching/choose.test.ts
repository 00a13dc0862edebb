import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseRecord } from './choose.ts'
import type { Status } from './part-result.ts'

function candidate(key: string, status: Status, score: number, fit = score) {
  return { key, comparison: { parts: {}, status, score, fit } }
}

test('of two records that fit equally none is picked', () => {
  const { status, best, candidates, score } = chooseRecord([
    candidate('a', 'exact', 100),
    candidate('b', 'completed', 94, 100),
  ])
  assert.deepEqual([status, best, candidates.length], ['ambiguous', undefined, 2])
  assert(score < 70)
})

test('records that read the same are one', () => {
  assert.equal(chooseRecord([candidate('a', 'exact', 100), candidate('a', 'exact', 100)]).best?.key, 'a')
})

test('a record is picked if the second one fits clearly worse, with a lower score if it is near', () => {
  const { best, score } = chooseRecord([candidate('b', 'corrected', 96), candidate('a', 'exact', 100)])
  assert.deepEqual([best?.key, score], ['a', 96])
})

test('a record that has the postal code speaks against one that has the town', () => {
  for (const score of [80, 90]) {
    const { status, best, next } = chooseRecord([candidate('a', 'corrected', 80), candidate('b', 'conflict', score)])
    assert.deepEqual([status, best, next], ['conflict', undefined, 0])
  }
})

test('a street or town is named if no record is certain, and its score stays below that of a picked record', () => {
  const { status, best, score } = chooseRecord([candidate('a', 'town', 90), candidate('b', 'street', 95)])
  assert.deepEqual([status, best?.key], ['street', 'b'])
  assert(score < 70)
  assert.equal(chooseRecord([candidate('a', 'corrected', 60)]).best, undefined)
  assert.equal(chooseRecord([]).status, 'none')
})
