import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seededRandom } from '../../stdx/random.ts'
import { RequestIdSieve } from './request-id-sieve.ts'

const idOf = (number: number): string => number.toString(16).padStart(32, '0')

/** As an audit does: the same stream, as often as is asked for. */
function sift(
  ids: readonly string[],
  slotsMax?: number,
): { suspects: ReadonlySet<string> | 'too_many'; passes: number } {
  const sieve = new RequestIdSieve(slotsMax === undefined ? {} : { slotsMax })
  for (const id of ids) sieve.see(id)
  let passes = 1
  for (; sieve.wantsPass(); passes++) for (const id of ids) sieve.see(id)
  return { suspects: sieve.suspects(), passes }
}

for (const slotsMax of [undefined, 2 ** 12, 2 ** 14]) {
  test(`with room for ${slotsMax ?? 'all'} fingerprints every id that comes twice is found, and here no other is suspected`, () => {
    const random = seededRandom(slotsMax ?? 1)
    const ids = Array.from({ length: 50_000 }, (_, i) => idOf(i))
    const twice = new Set(Array.from({ length: 100 }, () => ids[random.below(ids.length)]!))
    const { suspects, passes } = sift([...ids, ...twice, ...twice], slotsMax)
    assert.deepEqual(suspects, twice)
    // Three quarters of the slots, and half as many where the ids do not divide evenly.
    const least = slotsMax === undefined ? 1 : ids.length / slotsMax
    assert(least <= passes && passes <= Math.max(1, 4 * least), `${passes} passes`)
  })
}

test('ids that differ in one digit are told apart', () => {
  const ids = new Set<string>()
  for (let place = 0; place < 32; place++) {
    for (const digit of '0123456789abcdef') ids.add(`${'7'.repeat(place)}${digit}${'7'.repeat(31 - place)}`)
  }
  assert.deepEqual(sift([...ids]).suspects, new Set())
})

test('a journal that is there twice as a whole is no list of millions', () => {
  const ids = Array.from({ length: 20_000 }, (_, i) => idOf(i))
  assert.equal(sift([...ids, ...ids]).suspects, 'too_many')
})
