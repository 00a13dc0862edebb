import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatNotice } from './accounting.ts'

test('a notice about charges that do not fit says how many they are, not how many accounts', () => {
  const detail = '5/3: charges that do not fit any more:\nanna r1 1\nanna r2 10'
  assert.equal(
    formatNotice({ atMs: 0, reason: 'left_out', detail }),
    'NOTICE left_out, 5/3: charges that do not fit any more: 2 charges (1970-01-01T00:00:00.000Z)',
  )
})
