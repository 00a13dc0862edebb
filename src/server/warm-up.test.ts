import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serveRelease } from '../http/http.ts'
import { exampleRelease } from '../http/testing/example-release.ts'
import { systemClock } from '../stdx/clock.ts'
import { newRequestId } from './request-id.ts'
import { warmUp } from './warm-up.ts'

/** However busy the machine is. */
const PATIENT = new AbortController().signal

test('requests of a server to itself get sessions, and suggestions of all that it has, and log nothing', async () => {
  const parts = await exampleRelease()
  const logged: string[] = []
  const note = (_facts: object, message: string) => void logged.push(message)
  const log = { error: note, warn: note, info: note, debug: note }
  const served = serveRelease(parts)
  const ports = { clock: systemClock, monotonic: { monotonicMs: () => 0 }, newRequestId, log, release: () => served }
  const indexes = (['sk', 'cz'] as const).flatMap((country) => [
    parts.addressIndex(country),
    parts.companyIndex(country),
  ])
  const perRound = 1 + 8 * indexes.filter((index) => index !== undefined).length
  assert.equal(await warmUp(ports, PATIENT), 4 * perRound)
  assert.deepEqual(logged, [])

  // Each first request of a round is refused as on a busy machine: its session.
  let requests = 0
  const nextRequestId = (): string => `${requests++}`
  const monotonicMs = (): number => (requests % (perRound + 1) === 1 ? 10_000 : 0)
  const successes = await warmUp({ ...ports, newRequestId: nextRequestId, monotonic: { monotonicMs } }, PATIENT)
  assert(successes < 4 * perRound)
  assert.deepEqual(logged, [])
})

test('a warm-up that a busy machine ends is no fault', async () => {
  const served = serveRelease(await exampleRelease())
  const logged: string[] = []
  const fault = (_facts: object, message: string): void => assert.fail(message)
  const log = { error: fault, warn: fault, info: (_: object, text: string) => void logged.push(text), debug: fault }
  const ports = { clock: systemClock, monotonic: { monotonicMs: () => 0 }, newRequestId, log, release: () => served }
  assert.equal(await warmUp(ports, AbortSignal.abort()), 0)
  assert.deepEqual(logged, ['the machine is busy, so a thread begins cold: its first answers are slower'])
})
