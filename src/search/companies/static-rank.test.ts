import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { DAY_MS } from '../../stdx/time-units.ts'
import { parseSizeBand } from './company-size.ts'
import { computeStaticRank, parseEstablishedDay } from './static-rank.ts'

describe('the static rank', () => {
  const company = { isLiving: true, sizeBand: 0, kind: 0 as const, establishedDay: 100, nameBytes: 10 }
  for (const [better, worse, because] of [
    [{}, { isLiving: false, sizeBand: 51, establishedDay: 0 }, 'the living are before the others, however big'],
    [{ sizeBand: 12, kind: 4 }, { sizeBand: 11 }, 'the bigger are before the smaller'],
    [{ establishedDay: 65_535 }, { kind: 4, establishedDay: 0 }, 'a likelier kind is before the older'],
    [{ establishedDay: 99, nameBytes: 60 }, {}, 'the older are before the younger'],
    [{ nameBytes: 9 }, {}, 'shorter names are before longer ones'],
  ] as const) {
    test(because, () =>
      assert(computeStaticRank({ ...company, ...better }) < computeStaticRank({ ...company, ...worse })),
    )
  }
  test('a later day has a greater number', () => {
    let last = -1
    for (let day = Date.UTC(1880, 0, 1); day < Date.UTC(2059, 0, 1); day += DAY_MS) {
      const number = parseEstablishedDay(new Date(day).toISOString().slice(0, 10))
      assert(last < number, new Date(day).toISOString())
      last = number
    }
    assert(last < parseEstablishedDay(null))
  })
  test('an invalid size band is the lowest', () => {
    assert.deepEqual(['510', '110', '000', 'x', '', null].map(parseSizeBand), [51, 11, 0, 0, 0, 0])
  })
})
