import assert from 'node:assert/strict'
import { test } from 'node:test'
import { repeatUntil, until } from './until.ts'

const never = (): Promise<never> => new Promise(() => undefined)

for (const [what, condition, seen] of [
  ['answers at once, but is never met', () => 7, /waited 0\.05 s for the end; seen last: 7/],
  ['answers later, but is never met', async () => await Promise.resolve([]), /seen last: \[\]/],
  ['never answers', never, /seen last: no answer yet/],
] as const)
  test(`a wait for a condition that ${what} ends, and names what it saw`, async () => {
    await assert.rejects(
      until<unknown>(condition, 'the end', (met) => met === 'met', 50),
      seen,
    )
  })

test('a wait returns what met its condition, and passes on what the condition throws', async () => {
  let tries = 0
  assert.equal(
    await until(
      () => ++tries,
      'three tries',
      (now) => now === 3,
    ),
    3,
  )
  await assert.rejects(
    until(() => assert.fail('a fault'), 'nothing'),
    /a fault/,
  )
})

test('work is repeated until it is over', async () => {
  let done = 0
  await repeatUntil(
    () => done === 3,
    async () => void done++,
  )
  assert.equal(done, 3)
})
