import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { SeatPoint, SeatPoints } from '../engine/addresses/addresses.ts'
import { joinOf, outcomeOf, SEAT_FIELDS } from '../engine/companies/seat-join.ts'
import { EMPTY_SEAT, type Seat } from '../records/company.ts'
import type { Country } from '../records/country.ts'
import { cases, fieldsIn } from '../stdx/testing/cases.ts'
import { fc } from '../stdx/testing/properties.ts'
import { SeatJoiner } from './join-seat.ts'

const POINT = fieldsIn(
  'municipality=Osečná; municipalityCode=564265; municipalityPart=Kotel; street=Krátká; postalCode=46352; registrationNumber=1623; evidenceNumber=; orientationNumber=9; orientationLetter=A',
) as unknown as SeatPoint
const KEY = '23607840'

function join(seat: Partial<Seat>, point: Partial<SeatPoint> = {}, country: Country = 'cz') {
  const points: Pick<SeatPoints, 'of' | 'municipalitiesOf'> = {
    of: (key) => (key === KEY ? { ...POINT, ...point } : undefined),
    municipalitiesOf: (code) => (code === '46352' ? [{ name: 'Osečná', code: '564265', hasStreets: false }] : []),
  }
  const joiner = new SeatJoiner(country, points as SeatPoints)
  const { code, filled } = joiner.join({ ...EMPTY_SEAT, addressId: KEY, ...seat })
  const outcomes = SEAT_FIELDS.flatMap((field) => {
    const outcome = outcomeOf(code, field)
    return outcome === 'own' ? [] : [`${field} ${outcome}`]
  })
  return { join: joinOf(code), filled, outcomes }
}

/** A seat that has all that the point has. */
const FULL: Partial<Seat> = { ...POINT }

