import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seededRandom } from '../../stdx/random.ts'
import { RecentRequests } from './recent-requests.ts'

const idOf = (number: number): Uint8Array => Uint8Array.fromHex(number.toString(16).padStart(32, '0'))

const SLOTS = 2 ** 12
/** A generation is full when three quarters of its slots are used. */
const GENERATION = (SLOTS / 4) * 3

test('every id that repeats within one generation is found, and no other', () => {
  const requests = new RecentRequests({ slotsMax: SLOTS })
  const random = seededRandom(7)
  const lastAt = new Map<number, number>()
  let again = 0
  for (let i = 0; i < 100_000; i++) {
    const number = 1 + random.below(50_000)
    const seenAt = lastAt.get(number) ?? Number.NEGATIVE_INFINITY
    const isFound = requests.add(idOf(number), 0)
    if (i - seenAt <= GENERATION) assert(isFound, `id ${number} came ${i - seenAt} ids ago`)
    if (seenAt === Number.NEGATIVE_INFINITY) assert(!isFound, `id ${number} had not come`)
    if (isFound) again++
    lastAt.set(number, i)
  }
  assert(1000 < again)
})

test('while the table grows no id is forgotten', () => {
  const requests = new RecentRequests()
  for (let i = 1; i <= 100_000; i++) assert(!requests.add(idOf(i), 0))
  for (let i = 1; i <= 100_000; i++) assert(requests.add(idOf(i), 0))
})

test('ids that differ in one digit are different', () => {
  const requests = new RecentRequests()
  for (let place = 0; place < 32; place++) {
    for (const digit of '012345689abcdef') {
      const id = Uint8Array.fromHex(`${'7'.repeat(place)}${digit}${'7'.repeat(31 - place)}`)
      assert(!requests.add(id, 0))
    }
  }
})

test('an id is read at its position in the bytes', () => {
  const requests = new RecentRequests()
  const bytes = new Uint8Array([9, 9, ...idOf(5)])
  assert(!requests.add(bytes, 2))
  assert(requests.add(idOf(5), 0))
  assert(!requests.add(new Uint8Array(16), 0))
})
