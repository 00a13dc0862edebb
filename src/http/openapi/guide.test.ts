import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address } from '../../records/address.ts'
import { formatAddress } from '../../records/format-address.ts'
import { ERROR_CODES } from '../errors.ts'
import { writeGuide } from './guide.ts'

const guide = writeGuide()

const NAMES = [
  ...['street', 'streetId', 'municipalityCode', 'municipalityPart', 'municipalityPartCode', 'postalCode'],
  ...['registrationNumber', 'evidenceNumber', 'houseNumber', 'houseNumberType', 'orientationNumber'],
  ...['orientationLetter', 'district', 'districtCode', 'postalDistrict', 'county', 'countyCode', 'region'],
  ...['regionCode', 'latitude', 'longitude', 'validFrom'],
]

/** `sk, municipality: Dolná Ves, …`: the country, and the parts that are not null. */
function addressOf(notation: string): Address {
  const [country, ...parts] = notation.split(', ')
  const given = parts.map((part) => part.split(': ') as [name: string, value: string])
  return Object.fromEntries([...NAMES.map((name) => [name, null]), ['country', country], ...given]) as Address
}

/** What the guide shows, separated by bars, of an address with these parts. */
const EXAMPLES: readonly (readonly [name: string, shown: string, parts: string])[] = [
  [
    'Ružinovská 5346/1B, 82102 Bratislava-Ružinov',
    'Ružinovská 5346/1B | 5346/1B | Bratislava-Ružinov | 821 02',
    'sk, street: Ružinovská, registrationNumber: 5346, orientationNumber: 1, orientationLetter: B, municipality: Bratislava-Ružinov, postalCode: 82102',
  ],
  [
    'Mánesova 2764/10, Královo Pole, 61200 Brno',
    'Mánesova 2764/10 | 2764/10 | Královo Pole | Brno | 612 00',
    'cz, street: Mánesova, registrationNumber: 2764, orientationNumber: 10, municipalityPart: Královo Pole, municipality: Brno, postalCode: 61200',
  ],
  [
    'Horná Ves 142, 95101 Dolná Ves',
    'Horná Ves 142 | 142',
    'sk, registrationNumber: 142, municipalityPart: Horná Ves, municipality: Dolná Ves, postalCode: 95101',
  ],
  [
    'Lhotka č.ev. 20, 73901 Lhotka',
    'Lhotka č.ev. 20 | č.ev. 20',
    'cz, evidenceNumber: 20, municipality: Lhotka, municipalityPart: Lhotka, postalCode: 73901',
  ],
  [
    'Veletržní 5, Holešovice, 17000 Praha 7',
    '170 00 Praha 7 | Praha',
    'cz, street: Veletržní, orientationNumber: 5, municipalityPart: Holešovice, municipality: Praha, postalDistrict: Praha 7, postalCode: 17000',
  ],
]

test('the lines of a form that the guide shows are those of the name of an address', () => {
  for (const [name, shown, parts] of EXAMPLES) {
    assert.equal(formatAddress(addressOf(parts)), name)
    for (const text of shown.split(' | ')) {
      assert(guide.includes(`\`${text}\``), text)
      assert(name.includes(text.replace(/^(\d{3}) (\d\d)/, '$1$2')), `${text} in ${name}`)
    }
  }
})

test('the guide lists every error, and no line of it is a heading of the first level', () => {
  for (const code of ERROR_CODES) assert(guide.includes(`| \`${code}\` |`), code)
  assert.doesNotMatch(guide, /^# /m)
})
