import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseRecord } from './choose.ts'
import { type AddressRecord, compareAddress } from './compare-address.ts'
import { type GivenAddress, readAddress } from './given-address.ts'

const HOUSE: AddressRecord = {
  street: 'Hlavná',
  municipality: 'Košice',
  municipalityPart: 'Staré Mesto',
  district: null,
  postalDistrict: null,
  county: 'Košice I',
  postalCode: '04001',
  registrationNumber: '147',
  evidenceNumber: null,
  orientationNumber: '10',
  orientationLetter: null,
}
const SQUARE = { ...HOUSE, street: 'Námestie Ľudovíta Štúra' }
const DATED = { ...HOUSE, street: '17. listopadu' }
const LETTERED = { ...HOUSE, orientationLetter: 'A' }
const VILLAGE = {
  ...HOUSE,
  street: null,
  municipality: 'Lhota',
  municipalityPart: 'Lhota',
  orientationNumber: null,
  county: 'Písek',
}
const COTTAGE = { ...VILLAGE, registrationNumber: null, evidenceNumber: '147' }
const HAMLET = { ...VILLAGE, municipalityPart: 'Žehrov' }
const TWO_TOWNS = { ...HOUSE, municipality: 'Brumov-Bylnice', municipalityPart: 'Bylnice' }
const PRAGUE = {
  ...HOUSE,
  municipality: 'Praha',
  municipalityPart: 'Holešovice',
  postalDistrict: 'Praha 7',
  postalCode: '17000',
}

/** The status and the parts that are not equal. */
function compare(given: GivenAddress, record: AddressRecord): string {
  const { status, parts } = compareAddress(readAddress(given), record)
  const differences = Object.entries(parts).filter(([, result]) => result !== 'equal')
  return [status, ...differences.map(([part, result]) => `${part} ${result}`).sort()].join(', ')
}

