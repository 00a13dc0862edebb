import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Company, EMPTY_SEAT } from '../../records/company.ts'
import { parseIco } from '../../records/ico.ts'
import { BARE_COMPANY } from '../../records/testing/bare-records.ts'
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

const AT_HOME = { ...EMPTY_SEAT, country: 'Česká republika', countryCode: '203' }

const LANY: Company = {
  ...BARE_COMPANY,
  ico: '00000078',
  name: 'Lesní správa Lány',
  establishedOn: '1990-01-01',
  legalForm: { code: '331', name: 'Příspěvková organizace', codelist: '56' },
  size: '310',
  seat: {
    ...AT_HOME,
    street: 'Lesní',
    municipality: 'Lány',
    municipalityPart: 'Lány',
    registrationNumber: '140',
    postalCode: '27061',
    addressId: '15404099',
  },
  updatedOn: '2026-03-04',
}

describe('toCompany', () => {
  for (const [what, row, expected, header] of [
    ['a public body', LESNI_SPRAVA, LANY, HEADER],
    ['the 24 columns of 2025', without(LESNI_SPRAVA, 'NACE2025'), LANY, HEADER_2025],
    ['the columns without the older coding', without(LESNI_SPRAVA, 'NACE'), LANY, HEADER.replace(',NACE,', ',')],
    [
      'every column, a dissolved company',
      EVERY_COLUMN,
      {
        ...BARE_COMPANY,
        ico: '00654321',
        name: 'Vymyšlené mosty, s.r.o. "v likvidaci"',
        establishedOn: '1999-03-04',
        dissolvedOn: '2026-08-31',
        legalForm: { code: '112', name: 'Společnost s ručením omezeným', codelist: '56' },
        size: '210',
        seat: {
          ...AT_HOME,
          street: 'Jankovcova',
          municipality: 'Praha',
          municipalityPart: 'Holešovice',
          registrationNumber: '1522',
          orientationNumber: '53',
          orientationLetter: 'a',
          postalCode: '17000',
          addressId: '25958895',
        },
        updatedOn: '2026-09-01',
      },
      HEADER,
    ],
    [
      'a seat that is only a text, on one line, its country unknown',
      TEXT_SEAT,
      {
        ...BARE_COMPANY,
        ico: '00700001',
        name: 'Brücke und Steg GmbH, odštěpný závod',
        establishedOn: '2015-05-05',
        legalForm: { code: '421', name: null, codelist: '56' },
        size: '000',
        seat: { ...EMPTY_SEAT, unstructured: 'Ringstraße 1, 10115 Berlin, Německo' },
        updatedOn: '2025-01-02',
      },
      HEADER,
    ],
    [
      'a person at an evidence number',
      SOLE_TRADER,
      {
        ...BARE_COMPANY,
        ico: '00700015',
        name: 'Vymyšlená Osoba',
        naturalPerson: true,
        establishedOn: '2001-01-01',
        legalForm: { code: '101', name: null, codelist: '56' },
        size: '110',
        seat: {
          ...AT_HOME,
          municipality: 'Vápno',
          municipalityPart: 'Přepychy',
          evidenceNumber: '45',
          orientationNumber: '7',
          postalCode: '53316',
          addressId: '7580932',
        },
        updatedOn: '2024-06-07',
      },
      HEADER,
    ],
    [
      'nothing but a name',
      `00700049${','.repeat(12)}"Prázdno"${','.repeat(12)}`,
      {
        ...BARE_COMPANY,
        ico: '00700049',
        name: 'Prázdno',
        establishedOn: null,
        legalForm: null,
        size: null,
        seat: EMPTY_SEAT,
        updatedOn: null,
      },
      HEADER,
    ],
  ] as const) {
    test(`reads ${what}`, () => assert.deepEqual(convert(row, header), expected))
  }

  for (const [what, column, value, seat] of [
    ['the text is not used where the address has a key', 'TEXTADR', '"Lány 140"', LANY.seat],
    ['a space in the postal code goes', 'PSC', '270 61', LANY.seat],
    ['a postal code of another form is left out', 'PSC', '2706a', { ...LANY.seat, postalCode: null }],
    [
      'a text is one line without invisible signs',
      'OBEC_TEXT',
      ' L\u202eá\u0000 ny ',
      { ...LANY.seat, municipality: 'Lá ny' },
    ],
    ['an orientation number of another form stays whole', 'COR', '1-3', { ...LANY.seat, orientationNumber: '1-3' }],
  ] as const) {
    test(what, () => assert.deepEqual((convert(withColumn(LESNI_SPRAVA, column, value)) as Company).seat, seat))
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

for (const [form, expected] of [
  ['100', true],
  ['101', true],
  ['105', true],
  ['107', true],
  ['110', true],
  ['424', true],
  ['425', true],
  ['111', false],
  ['112', false],
  ['421', false],
  ['1055', false],
] as const) {
  test(`legal form ${form} is ${expected ? '' : 'not '}that of a person`, () => {
    assert.equal(isNaturalPerson(form), expected)
  })
}

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
