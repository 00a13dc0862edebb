import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Company, EMPTY_SEAT } from '../../records/company.ts'
import { parseIco } from '../../records/ico.ts'
import { BARE_COMPANY } from '../../records/testing/bare-records.ts'
import { ON_UNKNOWN_DAY } from '../../records/unknown-day.ts'
import { RowProblem } from '../../stdx/row-problem.ts'
import type { BasicField } from './basic-data.ts'
import { toCompany } from './to-record.ts'

type Fields = Partial<Record<BasicField, string>>

function convert(fields: Fields, missing: (label: string) => void = () => {}): Company | RowProblem {
  return toCompany(parseIco('00654321')!, new Map(Object.entries(fields) as [BasicField, string][]), missing)
}

const NAMED: Fields = { ObchodniFirma: 'Vymyšlené mosty, s.r.o.' }
const EMPTY: Company = { ...BARE_COMPANY, ico: '00654321', name: 'Vymyšlené mosty, s.r.o.' }
const FORM = { code: '112', name: 'Společnost s ručením omezeným', codelist: null }
const seat = (some: Partial<Company['seat']>): Partial<Company> => ({ seat: { ...EMPTY_SEAT, ...some } })

describe('toCompany', () => {
  for (const [what, fields, expected] of [
    ['a name and nothing else', {}, {}],
    ...(
      [
        ['OR', 'obchodní rejstřík', null],
        ['SR', 'spolkový rejstřík', null],
        ['NR', 'nadační rejstřík', null],
        ['RSVJ', 'rejstřík společenství vlastníků jednotek', ['145', 'Společenství vlastníků jednotek']],
        ['RU', 'rejstřík ústavů', ['161', 'Ústav']],
        ['ROPS', 'rejstřík obecně prospěšných společností', ['141', 'Obecně prospěšná společnost']],
        ['XY', null, null],
      ] as const
    ).map(([code, name, form]) => [
      `the register ${code} and the legal form that it implies`,
      { Rejstrik: code },
      {
        register: { code, name, codelist: null },
        legalForm: form === null ? null : { code: form[0], name: form[1], codelist: '56' },
      },
    ]),
    [
      'the published legal form before that of the register',
      { Rejstrik: 'RU', Kod_PF: '112', Nazev_PF: 'Společnost s ručením omezeným' },
      { register: { code: 'RU', name: 'rejstřík ústavů', codelist: null }, legalForm: FORM },
    ],
    ['the legal form', { Kod_PF: '112', Nazev_PF: 'Společnost s ručením omezeným' }, { legalForm: FORM }],
    [
      'a legal form without its code',
      { Nazev_PF: 'nadace' },
      { legalForm: { code: null, name: 'nadace', codelist: null } },
    ],
    [
      'the form of a person',
      { Kod_PF: '107' },
      { naturalPerson: true, legalForm: { code: '107', name: null, codelist: null } },
    ],
    [
      'the days',
      { DatumVzniku: '1999-03-04', DatumZapisu: '1999-03-05', DatumVymazu: '2026-08-31' },
      { establishedOn: '1999-03-04', dissolvedOn: '2026-08-31' },
    ],
    ['the day of entry where no other is given', { DatumZapisu: '1999-03-05' }, { establishedOn: '1999-03-05' }],
    [
      'a day with a zone',
      { DatumVzniku: '1999-03-04+01:00', DatumVymazu: '2026-08-31Z' },
      { establishedOn: '1999-03-04', dissolvedOn: '2026-08-31' },
    ],
    [
      'the key of the address, which is in Czechia',
      { 'Sidlo/ruianKod': '7580932' },
      seat({ addressId: '7580932', countryCode: '203', country: 'Česká republika' }),
    ],
    ['the country', { 'Sidlo/stat': '203' }, seat({ countryCode: '203', country: 'Česká republika' })],
    ['another country, whose name is not given', { 'Sidlo/stat': '40' }, seat({ countryCode: '040' })],
    ['a country that is no code', { 'Sidlo/stat': 'Rakousko' }, {}],
    [
      'municipality, part and street',
      { 'Sidlo/obec': 'Praha', 'Sidlo/castObce': 'Holešovice', 'Sidlo/ulice': 'Jankovcova' },
      seat({ municipality: 'Praha', municipalityPart: 'Holešovice', street: 'Jankovcova' }),
    ],
    [
      'the numbers',
      { 'Sidlo/cisloPop': '1522', 'Sidlo/cisloOr': '53a' },
      seat({ registrationNumber: '1522', orientationNumber: '53', orientationLetter: 'a' }),
    ],
    ['the evidence number', { 'Sidlo/cisloEv': '20' }, seat({ evidenceNumber: '20' })],
    ...(
      [
        ['č.ev. 7', { evidenceNumber: '7' }],
        ['ev. č. 7', { evidenceNumber: '7' }],
        ['č.p. 12', { registrationNumber: '12' }],
        ['čp 12', { registrationNumber: '12' }],
        ['1623', { registrationNumber: '1623' }],
        ['0012', { registrationNumber: '12' }],
        ['0', {}],
        ['č.p. 0', {}],
        ['1522/53a', {}],
        ['parc. 120/4', {}],
        ['12a', {}],
      ] as const
    ).map(([text, numbers]) => [
      `the number as text ${text} where there is no other`,
      { 'Sidlo/cisloTxt': text },
      seat({ ...numbers, buildingNumber: text }),
    ]),
    [
      'both numbers of a text in a street',
      { 'Sidlo/cisloTxt': '1522/53a', 'Sidlo/ulice': 'Jankovcova' },
      seat({
        street: 'Jankovcova',
        buildingNumber: '1522/53a',
        registrationNumber: '1522',
        orientationNumber: '53',
        orientationLetter: 'a',
      }),
    ],
    [
      'the number as text abroad as it is',
      { 'Sidlo/cisloTxt': '53', 'Sidlo/stat': '752' },
      seat({ buildingNumber: '53', countryCode: '752' }),
    ],
    ['a residence as that of a person', { home: 'Bydliste' }, { naturalPerson: true }],
    [
      'a plain number in a street as either of its numbers',
      { 'Sidlo/cisloTxt': '53', 'Sidlo/ulice': 'Jankovcova' },
      seat({ street: 'Jankovcova', buildingNumber: '53' }),
    ],
    [
      'not the number as text beside another',
      { 'Sidlo/cisloTxt': '45', 'Sidlo/cisloPop': '45' },
      seat({ registrationNumber: '45' }),
    ],
    ['the postal code', { 'Sidlo/psc': '53316' }, seat({ postalCode: '53316' })],
    ['the postal code with its space', { 'Sidlo/psc': '533 16' }, seat({ postalCode: '53316' })],
    ['a foreign postal code', { 'Sidlo/psc': 'SW1A 2AA' }, seat({ postalCode: 'SW1A 2AA' })],
    ['the address as text', { 'Sidlo/text': 'Ringstraße 1, Wien' }, seat({ unstructured: 'Ringstraße 1, Wien' })],
    [
      'the text beside a mere key',
      { 'Sidlo/text': 'Vápno 45', 'Sidlo/ruianKod': '7580932' },
      seat({ unstructured: 'Vápno 45', addressId: '7580932', countryCode: '203', country: 'Česká republika' }),
    ],
    [
      'not the text beside its parts',
      { 'Sidlo/text': 'Vápno 45', 'Sidlo/obec': 'Vápno' },
      seat({ municipality: 'Vápno' }),
    ],
  ] as readonly (readonly [string, Fields, Partial<Company>])[]) {
    test(`reads ${what}`, () => assert.deepEqual(convert({ ...NAMED, ...fields }), { ...EMPTY, ...expected }))
  }

  for (const [fields, expected, label] of [
    [{ 'Sidlo/cisloPop': '0' }, {}, 'Sidlo/cisloPop is 0, which means no number'],
    [
      { 'Sidlo/cisloPop': '0', 'Sidlo/cisloTxt': 'parc. 7' },
      seat({ buildingNumber: 'parc. 7' }),
      'Sidlo/cisloPop is 0, which means no number',
    ],
    [{ DatumVzniku: '1800-01-01' }, {}, 'DatumVzniku is 1800-01-01, which means an unknown day'],
    [
      { DatumVzniku: '1000-01-01', DatumZapisu: '1999-03-05' },
      { establishedOn: '1999-03-05' },
      'DatumVzniku is 1000-01-01, which means an unknown day',
    ],
    [
      { DatumVzniku: '1999-03-04', DatumZapisu: '1800-01-01' },
      { establishedOn: '1999-03-04' },
      'DatumZapisu is 1800-01-01, which means an unknown day',
    ],
    [
      { DatumVymazu: '1800-01-01+01:00' },
      { dissolvedOn: ON_UNKNOWN_DAY },
      'DatumVymazu is 1800-01-01, which means an unknown day',
    ],
  ] as readonly (readonly [Fields, Partial<Company>, string])[]) {
    test(`counts ${label} and keeps the company: ${JSON.stringify(fields)}`, () => {
      const labels: string[] = []
      const company = convert({ ...NAMED, ...fields }, (one) => void labels.push(one))
      assert.deepEqual([company, labels], [{ ...EMPTY, ...expected }, [label]])
    })
  }

  for (const [what, fields, field, reason] of [
    ['a wrong day', { DatumVzniku: '1999-02-29' }, 'DatumVzniku', 'is not a day; YYYY-MM-DD is expected'],
    ['another form of day', { DatumZapisu: '4.3.1999' }, 'DatumZapisu', 'is not a day; YYYY-MM-DD is expected'],
    ['a time', { DatumVymazu: '1999-03-04T00:00:00' }, 'DatumVymazu', 'is not a day; YYYY-MM-DD is expected'],
    ['a text without end', { 'Sidlo/text': 'x'.repeat(1001) }, 'Sidlo/text', 'has more than 1000 characters'],
    ['a key that is no number', { 'Sidlo/ruianKod': 'x' }, 'Sidlo/ruianKod', 'is not a number'],
  ] as const) {
    test(`refuses ${what}, naming the field and not the value`, () => {
      const given = Object.entries({ ...NAMED, ...fields }).filter(([, value]) => value !== undefined)
      assert.deepEqual(convert(Object.fromEntries(given)), new RowProblem(field, reason))
    })
  }
})