const CASES: readonly (readonly [line: string, record: AddressRecord, expected: string])[] = [
  ['Hlavná 147/10, 040 01 Košice', HOUSE, 'exact'],
  ['Hlavná 10, 04001 Košice', HOUSE, 'exact'],
  ['Hlavná č. 147, 04001 Košice', HOUSE, 'exact'],
  ['Hlavná 10/147, 04001 Košice', HOUSE, 'corrected, number written otherwise'],
  ['Hlavná 148/10, 04001 Košice', HOUSE, 'corrected, number typing error'],
  ['HLAVNA 10, 04001 kosice', HOUSE, 'corrected, street written otherwise, town written otherwise'],
  ['Hlvaná 10, 04001 Košice', HOUSE, 'corrected, street typing error'],
  ['Hlavná 10, 04011 Košice', HOUSE, 'corrected, postcode typing error'],
  ['Hlavná 10, 81101 Košice', HOUSE, 'corrected, postcode conflict'],
  ['Hlavná 148/10, 81101 Košice', HOUSE, 'conflict, number typing error, postcode conflict'],
  ['Hlavná 10, Košice', HOUSE, 'completed, postcode missing'],
  ['Hlavná 10, 04001', HOUSE, 'completed, town missing'],
  ['Hlavná 10', HOUSE, 'conflict, postcode missing, town missing'],
  ['Hlavná 10, byt 5, 04001 Košice', HOUSE, 'corrected, other added'],
  ['Alfa s.r.o. Hlavná 10, 04001 Košice', HOUSE, 'corrected, other added'],
  ['Pekáreň Klas 24, Hlavná 10, 04001 Košice', HOUSE, 'corrected, other added'],
  ['ul. Hlavná 10, 04001 Košice, Slovensko', HOUSE, 'exact'],
  ['Hlavná 10A, 04001 Košice', LETTERED, 'exact'],
  ['Hlavná 10 a, 04001 Košice', LETTERED, 'exact'],
  ['Hlavná 10, 04001 Košice', LETTERED, 'street, number conflict'],
  ['Hlavná 10B, 04001 Košice', LETTERED, 'street, number conflict'],
  ['Hlavná 147/10-12, 04001 Košice', { ...HOUSE, orientationNumber: '10-12' }, 'exact'],
  ['Hlavná 147/10-12, 04001 Košice', HOUSE, 'street, number conflict'],
  ['Hlavná 12, 04001 Košice', HOUSE, 'street, number conflict'],
  ['Hlavná 148/12, 04001 Košice', HOUSE, 'street, number conflict'],
  ['Hlavná, 04001 Košice', HOUSE, 'street, number missing'],
  ['Hlavná 12, 04001 Košice', { ...HOUSE, postalCode: null }, 'street, number conflict, postcode added'],
  ['Nová Hlavná 10, 04001 Košice', HOUSE, 'town, street conflict'],
  ['Letná 10, 04001 Košice', HOUSE, 'town, street conflict'],
  ['Hlavná 10, 04001 Prešov', HOUSE, 'conflict, town conflict'],
  ['Hlavná 10, 08001 Veľké Košice', HOUSE, 'conflict, postcode typing error, town conflict'],
  ['nám. Ľ. Štúra 10, 04001 Košice', SQUARE, 'corrected, street written otherwise'],
  ['17. listopadu 10, 04001 Košice', DATED, 'exact'],
  ['17 listopadu 147, byt 3, 04001 Košice', DATED, 'corrected, other added'],
  ['Lhota 147, 04001', VILLAGE, 'exact'],
  ['Lhota č.ev. 147, 04001', VILLAGE, 'town, number conflict'],
  ['Lhota č.ev. 147, 04001', COTTAGE, 'exact'],
  ['Lhota č.p. 147, 04001', COTTAGE, 'town, number conflict'],
  ['Lhota cp147, 04001', COTTAGE, 'town, number conflict'],
  ['Lhota č. ev. 147, 04001', VILLAGE, 'town, number conflict'],
  ['Lhota ev. č. 147, 04001', COTTAGE, 'exact'],
  ['Lhota ev. 147, 04001', COTTAGE, 'exact'],
  ['Lhota E147, 04001', COTTAGE, 'exact'],
  ['Lhota E 147, 04001', VILLAGE, 'town, number conflict'],
  ['Lhota 147, 04001', COTTAGE, 'corrected, number written otherwise'],
  ['Hlavná10, 04001 Košice', HOUSE, 'exact'],
  ['Hlavná147/10, 04001 Košice', HOUSE, 'exact'],
  ['Hlavná 10 / 3. poschodie, 04001 Košice', HOUSE, 'corrected, other added'],
  ['Hlavná 147/10, blok 3, 04001 Košice', HOUSE, 'corrected, other added'],
  ['Hlavná 147/10, P.O.BOX 12, 04001 Košice', HOUSE, 'corrected, other added'],
  ['Zahrdnna 10, 04001 Košice', { ...HOUSE, street: 'Záhradná' }, 'corrected, street typing error'],
  ['Lhota č. p. 147, 04001', VILLAGE, 'exact'],
  ['Lhota 147/5, 04001 Lhota', VILLAGE, 'corrected, other added'],
  ['Lhota 147, okres Písek', VILLAGE, 'completed, postcode missing'],
  // The town of the post, which the register does not know.
  ['Lhota 147, Písek', VILLAGE, 'conflict, postcode missing, town conflict'],
  ['Lhota 147, 04001 Písek', VILLAGE, 'corrected, town conflict'],
  ['Žehrov 147, 04001 Písek', HAMLET, 'corrected, town conflict'],
  ['Lhota 147, 04001 Písek', HAMLET, 'conflict, part conflict, town conflict'],
  ['Lhota 147, 04011 Písek', VILLAGE, 'conflict, postcode typing error, town conflict'],
  ['Hlavná 10, 04001 Písek', HOUSE, 'conflict, town conflict'],
  [
    'Rašovice 147, 04001 Uhlířské Janovice',
    { ...VILLAGE, municipality: 'Rašovice', municipalityPart: null },
    'corrected, town conflict',
  ],
  ['Lhota 147 (Písek)', VILLAGE, 'completed, postcode missing'],
  [
    'Hlavná 147, Košice 4 - Perštýn, 04001',
    { ...HOUSE, municipalityPart: 'Košice IV-Perštýn' },
    'corrected, part written otherwise, town written otherwise',
  ],
  [
    'Deštné v Orlických h 147',
    { ...VILLAGE, municipality: 'Deštné v Orlických horách', municipalityPart: null },
    'completed, postcode missing, town written otherwise',
  ],
  ['Lhota 147, 81101 Lhota', VILLAGE, 'conflict, postcode conflict'],
  ['Dlouhá 147, 04001 Lhota', VILLAGE, 'town, street conflict'],
  ['Slovenská 147, 04001 Lhota', VILLAGE, 'town, street conflict'],
  ['Lhota 147, 04001 Lhota, Česká republika', VILLAGE, 'exact'],
  ['Žehrov 147, 04001 Lhota', HAMLET, 'exact'],
  ['Žehrov 147, 04001', HAMLET, 'completed, town missing'],
  ['Lhota 147, 04001', HAMLET, 'completed, part missing'],
  ['Hlavná 10, Bylnice, 04001 Brumov-Bylnice', TWO_TOWNS, 'exact'],
  ['Hlavná 10, 04001 Brumov-Bylnice', TWO_TOWNS, 'exact'],
  [
    'Hlavná 10, Bratislava',
    { ...HOUSE, municipality: 'Bratislava-Ružinov' },
    'completed, postcode missing, town written otherwise',
  ],
  ['Hlavná 10, 04001 Jablonec', { ...HOUSE, municipality: 'Jablonec nad Nisou' }, 'corrected, town written otherwise'],
  [
    'Hlavná 10, Jablonec',
    { ...HOUSE, municipality: 'Jablonec nad Nisou' },
    'conflict, postcode missing, town conflict',
  ],
  ['I. ulica 147, 04001 Košice', { ...HOUSE, street: 'II. ulica' }, 'town, street missing'],
  ['Alej VIII 147, 04001 Košice', { ...HOUSE, street: 'Alej VII' }, 'town, street conflict'],
  ['č. 147, 04001 Košice', { ...HOUSE, street: 'Celetná' }, 'town, street missing'],
  ['č.p. 147, 04001 Košice', { ...HOUSE, street: 'Pekná' }, 'town, street missing'],
  ['Lhota 147, okr. Písek', { ...VILLAGE, street: 'Okružná' }, 'town, postcode missing, street missing'],
  [
    'Hlavná 10, Bratislava - mestská časť Ružinov, 04001',
    { ...HOUSE, municipality: 'Bratislava-Ružinov', municipalityPart: null },
    'exact',
  ],
  ['Hlavná 10, 170 00 Praha 7', PRAGUE, 'exact'],
  ['Hlavná 10, 170 00 Praha 5', PRAGUE, 'conflict, part conflict'],
]

