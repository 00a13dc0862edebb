import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import type { Log } from '../http/http.ts'
import { limitStop } from './limit-stop.ts'

/** `TimeoutStopSec` of the unit minus five seconds, and the default of `--drain-delay`. */
const SIGNAL_TO_END_MS = 25_000
const DRAIN_MS = 5_000

test('a stop that hangs is killed within its time, one that ends in time is not, and nothing is limited before it', () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  try {
    let kills = 0
    const log = { error: () => undefined } as unknown as Log
    const limit = (stop: AbortSignal): Disposable =>
      limitStop(stop, { log, drainMs: DRAIN_MS, kill: () => void kills++ })
    const hanging = new AbortController()
    limit(hanging.signal)
    mock.timers.tick(10 * SIGNAL_TO_END_MS)
    assert.equal(kills, 0, 'it runs')
    hanging.abort()
    mock.timers.tick(DRAIN_MS + 15_000)
    assert.equal(kills, 0, 'the books have fifteen seconds')
    mock.timers.tick(SIGNAL_TO_END_MS - DRAIN_MS - 15_000)
    assert.equal(kills, 1)
    const ending = new AbortController()
    const limited = limit(ending.signal)
    ending.abort()
    limited[Symbol.dispose]()
    const early = AbortSignal.abort()
    const another = limit(early)
    another[Symbol.dispose]()
    mock.timers.tick(10 * SIGNAL_TO_END_MS)
    assert.equal(kills, 1)
  } finally {
    mock.timers.reset()
  }
})
