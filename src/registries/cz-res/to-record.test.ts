import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Company } from '../../records/company.ts'
import { parseIco } from '../../records/ico.ts'
import { companyWith, seatWith } from '../../records/testing/bare-records.ts'
import { ON_UNKNOWN_DAY } from '../../records/unknown-day.ts'
import { splitCsvRow } from '../../stdx/csv.ts'
import { RowProblem } from '../../stdx/row-problem.ts'
import {
  EVERY_COLUMN,
  HEADER,
  HEADER_2025,
  LESNI_SPRAVA,
  SOLE_TRADER,
  TEXT_SEAT,
  withColumn,
} from '../testing/cz-res.ts'
import { findResColumns } from './columns.ts'
import { isNaturalPerson } from './legal-forms.ts'
import { toCompany } from './to-record.ts'

const FORMS = new Map([
  ['112', 'Společnost s ručením omezeným'],
  ['331', 'Příspěvková organizace'],
])

function convert(row: string, header = HEADER, missing: (label: string) => void = () => {}): Company | RowProblem {
  const fields = splitCsvRow(row, ',')
  const at = findResColumns(header.split(','), 'x.csv')
  return toCompany(parseIco(fields[0]!)!, fields, { at, legalForms: FORMS, missing })
}

const AT_HOME = seatWith('country=Česká republika; countryCode=203')
const form = (code: string, name: string | null = null) => ({ legalForm: { code, name, codelist: '56' } })

const LANY = companyWith(
  'ico=00000078; name=Lesní správa Lány; establishedOn=1990-01-01; size=310; updatedOn=2026-03-04',
  {
    ...form('331', 'Příspěvková organizace'),
    seat: seatWith(
      'street=Lesní; municipality=Lány; municipalityPart=Lány; registrationNumber=140; postalCode=27061; addressId=15404099',
      AT_HOME,
    ),
  },
)
const MOSTY = companyWith(
  'ico=00654321; name=Vymyšlené mosty, s.r.o. "v likvidaci"; establishedOn=1999-03-04; dissolvedOn=2026-08-31; size=210; updatedOn=2026-09-01',
  {
    ...form('112', 'Společnost s ručením omezeným'),
    seat: seatWith(
      'street=Jankovcova; municipality=Praha; municipalityPart=Holešovice; registrationNumber=1522; orientationNumber=53; orientationLetter=a; postalCode=17000; addressId=25958895',
      AT_HOME,
    ),
  },
)
const STEG = companyWith(
  'ico=00700001; name=Brücke und Steg GmbH, odštěpný závod; establishedOn=2015-05-05; size=000; updatedOn=2025-01-02',
  { ...form('421'), seat: seatWith('unstructured=Ringstraße 1, 10115 Berlin, Německo') },
)
const PERSON = companyWith(
  'ico=00700015; name=Vymyšlená Osoba; establishedOn=2001-01-01; size=110; updatedOn=2024-06-07',
  {
    ...form('101'),
    naturalPerson: true,
    seat: seatWith(
      'municipality=Vápno; municipalityPart=Přepychy; evidenceNumber=45; orientationNumber=7; postalCode=53316; addressId=7580932',
      AT_HOME,
    ),
  },
)

