import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { computeFingerprint, KnownRows } from '../catalog/catalog.ts'
import { examplePlan } from '../catalog/testing/sets.ts'
import type { ImportSet, Reject } from '../registries/registries.ts'
import { BatchSink } from './batch-sink.ts'

const FILE = { path: '/invented/data.csv', name: 'data.csv', bytes: 1, fetchedAt: '2026-06-07T00:00:00.000Z' }
const SET: ImportSet = { ...examplePlan({ rows: {} }), files: [FILE] }
const ROW = Buffer.from('a row that the catalog has')
/** SHA-256 of no dependencies at all. */
const NO_DEPENDENCIES = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

function sinkWithKnownRow(): { readonly sink: BatchSink; readonly messages: Reject[][] } {
  const rows = KnownRows.forRows(1)
  rows.add(computeFingerprint(ROW), 1)
  const messages: Reject[][] = []
  const nothing = { file() {}, batch() {}, progress() {}, drained: async () => {} }
  const port = { ...nothing, rejects: (rejects: Reject[]) => void messages.push(rejects) }
  const sink = new BatchSink(SET, { rows, dependenciesBefore: NO_DEPENDENCIES }, port)
  sink.openFile(FILE)
  return { sink, messages }
}

test('a row that says its record is none is counted as skipped, and its key is handed over', () => {
  const { sink } = sinkWithKnownRow()
  sink.isKnown(Buffer.from('a mistake'))
  sink.gone('entered by mistake', 7)
  const { skippedBy, goneKeys, sparedKeys } = sink.end()
  assert.deepEqual([skippedBy, goneKeys, sparedKeys], [{ 'entered by mistake': 1 }, [7], []])
})

describe('rejects', () => {
  const rejectRow = (sink: BatchSink): void => {
    sink.isKnown(Buffer.from('an unreadable row'))
    sink.reject({ file: FILE.name, key: null, field: 'row', reason: 'unreadable' })
  }
  const repeatRow = (sink: BatchSink): void => void sink.isKnown(ROW)
  const cases: readonly (readonly [string, (sink: BatchSink, nth: number) => void])[] = [
    ['unreadable rows', rejectRow],
    ['rows that stand twice', repeatRow],
    ['both in turn', (sink, nth) => (nth % 2 === 0 ? rejectRow(sink) : repeatRow(sink))],
  ]
  for (const [what, addReject] of cases) {
    test(`of ${what} are sent during reading, in small messages, at most 100 000 of them; all are counted`, () => {
      const { sink, messages } = sinkWithKnownRow()
      sink.isKnown(ROW)
      for (let nth = 0; nth < 150_000; nth++) addReject(sink, nth)
      assert.equal(messages.flat().length, 100_000, 'sent before the end')
      assert(messages.every((rejects) => rejects.length <= 2_000))
      const counts = sink.end()
      assert.equal(counts.rejected, 150_000)
      assert.equal(counts.unchanged, 1)
      assert.equal(messages.flat().length, 100_000)
    })
  }
})
