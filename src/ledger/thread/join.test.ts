import assert from 'node:assert/strict'
import { test } from 'node:test'
import { within } from './join.ts'

test('an answer that never comes is `unavailable`, and an answer of nothing is none', async () => {
  assert.deepEqual(await within(new Promise(() => {}), 1), { outcome: 'unavailable' })
  assert.equal(await within(Promise.resolve(undefined)), undefined)
})