describe('toCompany', () => {
  const nameless = `00700049${','.repeat(12)}"Prázdno"${','.repeat(12)}`
  for (const [what, row, expected, header] of [
    ['a public body', LESNI_SPRAVA, LANY, HEADER],
    ['the 24 columns of 2025', without(LESNI_SPRAVA, 'NACE2025'), LANY, HEADER_2025],
    ['the columns without the older coding', without(LESNI_SPRAVA, 'NACE'), LANY, HEADER.replace(',NACE,', ',')],
    ['every column, a dissolved company', EVERY_COLUMN, MOSTY, HEADER],
    ['a seat that is only a text, on one line, its country unknown', TEXT_SEAT, STEG, HEADER],
    ['a person at an evidence number', SOLE_TRADER, PERSON, HEADER],
    ['nothing but a name', nameless, companyWith('ico=00700049; name=Prázdno'), HEADER],
  ] as const) {
    test(`reads ${what}`, () => assert.deepEqual(convert(row, header), expected))
  }

  for (const [what, column, value, changes] of [
    ['the text is not used where the address has a key', 'TEXTADR', '"Lány 140"', 'unstructured='],
    ['a space in the postal code goes', 'PSC', '270 61', 'postalCode=27061'],
    ['a postal code of another form is left out', 'PSC', '2706a', 'postalCode='],
    ['a text is one line without invisible signs', 'OBEC_TEXT', ' L\u202eá\u0000 ny ', 'municipality=Lá ny'],
    ['an orientation number of another form stays whole', 'COR', '1-3', 'orientationNumber=1-3'],
  ] as const) {
    test(what, () => {
      const { seat } = convert(withColumn(LESNI_SPRAVA, column, value)) as Company
      assert.deepEqual(seat, seatWith(changes, LANY.seat))
    })
  }

  for (const [column, value, reason] of [
    ['DDATVZN', '1.1.1990', 'is not a day; YYYY-MM-DD is expected'],
    ['DDATZAN', '2026-02-30', 'is not a day; YYYY-MM-DD is expected'],
    ['DDATPAKT', '20260304', 'is not a day; YYYY-MM-DD is expected'],
    ['KODADM', '15404099a', 'is not a number'],
    ['FIRMA', '"  "', 'holds nothing but spaces'],
    ['FIRMA', 'x'.repeat(50_000), 'has 50000 characters; at most 1000 were expected'],
    ['ULICE_TEXT', 'x'.repeat(1001), 'has 1001 characters; at most 1000 were expected'],
  ] as const) {
    test(`a row with ${column} ${value.slice(0, 20)} is refused, naming the column and not the value`, () => {
      assert.deepEqual(convert(withColumn(LESNI_SPRAVA, column, value)), new RowProblem(column, reason))
    })
  }
})

describe('a loss is counted and the company kept', () => {
  const other = 'TYPCDOM is neither 1 (č.p.) nor 2 (č.ev.): CDOM is only the building number'
  const asBuilding = { seat: { ...LANY.seat, registrationNumber: null, buildingNumber: '140' } }
  for (const [column, value, expected, label] of [
    ['TYPCDOM', '3', asBuilding, other],
    ['TYPCDOM', '7', asBuilding, other],
    ['TYPCDOM', 'č.p.', asBuilding, other],
    ['TYPCDOM', '', asBuilding, other],
    ['CDOM', '0', { seat: { ...LANY.seat, registrationNumber: null } }, 'CDOM is 0, which means no number'],
    ['DDATVZN', '1800-01-01', { establishedOn: null }, 'DDATVZN is 1800-01-01, which means an unknown day'],
    ['DDATVZN', '1000-01-01', { establishedOn: null }, 'DDATVZN is 1000-01-01, which means an unknown day'],
    ['DDATPAKT', '1800-01-01', { updatedOn: null }, 'DDATPAKT is 1800-01-01, which means an unknown day'],
    ['DDATZAN', '1800-01-01', { dissolvedOn: ON_UNKNOWN_DAY }, 'DDATZAN is 1800-01-01, which means an unknown day'],
  ] as const) {
    test(`${column} ${value}`, () => {
      const labels: string[] = []
      const company = convert(withColumn(LESNI_SPRAVA, column, value), HEADER, (label) => void labels.push(label))
      assert.deepEqual([company, labels], [{ ...LANY, ...expected }, [label]])
    })
  }
  test('without a number its missing kind is no loss', () => {
    const labels: string[] = []
    convert(withColumn(withColumn(LESNI_SPRAVA, 'CDOM', ''), 'TYPCDOM', ''), HEADER, (label) => void labels.push(label))
    assert.deepEqual(labels, [])
  })
})

test('the legal forms of persons are 100, 101, 105, 107, 110, 424 and 425', () => {
  const forms = ['100', '101', '105', '107', '110', '424', '425', '111', '112', '421', '1055']
  assert.deepEqual(
    forms.filter((form) => isNaturalPerson(form)),
    ['100', '101', '105', '107', '110', '424', '425'],
  )
})

for (const [form, rosForm, expected] of [
  ['', '100', true],
  ['', '112', false],
  ['', '', false],
  ['112', '100', false],
] as const) {
  test(`legal form '${form}' with '${rosForm}' in the register of persons is ${expected ? '' : 'not '}a person's`, () => {
    const row = withColumn(withColumn(SOLE_TRADER, 'FORMA', form), 'ROSFORMA', rosForm)
    assert.equal((convert(row) as Company).naturalPerson, expected)
  })
}

function without(row: string, column: string): string {
  return row.split(',').toSpliced(HEADER.split(',').indexOf(column), 1).join(',')
}
