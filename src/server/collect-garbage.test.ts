import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { getHeapSpaceStatistics } from 'node:v8'
import { collectGarbageIn, shrinkHeapSoon } from './collect-garbage.ts'

test('an object without references is collected within the same turn, however small and old it is', async () => {
  const ref = new WeakRef(oldObject())
  await wait(50)
  assert.notEqual(ref.deref(), undefined)
  collectGarbageIn(0)
  await wait(50)
  assert.equal(ref.deref(), undefined)
})

test('a young generation that was filled is given back within two seconds', async () => {
  const kept: number[][] = []
  for (let i = 0; i < 10_000; i++) kept[i % 2000] = new Array<number>(1250).fill(i)
  const before = youngBytes()
  shrinkHeapSoon()
  await wait(2_000)
  assert(youngBytes() < before / 2, `${before} bytes before, ${youngBytes()} afterwards`)
})

function youngBytes(): number {
  return getHeapSpaceStatistics().find((one) => one.space_name === 'new_space')!.physical_space_size
}

/** One that has outlived many collections of what is young, as a release has. */
function oldObject(): object {
  const object = { memory: new SharedArrayBuffer(1024) }
  for (let i = 0; i < 2_000; i++) new Array(10_000).fill(i)
  return object
}
