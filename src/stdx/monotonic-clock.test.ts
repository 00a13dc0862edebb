import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { monotonicClock } from './monotonic-clock.ts'

const ROUNDS = 2_000

test('it never goes back', () => {
  let last = monotonicClock.monotonicMs()
  for (let n = 0; n < 100_000; n++) {
    const now = monotonicClock.monotonicMs()
    assert(last <= now)
    last = now
  }
})

test('a reading of another thread between two of ours lies between them', async () => {
  const turn = new Int32Array(new SharedArrayBuffer(4))
  const reading = new Float64Array(new SharedArrayBuffer(8))
  const worker = new Worker(ANSWERING, {
    eval: true,
    workerData: { turn, reading, clock: new URL('./monotonic-clock.ts', import.meta.url).href },
  })
  await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
  for (let n = 0; n < ROUNDS; n++) {
    const before = monotonicClock.monotonicMs()
    Atomics.store(turn, 0, 1)
    Atomics.notify(turn, 0)
    Atomics.wait(turn, 0, 1)
    const after = monotonicClock.monotonicMs()
    assert(before <= reading[0]! && reading[0]! <= after, `${before} ${reading[0]} ${after}`)
  }
  await worker.terminate()
})

/** Reads its clock whenever it is its turn, 1, and gives the turn back. */
const ANSWERING = `
  const { parentPort, workerData: { turn, reading, clock } } = require('node:worker_threads')
  import(clock).then(({ monotonicClock }) => {
    parentPort.postMessage('ready')
    for (;;) {
      Atomics.wait(turn, 0, 0)
      reading[0] = monotonicClock.monotonicMs()
      Atomics.store(turn, 0, 0)
      Atomics.notify(turn, 0)
    }
  })
`
