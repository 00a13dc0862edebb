import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { collectGarbageIn } from './collect-garbage.ts'

test('an object without references is collected within the same turn, however small and old it is', async () => {
  const ref = new WeakRef(oldObject())
  await wait(50)
  assert.notEqual(ref.deref(), undefined)
  collectGarbageIn(0)
  await wait(50)
  assert.equal(ref.deref(), undefined)
})

/** One that has outlived many collections of what is young, as a release has. */
function oldObject(): object {
  const object = { memory: new SharedArrayBuffer(1024) }
  for (let i = 0; i < 2_000; i++) new Array(10_000).fill(i)
  return object
}
