import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { enlargeYoungGeneration, HTTP_HEAP } from './young-generation.ts'

const CODE = `
  const { space_available_size } = require('node:v8').getHeapSpaceStatistics().find((one) => one.space_name === 'new_space')
  require('node:worker_threads').parentPort.postMessage(space_available_size)`

test('a thread that starts afterwards can fill more than 7 MB before it collects garbage', async () => {
  enlargeYoungGeneration()
  const [bytes] = await once(new Worker(CODE, { eval: true, resourceLimits: HTTP_HEAP }), 'message')
  assert(7 * 2 ** 20 < bytes, `${bytes} bytes`)
})