for (const [line, record, expected] of CASES) {
  test(`${line}: ${expected}, beside ${record.street ?? ''} ${record.municipalityPart}, ${record.municipality}`, () => {
    assert.equal(compare({ address: line }, record), expected)
  })
}

test('columns that were swapped are no difference', () => {
  for (const given of [
    { street: 'Hlavná', number: '10', town: 'Košice', postcode: '040 01' },
    { street: 'Hlavná 10', town: '04001 Košice' },
    { street: 'Košice', number: '147/10', town: 'Hlavná', postcode: '04001' },
    { street: 'Hlavná', number: '10', town: '040 01', postcode: 'Košice' },
    { street: 'Hlavná', number: '10', part: 'Staré Mesto', town: 'Košice', postcode: '04001' },
  ])
    assert.equal(compare(given, HOUSE), 'exact', JSON.stringify(given))
})

test('a street in its column is not the one whose name stands in the column of the town', () => {
  const given = { street: 'Sadová', number: '147', town: 'Hlavná', postcode: '04001' }
  assert.equal(compare(given, HOUSE), 'none, street conflict, town missing')
})

test('a number in the column of the street speaks against another one in the column of numbers', () => {
  const given = { number: '10', town: 'Košice', postcode: '04001' }
  assert.equal(compare({ ...given, street: 'Hlavná 416' }, HOUSE), 'street, number conflict, other added')
  assert.equal(compare({ ...given, street: 'Hlavná č. 147' }, HOUSE), 'corrected, other added')
  assert.equal(compare({ ...given, street: 'Účtovníctvo 24, Hlavná' }, HOUSE), 'corrected, other added')
})

test('a postal code whose zero a spreadsheet dropped is written otherwise', () => {
  const given = { street: 'Hlavná', number: '10', town: 'Košice', postcode: '4001' }
  assert.equal(compare(given, HOUSE), 'corrected, postcode written otherwise')
})

test('a part in its own column decides between houses of one village', () => {
  const given = { part: 'Lhota', number: '147', town: 'Lhota', postcode: '04001' }
  assert.equal(compare(given, VILLAGE), 'exact')
  assert.equal(compare(given, HAMLET), 'conflict, part conflict')
})

test('a town with its okres or part behind is the town', () => {
  const given = { street: 'Hlavná 10', town: 'Košice (Košice I)', postcode: '04001' }
  assert.equal(compare(given, HOUSE), 'exact')
  assert.equal(compare({ ...given, town: 'Košice (Prešov)' }, HOUSE), 'conflict, part conflict')
  const village = { street: 'Lhota 147', town: 'Písek', postcode: '04001' }
  assert.equal(compare(village, VILLAGE), 'corrected, town conflict')
})

test('of two houses with one number, a number without a label is the registration number', () => {
  const given = readAddress({ address: 'Lhota 147, 04001 Lhota' })
  for (const records of [
    [VILLAGE, COTTAGE],
    [COTTAGE, VILLAGE],
  ]) {
    const candidates = records.map((record, i) => ({ key: `${i}`, record, comparison: compareAddress(given, record) }))
    const { status, best } = chooseRecord(candidates)
    assert.deepEqual([status, best?.record], ['exact', VILLAGE])
  }
})
