import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { COUNTRIES } from '../../src/records/country.ts'
import { sampleRelease } from '../conformance/sample-release.ts'
import { createTrials, KINDS, precisionOf, recallOf, SEEDS, sumUp } from './measure.ts'

const ROWS = 1500
const release = await sampleRelease()
after(() => release.close())

for (const kind of KINDS) {
  for (const country of COUNTRIES) {
    describe(`noisy ${kind} of ${country}, which the rules were not made with`, () => {
      const trials = createTrials(release, { kind, country, rows: ROWS, seed: SEEDS.judging })
      const outcomes = trials.map((trial) => trial.run())
      const sum = sumUp(trials, outcomes)

      test('at least 99.5 % of the picked records are right', () => {
        assert(0.995 <= precisionOf(sum), `${sum.wrong} of ${sum.picked}`)
      })

      test('of rows that have one right record, at least 93 % get it', () => {
        assert(0.93 <= recallOf(sum), `${sum.recalled} of ${sum.one}`)
      })

      test('at most 0.5 % of invented rows get a record', () => {
        assert(50 < sum.invented)
        assert(sum.inventedPicked / sum.invented <= 0.005, `${sum.inventedPicked} of ${sum.invented}`)
      })

      for (const [score, share] of [
        [90, 0.99],
        [70, 0.95],
      ] as const)
        test(`of rows with a score of ${score} and more at least ${100 * share} % are right`, () => {
          const scored = sumUp(trials, outcomes, (i) => score <= outcomes[i]!.score)
          assert(ROWS / 3 < scored.picked)
          assert.equal(scored.picked, scored.rows, 'no row without a record has such a score')
          assert(share <= precisionOf(scored), `${scored.wrong} of ${scored.picked}`)
        })
    })
  }
}
