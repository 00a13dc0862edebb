import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AccountMemories } from './account-memories.ts'

test('a change counts at once and when no answer from before it can come any more, and then never again', () => {
  const memories = new AccountMemories()
  const changes = [{ id: 1, account: 'anna' }]
  const counts = [0, 250, 3_900, 4_100, 9_000, 19_000].map((nowMs) => memories.readChanges(changes, nowMs).length)
  assert.deepEqual(counts, [1, 0, 0, 1, 0, 0])
})
