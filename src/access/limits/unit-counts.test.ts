import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fc } from '../../stdx/testing/properties.ts'
import { UnitCounts } from '../limits/limits.ts'
import { runRacer } from '../testing/race.ts'

describe('counts of units', () => {
  test('accept exactly what fits, whatever is added and returned meanwhile', () => {
    const step = fc.record({
      subject: fc.constantFrom('a', 'b', 'c'),
      units: fc.constantFrom(1, 2, 10),
      most: fc.constantFrom(0, 5, 12, 30, Infinity),
      does: fc.constantFrom('take', 'take', 'take', 'add', 'give back'),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        const counts = UnitCounts.make(64)
        const plain: Record<string, number> = { a: 0, b: 0, c: 0 }
        for (const { subject, units, most, does } of steps) {
          if (does === 'take') {
            const fits = plain[subject]! + units <= most
            assert.equal(counts.take(subject, units, most), fits ? 'taken' : 'spent')
            if (fits) plain[subject]! += units
          } else {
            counts.add(subject, does === 'add' ? units : -units)
            plain[subject] = Math.max(0, plain[subject]! + (does === 'add' ? units : -units))
          }
          for (const [subject, units] of Object.entries(plain)) assert.equal(counts.units(subject), units)
        }
      }),
    )
  })

  test('admit for concurrent threads together exactly what they admit for one, also for a new subject', async () => {
    const threads = 3
    const race = { table: 'counts', threads, rounds: 600, tries: 3, burst: 4 } as const
    const { memory } = UnitCounts.make(2 ** 14)
    const barrier = new SharedArrayBuffer(4)
    const results = await Promise.all(Array.from({ length: threads }, () => runRacer({ ...race, memory, barrier })))
    for (let round = 0; round < race.rounds; round++) {
      const taken = results.reduce((sum, one) => sum + one[round]!, 0)
      assert.equal(taken, race.burst, `round ${round}`)
    }
  })

  test('evict the subject with the fewest units when the table is full', () => {
    const counts = UnitCounts.make(64)
    counts.add('account', 500)
    for (let i = 0; i < 10_000; i++) assert.equal(counts.take(`address ${i}`, 1, 1), 'taken')
    assert.equal(counts.take('account', 1, 500), 'spent')
  })
})
