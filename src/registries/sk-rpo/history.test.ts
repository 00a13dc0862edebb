import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fc } from '../../stdx/testing/properties.ts'
import { currentValue, history, newestFirst, textHistory } from './history.ts'

type Entry = readonly [value: string, validFrom?: string | undefined, validTo?: string | undefined]

function entries(...list: readonly Entry[]) {
  const names = list.map(([value, validFrom, validTo]) => ({
    value,
    ...(validFrom !== undefined && { validFrom }),
    ...(validTo !== undefined && { validTo }),
  }))
  return textHistory({ names }, 'names', () => {})
}

/** `a 2001-01-01/2010-01-01, b 2005-01-01, c`; a slash before nothing is an end that was left blank. */
const parse = (text: string) =>
  text === '' ? [] : text.split(', ').map((one) => one.split(/[ /]/) as unknown as Entry)

describe('the current value', () => {
  for (const [what, list, wanted] of [
    ['none of nothing', '', undefined],
    ['the only one', 'a 1992-04-29/1998-11-29', 'a'],
    ['the one without an end, oldest first', 'a 1992-04-29/1998-11-29, b 1998-11-30', 'b'],
    ['the one without an end, newest first', 'b 1998-11-30, a 1992-04-29/1998-11-29', 'b'],
    ['an open one against a later end', 'a 2001-01-01, b 2020-01-01/2030-01-01', 'a'],
    ['of two open ones the later beginning', 'a 2001-01-01, b 2008-05-30, c 2004-01-01', 'b'],
    ['of closed ones the latest end', 'a 2001-01-01/2010-01-01, b 2005-01-01/2009-12-31', 'a'],
    ['of one end the later beginning', 'a 2001-01-01/2010-01-01, b 2005-01-01/2010-01-01', 'b'],
    ['an interval that ends before it begins has its end', 'a 2020-01-01/2001-01-01, b 1999-01-01/2005-01-01', 'b'],
    ['a beginning against none', 'a, b 1993-01-01', 'b'],
    ['an end that was left blank is none', 'a 2001-01-01/, b 2005-01-01/2010-01-01', 'a'],
    ['an end on an unknown day is an end', 'a 2001-01-01/1800-01-01, b 1999-01-01/2005-01-01', 'b'],
    ['of two ends on unknown days the later beginning', 'a 2001-01-01/1800-01-01, b 2005-01-01/1000-01-01', 'b'],
    ['a beginning on an unknown day is none', 'a 1800-01-01/2005-01-01, b 1700-01-01/2005-01-01', 'b'],
    ['a blank text is no value', 'a 2001-01-01/2005-01-01, \t 2005-01-02', 'a'],
  ] as const) {
    test(`is ${what}`, () => assert.equal(currentValue(entries(...parse(list))), wanted))
  }

  const days = ['', '1000-01-01', '1800-01-01', '1992-04-29', '1998-11-29', '2008-05-30', '9999-99-99', 'x']
  const day = fc.constantFrom(undefined, ...days)
  const list = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), day, day), { maxLength: 7 })

  test('does not depend on the order of the entries, whatever their days', () => {
    const orders = list.chain((some) =>
      fc.tuple(fc.constant(some), fc.shuffledSubarray(some, { minLength: some.length })),
    )
    fc.assert(
      fc.property(orders, ([one, other]) => {
        const [a, b] = [entries(...one), entries(...other)]
        assert.equal(currentValue(a), currentValue(b))
        const values = [newestFirst(a), newestFirst(b)].map((some) => some.map(({ value }) => value))
        assert.deepEqual(values[0], values[1])
      }),
    )
  })

  test('is found among equal days without writing any value out twice', () => {
    let written = 0
    const names = Array.from({ length: 50 }, (_, i) => ({ toJSON: () => `${++written} ${i}` }))
    const entries = history({ names }, 'names', () => {})
    currentValue(entries)
    newestFirst(entries)
    assert.equal(written, 50)
  })

  test('is the first of newestFirst', () => {
    fc.assert(
      fc.property(list, (list) =>
        assert.equal(currentValue(entries(...list)), newestFirst(entries(...list))[0]?.value),
      ),
    )
  })
})

test('placeholders for unknown days are counted by field', () => {
  const labels: string[] = []
  const names = [
    { value: 'a', validFrom: '1000-01-01', validTo: '1800-01-01' },
    { value: 'b', validFrom: '2001-01-01' },
  ]
  textHistory({ names }, 'names', (label) => void labels.push(label), 'within.')
  assert.deepEqual(labels, [
    'within.names.validFrom is 1000-01-01, which means an unknown day',
    'within.names.validTo is 1800-01-01, which means an unknown day',
  ])
})
