import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { DAY_MS } from '../../stdx/time-units.ts'
import { computeStaticRank, parseEstablishedDay, parseSizeBand } from './static-rank.ts'

describe('the static rank', () => {
  const company = { isLiving: true, sizeBand: 0, isNaturalPerson: false, establishedDay: 100, nameBytes: 10 }
  for (const [better, worse, because] of [
    [{}, { isLiving: false, sizeBand: 51, establishedDay: 0 }, 'the living are before the others, however big'],
    [{ sizeBand: 12, isNaturalPerson: true }, { sizeBand: 11 }, 'the bigger are before the smaller'],
    [{ establishedDay: 65_535 }, { isNaturalPerson: true, establishedDay: 0 }, 'companies are before natural persons'],
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
