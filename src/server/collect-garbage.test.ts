import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setImmediate as endOfTurn, setTimeout as wait } from 'node:timers/promises'
import { getHeapSpaceStatistics } from 'node:v8'
import { collectGarbageOf, shrinkHeapSoon } from './collect-garbage.ts'

test('an object that was replaced is collected in its turn, however small and old it is', async (t) => {
  const replaced = new WeakRef(oldObject())
  await endOfTurn()
  await awaitThirdTurn(t, replaced, 9_999)
  assert.notEqual(replaced.deref(), undefined)
  await awaitThirdTurn(t, replaced)
  assert.equal(replaced.deref(), undefined)
})

test('an object that V8 has collected by then costs no collection', async (t) => {
  const replaced = new WeakRef(oldObject())
  await awaitThirdTurn(t, replaced)
  const other = new WeakRef(oldObject())
  await awaitThirdTurn(t, replaced)
  assert.notEqual(other.deref(), undefined)
})

/** Eight seconds and two turns of one second, unless a test says less. */
async function awaitThirdTurn({ mock }: TestContext, replaced: WeakRef<object>, ms = 10_000): Promise<void> {
  await endOfTurn()
  mock.timers.enable({ apis: ['setTimeout'] })
  collectGarbageOf(replaced, 2)
  mock.timers.tick(ms)
  mock.timers.reset()
  await endOfTurn()
  await endOfTurn()
}

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
