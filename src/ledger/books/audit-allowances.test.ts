import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { DAY_MS } from '../../stdx/time-units.ts'
import { examplePeriod } from '../testing/rows.ts'
import { checkAllowances } from './audit-allowances.ts'

const month = examplePeriod()
const day = (number: number): number => month.startsAtMs + (number - 1) * DAY_MS

type Set = readonly [dayOfMonth: number, units: number]

const CASES: readonly (readonly [
  string,
  readonly Set[],
  allowance: number,
  largest: number,
  'explained' | 'differs',
  returnedOnDay?: number,
])[] = [
  ['what was set before the month', [[-50, 10]], 10, 10, 'explained'],
  [
    'what was set last before the month',
    [
      [-50, 10],
      [-40, 20],
    ],
    20,
    20,
    'explained',
  ],
  [
    'an allowance of long ago',
    [
      [-50, 10],
      [-40, 20],
    ],
    10,
    20,
    'differs',
  ],
  [
    'what was set in the month',
    [
      [-50, 10],
      [10, 20],
    ],
    20,
    20,
    'explained',
  ],
  [
    'a change in the month that the month does not know',
    [
      [-50, 10],
      [10, 20],
    ],
    10,
    10,
    'differs',
  ],
  [
    'a cut, in a month that was needed before it',
    [
      [-50, 20],
      [10, 10],
    ],
    10,
    20,
    'explained',
  ],
  [
    'a cut, in a month that was first needed after it',
    [
      [-50, 20],
      [10, 10],
    ],
    10,
    10,
    'explained',
  ],
  [
    'a largest one that was over before the month began',
    [
      [-50, 30],
      [-40, 20],
      [10, 10],
    ],
    10,
    30,
    'differs',
  ],
  [
    'a largest one that was in force in between',
    [
      [-50, 10],
      [5, 30],
      [10, 20],
    ],
    20,
    30,
    'explained',
  ],
  [
    'a largest one that was never set',
    [
      [-50, 10],
      [5, 30],
      [10, 20],
    ],
    20,
    31,
    'differs',
  ],
  ['an allowance that was never set', [[-50, 10]], 11, 11, 'differs'],
  [
    'what was set in the next month',
    [
      [-50, 10],
      [40, 20],
    ],
    20,
    20,
    'differs',
  ],
  [
    'a change in the first hours, which the last month may have got',
    [
      [-50, 10],
      [1.5, 20],
    ],
    10,
    10,
    'explained',
  ],
  [
    'a change in the last hours, which the next month may have got',
    [
      [-50, 10],
      [30.5, 20],
    ],
    10,
    10,
    'explained',
  ],
  [
    'a change in the last hours, in this month',
    [
      [-50, 10],
      [30.5, 20],
    ],
    20,
    20,
    'explained',
  ],
  ['no allowance at all', [], 10, 10, 'differs'],
  [
    'a largest one that was cut after the ledger had returned from the month',
    [
      [-50, 30],
      [-8, 20],
      [-7, 10],
    ],
    10,
    30,
    'explained',
    -9,
  ],
  [
    'a largest one that was cut before the ledger returned from the month',
    [
      [-50, 30],
      [-40, 20],
      [-7, 10],
    ],
    10,
    30,
    'differs',
    -9,
  ],
  [
    'an allowance that was cut after the ledger had returned from the month',
    [
      [-50, 30],
      [-8, 20],
      [-7, 10],
    ],
    20,
    30,
    'differs',
    -9,
  ],
]

describe('a month has', () => {
  for (const [name, sets, allowance, allowanceMax, expected, returned] of CASES) {
    test(name, () => {
      const changes = sets.map(([number, to], i) => {
        return { account: 'a', atMs: day(number), from: sets[i - 1]?.[1] ?? null, to, who: 'operator' }
      })
      const account = { account: 'a', allowance: sets.at(-1)?.[1] ?? 0, state: 'active' as const }
      const accounts = new Map(sets.length === 0 ? [] : [['a', account]])
      const periods = [{ ...month, allowance, allowanceMax }]
      const notices = returned === undefined ? [] : [{ id: 1, atMs: day(returned), reason: 'clock', detail: '' }]
      const found = checkAllowances(accounts, { changes, periods, notices }).filter((one) => one !== undefined)
      assert.deepEqual(
        found.map(({ rule, account, period }) => [rule, account, period]),
        expected === 'explained' ? [] : [['allowance', 'a', '2026-11']],
      )
    })
  }
})
