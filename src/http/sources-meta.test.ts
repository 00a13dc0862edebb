import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sourcesMeta } from './sources-meta.ts'
import { exampleSource } from './testing/example-source.ts'

const GAP = { missingDays: ['2026-06-08'] }
const FRESH = '2026-06-12'
const OLD = '2026-06-14'

describe('the data of a country are reported as', () => {
  const cases: readonly (readonly [
    what: string,
    sources: object[],
    day: string,
    invented: boolean,
    reported: string,
  ])[] = [
    ['complete while they are fresh', [{}], FRESH, false, 'complete'],
    ['stale when they are older than their rhythm', [{}], OLD, false, 'stale data_stale'],
    ['stale when the changes of a day are missing, however fresh they are', [GAP], FRESH, false, 'stale data_stale'],
    ['partial without their source', [], FRESH, false, 'partial source_missing'],
    ['a sample, however old', [{}], OLD, true, 'sample'],
    ['a sample that lacks the changes of a day', [GAP], FRESH, true, 'sample data_stale'],
  ]
  for (const [what, sources, day, invented, reported] of cases) {
    test(what, () => {
      const nowMs = Date.parse(`${day}T12:00:00Z`)
      const manifest = { sources: sources.map((one) => exampleSource({ rhythmDays: 3 }, one)), invented }
      const { state, warnings } = sourcesMeta(manifest, { country: 'sk', kind: 'address', nowMs })
      assert.equal([state, ...warnings].join(' '), reported)
    })
  }
})
