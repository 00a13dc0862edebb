import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { type ResourceLimits, Worker } from 'node:worker_threads'
import { limitYoungGeneration } from './young-generation.ts'

/** Most of what it makes survives a collection, so V8 enlarges the young generation. */
const CODE = `
  const kept = []
  for (let i = 0; i < 10_000; i++) kept[i % 2000] = new Array(1250).fill(i)
  const { physical_space_size } = require('node:v8').getHeapSpaceStatistics().find((one) => one.space_name === 'new_space')
  require('node:worker_threads').parentPort.postMessage(physical_space_size)`

async function youngBytes(resourceLimits: ResourceLimits): Promise<number> {
  const [bytes] = (await once(new Worker(CODE, { eval: true, resourceLimits }), 'message')) as [number]
  return bytes
}

test('a young generation has at most two halves of the size that it may have', async () => {
  assert((await youngBytes(limitYoungGeneration(2))) <= 4 * 2 ** 20)
  assert(4 * 2 ** 20 < (await youngBytes({})))
})
