import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fc } from '../../stdx/testing/properties.ts'
import { legalStatusesOf } from './legal-status.ts'

type Entry = readonly [code: string | null, validFrom?: string, validTo?: string]

function statusesOf(entries: readonly Entry[], isTerminated: boolean) {
  const legalStatuses = entries.map(([code, validFrom, validTo]) => ({
    value: { value: `status ${code}`, ...(code !== null && { code }), codelistCode: 'CL010108' },
    ...(validFrom !== undefined && { validFrom }),
    ...(validTo !== undefined && { validTo }),
  }))
  return legalStatusesOf({ legalStatuses }, isTerminated, () => {})
}

function statusOf(entries: readonly Entry[], isTerminated: boolean): string | null {
  const { shown } = statusesOf(entries, isTerminated)
  return shown === null ? null : (shown.code ?? shown.name)
}

const DAY = '2020-02-02'
const LATER = '2021-01-01'

/** `10 2020-02-02/2021-01-01, 17 2020-02-02`: codes with the days from and to which they hold. */
function parse(text: string): Entry[] {
  const entries = text === '' ? [] : text.split(', ').map((one) => one.split(/[ /]/) as [string, string?, string?])
  return entries.map(([code, ...days]) => [code === 'none' ? null : code, ...days])
}

describe('of several legal statuses', () => {
  for (const [what, entries, terminated, living] of [
    ['none', '', null, null],
    ['one that holds', `2 ${DAY}`, '2', '2'],
    ['10 and 17 from one day', `10 ${DAY}, 17 ${DAY}`, '17', '10'],
    ['17, then 10', `17 ${DAY}, 10 ${LATER}`, '17', '10'],
    ['17 alone', `17 ${DAY}`, '17', '17'],
    ['10 before a later proceeding', `10 ${DAY}, 2 ${LATER}`, '10', '2'],
    ['two that are not in the list: the later one', `25 ${DAY}, 22 ${LATER}`, '22', '22'],
    ['two that are not in the list, of one day: the greater code', `25 ${DAY}, 32 ${DAY}`, '32', '32'],
    ['a code that is no number comes after one that is', `X ${DAY}, 2 ${DAY}`, '2', '2'],
    ['a label without a code', `none ${DAY}`, 'status null', 'status null'],
    ['"no record"', `1 ${DAY}`, null, null],
    ['"no record" beside another', `1 ${LATER}, 2 ${DAY}`, '2', '2'],
    ['"no record" after another that has ended', `1 ${LATER}, 2 ${DAY}/2020-12-31`, null, null],
    ['one that has ended', `2 ${DAY}/${LATER}`, '2', null],
    ['all ended, the last two together', `2 ${DAY}/2020-12-31, 10 ${DAY}/${LATER}, 17 ${DAY}/${LATER}`, '17', null],
    ['one that ended on an unknown day, beside one that holds', `17 ${DAY}/1800-01-01, 2 ${DAY}`, '2', '2'],
    ['one that ended on an unknown day', `17 ${DAY}/1800-01-01`, '17', null],
  ] as const) {
    test(`${what}: a terminated company has ${terminated}, an active one ${living}`, () => {
      assert.deepEqual([statusOf(parse(entries), true), statusOf(parse(entries), false)], [terminated, living])
    })
  }

  const DISSOLVED = ['9', '10', '11', '12', '13', '14', '15', '16', '18']
  for (const [what, isTerminated, order] of [
    ['a living company', false, ['3', '4', '2', '6', '7', '8', '5', ...DISSOLVED, '20', '17']],
    ['a terminated company', true, ['17', ...DISSOLVED, '3', '4', '2', '6', '7', '8', '5', '20']],
  ] as const) {
    test(`${what} shows each of the codes 2 to 18 and an unknown one before all that come after it`, () => {
      for (const [place, code] of order.entries())
        for (const later of order.slice(place + 1))
          assert.equal(statusOf(parse(`${later} ${LATER}, ${code} ${DAY}`), isTerminated), code, `${code} and ${later}`)
    })
  }

  test('19, an entry by mistake, is found beside any other status, unless it has ended', () => {
    const isMistake = (text: string, isTerminated: boolean) => statusesOf(parse(text), isTerminated).isMistake
    assert.equal(isMistake(`2 ${LATER}, 19 ${DAY}`, false), true)
    assert.equal(isMistake(`17 ${LATER}, 19 ${DAY}`, true), true)
    assert.equal(isMistake(`2 ${LATER}, 19 ${DAY}/${LATER}`, false), false)
  })

  test('one is chosen whatever the order of the entries', () => {
    const day = fc.constantFrom(undefined, DAY, LATER, '1800-01-01')
    const entry = fc.tuple(fc.constantFrom('1', '2', '9', '10', '17', 'X', 'Y', null), day, day)
    const lists = fc
      .array(entry, { maxLength: 6 })
      .chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })))
    fc.assert(
      fc.property(lists, fc.boolean(), ([one, other], isTerminated) => {
        assert.equal(statusOf(one as Entry[], isTerminated), statusOf(other as Entry[], isTerminated))
      }),
    )
  })
})
