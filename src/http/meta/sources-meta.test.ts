import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ManifestSource } from '../../release/release.ts'
import { SK_CSV } from '../../release/testing/house.ts'
import { sourcesMeta } from './sources-meta.ts'

const SOURCE: ManifestSource = {
  dataset: { ...SK_CSV, rhythmDays: 3 },
  observedOn: '2026-06-10',
  missingDays: [],
  importedAt: '2026-06-11T04:20:00.000Z',
  generation: 7,
}
const GAP = { missingDays: ['2026-06-08'] }
const FRESH = '2026-06-12'
const OLD = '2026-06-14'

describe('the data of a country are reported as', () => {
  const cases: readonly (readonly [string, Partial<ManifestSource> | undefined, string, boolean, string, string[]])[] =
    [
      ['complete while they are fresh', {}, FRESH, false, 'complete', []],
      ['stale when they are older than their rhythm', {}, OLD, false, 'stale', ['data_stale']],
      [
        'stale when the changes of a day are missing, however fresh they are',
        GAP,
        FRESH,
        false,
        'stale',
        ['data_stale'],
      ],
      ['partial without their source', undefined, FRESH, false, 'partial', ['source_missing']],
      ['a sample, however old', {}, OLD, true, 'sample', []],
      ['a sample that lacks the changes of a day', GAP, FRESH, true, 'sample', ['data_stale']],
    ]
  for (const [what, changes, day, invented, state, warnings] of cases) {
    test(what, () => {
      const sources = changes === undefined ? [] : [{ ...SOURCE, ...changes }]
      const nowMs = Date.parse(`${day}T12:00:00Z`)
      const meta = sourcesMeta({ sources, invented }, { country: 'sk', kind: 'address', nowMs })
      assert.deepEqual([meta.state, meta.warnings], [state, warnings])
    })
  }
})
