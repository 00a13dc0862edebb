import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ProjectDay } from './browser-day.ts'
import { browserShares } from './browser-shares.ts'

const DAY_MS = 86_400_000

function watched() {
  const warned: object[] = []
  const nothing = () => undefined
  const shares = browserShares({
    ...{ error: nothing, info: nothing, debug: nothing },
    warn: (facts) => void warned.push(facts),
  })
  return {
    /** The projects that are warned of at this look, and the shares after it. */
    look(day: number, ...projects: Partial<ProjectDay>[]) {
      warned.length = 0
      shares.told({
        ...{ startsAtMs: day * DAY_MS, endsAtMs: (day + 1) * DAY_MS },
        projects: projects.map((one) => ({
          ...{ project: 'a', units: 0, unitsDaily: null, allowanceUnits: 1000, ...one },
        })),
      })
      return [[...warned], Object.fromEntries(shares.shares())]
    },
  }
}

test('a tenth of the month in a day is said once for each project and day, and shown as long as the day lasts', () => {
  const { look } = watched()
  const warning = (project: string, units: number) => ({ project, units, allowanceUnits: 1000 })
  assert.deepEqual(look(1, { units: 99 }), [[], {}])
  assert.deepEqual(look(1, { units: 100 }), [[warning('a', 100)], { a: 0.1 }])
  assert.deepEqual(look(1, { units: 250 }), [[], { a: 0.25 }])
  const both = [{ units: 300 }, { project: 'b', units: 500 }]
  assert.deepEqual(look(1, ...both), [[warning('b', 500)], { a: 0.3, b: 0.5 }])
  assert.deepEqual(look(2, { units: 99 }, { project: 'b', units: 3 }), [[], {}])
  assert.deepEqual(look(2, ...both), [[warning('a', 300), warning('b', 500)], { a: 0.3, b: 0.5 }])
  assert.deepEqual(look(2), [[], {}])
})

test('a project with a budget is warned of too; nothing used, or nothing allowed, is no share', () => {
  const { look } = watched()
  assert.equal(look(1, { units: 100, unitsDaily: 100 })[0]!.length, 1)
  assert.deepEqual(look(2, { allowanceUnits: 0 }, { project: 'b', units: 7, allowanceUnits: 0 }), [[], {}])
})
