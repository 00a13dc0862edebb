import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ProgressState } from '../importing/importing.ts'
import { formatProgress } from './format-progress.ts'

test('a progress line has the share, the amounts and the rest of the time; the bar is drawn on a screen only', () => {
  const bytes: ProgressState = { what: 'a', unit: 'bytes', done: 42e6, total: 100e6 }
  const records: ProgressState = { what: 'b', unit: 'records', done: 1_000_000, total: 10_000_000 }
  const CASES: readonly (readonly [ProgressState, seconds: number, plain: string, bar: string])[] = [
    [bytes, 10, 'a  42 %  42/100 MB  14 s left', '[########------------]'],
    [records, 100, 'b  10 %  1 000 000/10 000 000 records  15 min 0 s left', '[##------------------]'],
    [
      { ...records, done: 7_499_999 },
      600,
      'b  74 %  7 499 999/10 000 000 records  3 min 21 s left',
      `[${'#'.repeat(14)}------]`,
    ],
    [
      { ...bytes, rows: 5_000, rejected: 3 },
      10,
      'a  42 %  5 000 rows  500/s  42/100 MB  14 s left  3 rejected',
      '[########------------]',
    ],
    // Too early for a forecast, and done: no time is left.
    [{ ...bytes, done: 1e6 }, 10, 'a  1 %  1.0/100 MB', `[${'-'.repeat(20)}]`],
    [{ ...bytes, done: 101e6 }, 10, 'a  100 %  101/100 MB', `[${'#'.repeat(20)}]`],
    [{ ...bytes, total: 0 }, 10, 'a  42 MB', ''],
    [{ what: 'c', unit: 'bytes', done: 0, total: 0, rows: 70_000 }, 7, 'c  70 000 rows  10 000/s', ''],
  ]
  for (const [state, seconds, plain, bar] of CASES) {
    assert.equal(formatProgress(state, { seconds, hasBar: false }), plain)
    const drawn = bar === '' ? plain : plain.replace('  ', `  ${bar}  `)
    assert.equal(formatProgress(state, { seconds, hasBar: true }), drawn)
  }
})
