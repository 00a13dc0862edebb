import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SEGMENTS } from '../release/segment.ts'
import { listEmptySegments } from './publish.ts'

test('a release without a source names what it lacks, and one with all names nothing', () => {
  const release = (...lacking: readonly string[]) =>
    SEGMENTS.map(({ name }) => ({ name, records: lacking.includes(name) ? 0 : 7 }))
  assert.deepEqual(listEmptySegments(release()), [])
  assert.deepEqual(listEmptySegments(release('companies-cz', 'addresses-sk')), [
    'companies-cz (cz-res, cz-vr)',
    'addresses-sk (sk-addresses)',
  ])
})