describe('a seat with the key of a point', () => {
  test('takes everything that it lacks', () => {
    const { join: how, filled, outcomes } = join({})
    const { evidenceNumber, ...known } = POINT
    assert.deepEqual([how, filled], ['joined', known])
    const allFilled = SEAT_FIELDS.map((field) => `${field} filled`)
    assert.deepEqual(outcomes, allFilled)
  })

  test('takes nothing if it has everything', () => {
    assert.deepEqual(join(FULL), { join: 'joined', filled: null, outcomes: [] })
  })

  const NO_NUMBERS = 'registrationNumber=; orientationNumber=; orientationLetter='
  for (const [what, seat, point, filled, outcomes] of cases<[string, string, string, string, string]>`
    a postal code                                  | postalCode=          |             | postalCode=46352       | postalCode filled
    a part                                         | municipalityPart=    |             | municipalityPart=Kotel | municipalityPart filled
    nothing where both have none                   | postalCode=          | postalCode= | nothing                | postalCode missing
    not another postal code                        | postalCode=46351     |             | nothing                | postalCode contradictory
    not a street that is written in another way    | street=KRÁTKÁ        |             | nothing                |
    the other numbers beside one that agrees       | registrationNumber=; orientationLetter=a |  | registrationNumber=1623 | numbers filled
    no number beside one that differs              | registrationNumber=; orientationNumber=8 |  | nothing  | numbers contradictory
    no number beside another kind                  | registrationNumber=; evidenceNumber=20   |  | nothing  | numbers contradictory
    the evidence number                            | street=; ${NO_NUMBERS} | street=; ${NO_NUMBERS}; evidenceNumber=20 | evidenceNumber=20 | street missing, numbers filled
    no number in another street                    | street=Dlouhá; ${NO_NUMBERS} |  | nothing | street contradictory, numbers missing
    the numbers of a plain number that is one of them | ${NO_NUMBERS}; buildingNumber=1623 |  | registrationNumber=1623; orientationNumber=9; orientationLetter=A | numbers filled
    no number beside a plain number that is none of them | ${NO_NUMBERS}; buildingNumber=7 |  | nothing | numbers contradictory
    no street if the number is that of another house | street=; registrationNumber=7 |  | nothing | street missing, numbers contradictory
  `) {
    test(`takes ${what}`, () => {
      const joined = join({ ...FULL, ...fieldsIn(seat) }, fieldsIn(point))
      const expected = filled === 'nothing' ? null : fieldsIn(filled)
      assert.deepEqual(joined, { join: 'joined', filled: expected, outcomes: outcomes.split(', ').filter(Boolean) })
    })
  }

  for (const [what, seat, point] of [
    ['another number', { municipality: 'Osečná', registrationNumber: '7' }, { street: null }],
    ['another street', { municipality: 'Osečná', street: 'Dlouhá' }, {}],
    ['a street where the point has none', { municipality: 'Osečná', street: 'Dlouhá' }, { street: null }],
    ['another part', { municipality: 'Osečná', municipalityPart: 'Druzcov' }, {}],
    ['another postal code', { municipality: 'Osečná', postalCode: '46351' }, {}],
  ] as const) {
    test(`and with ${what} takes only the code of the municipality, so no address is mixed`, () => {
      assert.deepEqual(join(seat, point).filled, { municipalityCode: '564265' })
    })
  }

  for (const [what, seat, country] of [
    ['another postal code and no municipality', { postalCode: '53002' }, 'cz'],
    ['a text that cannot be read', { unstructured: 'Vymyšlená 5, Chrudim' }, 'cz'],
    ['a text that Slovak registers have', { unstructured: 'Vymyslená 5, Osečná' }, 'sk'],
    ['another country', { municipality: 'Osečná', countryCode: '040' }, 'cz'],
    ['another country and a text', { unstructured: 'Wien, Ringstrasse 1', countryCode: '040' }, 'sk'],
  ] as const) {
    test(`and with ${what} takes nothing`, () => assert.equal(join(seat, {}, country).filled, null))
  }

  test('and with a text that agrees takes the rest, and keeps the text as its address', () => {
    const { street: _, evidenceNumber, ...rest } = POINT
    assert.deepEqual(join({ unstructured: 'Krátká 1623/9A, 46352 Osečná' }).filled, rest)
    const { municipality, municipalityCode, postalCode } = POINT
    const partly = { municipality, municipalityCode, postalCode, registrationNumber: '5' }
    assert.deepEqual(join({ unstructured: 'č.p. 5, 46352 Osečná' }).filled, partly)
  })

  test('in another municipality takes nothing', () => {
    for (const seat of [{ municipality: 'Liberec' }, { municipality: 'Osečná', municipalityCode: '1' }])
      assert.deepEqual(join(seat), { join: 'contradictory', filled: null, outcomes: [] })
  })

  test('of which the text names another town takes nothing', () => {
    const elsewhere = { municipality: 'Liberec' }
    assert.equal(join({ unstructured: 'č.p. 5, 46352 Osečná' }, elsewhere).join, 'contradictory')
    assert.equal(join({ unstructured: 'č.p. 5, 46001 Liberec' }, elsewhere).join, 'joined')
  })

  for (const [own, ofPoint, how] of [
    ['Praha 7', 'Praha', 'joined'],
    ['Valaškovce (vojenský obvod)', 'Valaškovce', 'joined'],
    ['Košice - mestská časť Sídlisko KVP', 'Košice-Sídlisko KVP', 'joined'],
    ['Košice', 'Košice-Sídlisko KVP', 'joined'],
    ['Košice-Sever', 'Košice-Sídlisko KVP', 'contradictory'],
    ['Valaškovce (vojenský obvod)', 'Vaľkovce', 'contradictory'],
  ] as const) {
    test(`of ${own} and a point of ${ofPoint} are ${how}`, () => {
      assert.equal(join({ municipality: own }, { municipality: ofPoint }).join, how)
    })
  }

  test('never loses or replaces a value of its own', () => {
    const value = fc.constantFrom(null, '1', '7', '1623', 'Krátká', 'Osečná', '46352')
    const seats = fc.record({ ...fromKeys(EMPTY_SEAT, value), addressId: fc.constantFrom(KEY, '5', null) })
    const points = fc.record({ ...fromKeys(POINT, value), municipality: fc.constantFrom('Osečná', 'Liberec') })
    fc.assert(
      fc.property(seats, points, (seat, point) => {
        const { filled } = join(seat, point as Partial<SeatPoint>)
        for (const [name, taken] of Object.entries(filled ?? {})) {
          assert.equal((seat as Seat)[name as keyof Seat], null, name)
          assert.notEqual(taken, null, name)
        }
      }),
    )
  })
})

describe('a seat that is only a text', () => {
  const text = { addressId: null, unstructured: 'č.p. 5, 46352 Osečná' }
  const place = 'municipality=Osečná; municipalityCode=564265; postalCode=46352; registrationNumber=5'
  const read = fieldsIn(`country=Česká republika; countryCode=203; ${place}`)

  for (const [what, seat, country, expected] of [
    ['is read', text, 'cz', read],
    ['is read if its key has no point', { ...text, addressId: '1' }, 'cz', read],
    ['is not read in Slovakia', text, 'sk', null],
    ['is not read if it is abroad', { ...text, countryCode: '040' }, 'cz', null],
    ['is not read if its postal code is another one', { ...text, postalCode: '46001' }, 'cz', null],
    ['is not read if the register knows the municipality', { ...text, municipality: 'Osečná' }, 'cz', null],
  ] as const) {
    test(what, () => {
      const joined = join(seat, {}, country)
      assert.deepEqual([joined.join, joined.filled], expected === null ? ['none', null] : ['text', expected])
    })
  }

  test('with values of its own keeps them, and mixes no numbers', () => {
    const seat = { ...text, postalCode: '46352', countryCode: '203', country: 'Česká republika' }
    for (const number of [{ evidenceNumber: '7' }, { buildingNumber: '7' }, { orientationNumber: '7' }])
      assert.deepEqual(join({ ...seat, ...number }).filled, { municipality: 'Osečná', municipalityCode: '564265' })
  })
})

function fromKeys<Value>(object: object, value: fc.Arbitrary<Value>): Record<string, fc.Arbitrary<Value>> {
  return Object.fromEntries(Object.keys(object).map((name) => [name, value]))
}
