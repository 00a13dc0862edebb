import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { InputError } from './input-error.ts'
import { seededRandom } from './random.ts'
import { RETRY_POLICY, RetryableError, withRetries } from './retry.ts'
import { fc } from './testing/properties.ts'

/** Runs attempts that throw these, then succeed; says how it ended and how long it waited in between. */
async function run(failures: readonly Error[], seed = 1): Promise<{ ended: string; waits: number[] }> {
  const waits: number[] = []
  let at = 0
  const attempt = async (): Promise<string> => {
    const failure = failures[at++]
    if (failure !== undefined) throw failure
    return 'done'
  }
  const sleep = async (ms: number): Promise<void> => void waits.push(ms)
  const retried = withRetries(attempt, RETRY_POLICY, { random: seededRandom(seed), sleep })
  const ended = await retried.catch((error: Error) => `${error.name}: ${error.message}`)
  return { ended, waits }
}

const again = (reached = 0): RetryableError => new RetryableError('the line dropped', { reached })

describe('withRetries', () => {
  test('tries again after temporary failures and returns the result', async () => {
    const { ended, waits } = await run([again(), again()])
    assert.equal(ended, 'done')
    assert.equal(waits.length, 2)
  })

  test('gives up after five attempts without progress, with a message for the operator', async () => {
    const { ended, waits } = await run(Array.from({ length: 20 }, () => again()))
    assert.equal(ended, 'InputError: the line dropped (attempts: 5). Try again later.')
    assert.equal(waits.length, 4)
  })

  test('the waits double, and each lies between half and all of its step', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), async (seed) => {
        const { waits } = await run([again(), again(), again(), again()], seed)
        for (const [i, wait] of waits.entries()) assert.ok(500 * 2 ** i <= wait && wait <= 1000 * 2 ** i, `${waits}`)
      }),
      { numRuns: 50 },
    )
  })

  test('an attempt that got further resets the count', async () => {
    const failures = [again(1), again(2), again(3), again(4), again(5), again(6), again(6), again(6)]
    assert.equal((await run(failures)).ended, 'done')
  })

  test('progress of one byte at a time ends after fifty attempts', async () => {
    const { ended } = await run(Array.from({ length: 100 }, (_, i) => again(i + 1)))
    assert.match(ended, /attempts: 50/)
  })

  test('waits as long as the host asks', async () => {
    const { waits } = await run([new RetryableError('busy', { askedWaitMs: 7_000 })])
    assert.deepEqual(waits, [7_000])
  })

  test('does not wait for an hour, but says when to try again', async () => {
    const { ended, waits } = await run([new RetryableError('busy', { askedWaitMs: 3_600_000 })])
    assert.equal(ended, 'InputError: busy. Try again in 60 minutes.')
    assert.deepEqual(waits, [])
  })

  test('a permanent failure is not tried again', async () => {
    const { ended, waits } = await run([new InputError('no such file')])
    assert.equal(ended, 'InputError: no such file')
    assert.deepEqual(waits, [])
  })

  test('an abort ends it before the next attempt', async () => {
    const abort = new AbortController()
    const attempts: number[] = []
    const tools = { random: seededRandom(1), signal: abort.signal, sleep: async () => abort.abort(new Error('Ctrl-C')) }
    const attempt = async (): Promise<never> => {
      attempts.push(1)
      throw again()
    }
    await assert.rejects(withRetries(attempt, RETRY_POLICY, tools), /Ctrl-C/)
    assert.equal(attempts.length, 1)
  })
})
