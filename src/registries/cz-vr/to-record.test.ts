import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Company } from '../../records/company.ts'
import { parseIco } from '../../records/ico.ts'
import { companyWith, seatWith } from '../../records/testing/bare-records.ts'
import { ON_UNKNOWN_DAY } from '../../records/unknown-day.ts'
import { RowProblem } from '../../stdx/row-problem.ts'
import { cases, fieldsIn } from '../../stdx/testing/cases.ts'
import type { BasicField } from './basic-data.ts'
import { toCompany } from './to-record.ts'

type Fields = Partial<Record<BasicField, string>>

function convert(fields: Fields, missing: (label: string) => void = () => {}): Company | RowProblem {
  return toCompany(parseIco('00654321')!, new Map(Object.entries(fields) as [BasicField, string][]), missing)
}

const NAMED: Fields = { ObchodniFirma: 'Vymyšlené mosty, s.r.o.' }
const EMPTY = companyWith('ico=00654321; name=Vymyšlené mosty, s.r.o.')
const NO_NUMBER = 'Sidlo/cisloPop is 0, which means no number'
const unknownDay = (field: string, year: number) => `${field} is ${year}-01-01, which means an unknown day`
const FORM = { code: '112', name: 'Společnost s ručením omezeným', codelist: null }
const seat = (fields: string): Partial<Company> => ({ seat: seatWith(fields) })

describe('toCompany', () => {
  for (const [what, fields, expected] of [
    ['a name and nothing else', {}, {}],
    [
      'the published legal form before that of the register',
      { Rejstrik: 'RU', Kod_PF: '112', Nazev_PF: 'Společnost s ručením omezeným' },
      { register: { code: 'RU', name: 'rejstřík ústavů', codelist: null }, legalForm: FORM },
    ],
    ['the legal form', { Kod_PF: '112', Nazev_PF: 'Společnost s ručením omezeným' }, { legalForm: FORM }],
    ['a form without code', { Nazev_PF: 'nadace' }, { legalForm: { code: null, name: 'nadace', codelist: null } }],
    ['a person’s', { Kod_PF: '107' }, { naturalPerson: true, legalForm: { code: '107', name: null, codelist: null } }],
    ['a residence as that of a person', { home: 'Bydliste' }, { naturalPerson: true }],
    ['the day of entry where no other is given', { DatumZapisu: '1999-03-05' }, { establishedOn: '1999-03-05' }],
    [
      'the days',
      { DatumVzniku: '1999-03-04', DatumZapisu: '1999-03-05', DatumVymazu: '2026-08-31' },
      { establishedOn: '1999-03-04', dissolvedOn: '2026-08-31' },
    ],
    [
      'a day with a zone',
      { DatumVzniku: '1999-03-04+01:00', DatumVymazu: '2026-08-31Z' },
      { establishedOn: '1999-03-04', dissolvedOn: '2026-08-31' },
    ],
  ] as readonly (readonly [string, Fields, Partial<Company>])[]) {
    test(`reads ${what}`, () => assert.deepEqual(convert({ ...NAMED, ...fields }), { ...EMPTY, ...expected }))
  }

  for (const [register, name, form] of [
    ['OR', 'obchodní rejstřík', null],
    ['SR', 'spolkový rejstřík', null],
    ['NR', 'nadační rejstřík', null],
    ['RSVJ', 'rejstřík společenství vlastníků jednotek', ['145', 'Společenství vlastníků jednotek']],
    ['RU', 'rejstřík ústavů', ['161', 'Ústav']],
    ['ROPS', 'rejstřík obecně prospěšných společností', ['141', 'Obecně prospěšná společnost']],
    ['XY', null, null],
  ] as const) {
    test(`reads the register ${register} and the legal form that it implies`, () => {
      const legalForm = form === null ? null : { code: form[0], name: form[1], codelist: '56' }
      const expected = { ...EMPTY, register: { code: register, name, codelist: null }, legalForm }
      assert.deepEqual(convert({ ...NAMED, Rejstrik: register }), expected)
    })
  }

  for (const [what, fields, expected] of cases<[string, string, string]>`
    the key of the address, which is in Czechia     | ruianKod=7580932         | addressId=7580932; countryCode=203; country=Česká republika
    the country                                     | stat=203                 | countryCode=203; country=Česká republika
    another country, whose name is not given        | stat=40                  | countryCode=040
    a country that is no code                       | stat=Rakousko            | countryCode=
    municipality, part and street                   | obec=Praha; castObce=Holešovice; ulice=Jankovcova | municipality=Praha; municipalityPart=Holešovice; street=Jankovcova
    the numbers                                     | cisloPop=1522; cisloOr=53a | registrationNumber=1522; orientationNumber=53; orientationLetter=a
    the evidence number                             | cisloEv=20               | evidenceNumber=20
    an evidence number as text                      | cisloTxt=č.ev. 7         | buildingNumber=č.ev. 7; evidenceNumber=7
    an evidence number as Slovaks write it          | cisloTxt=ev. č. 7        | buildingNumber=ev. č. 7; evidenceNumber=7
    a registration number as text                   | cisloTxt=č.p. 12         | buildingNumber=č.p. 12; registrationNumber=12
    the same without dots                           | cisloTxt=čp 12           | buildingNumber=čp 12; registrationNumber=12
    a mere number                                   | cisloTxt=1623            | buildingNumber=1623; registrationNumber=1623
    a number with leading zeroes                    | cisloTxt=0012            | buildingNumber=0012; registrationNumber=12
    a number as text that is 0                      | cisloTxt=0               | buildingNumber=0
    a registration number as text that is 0         | cisloTxt=č.p. 0          | buildingNumber=č.p. 0
    both numbers as text outside a street           | cisloTxt=1522/53a        | buildingNumber=1522/53a
    a parcel                                        | cisloTxt=parc. 120/4     | buildingNumber=parc. 120/4
    a number with a letter                          | cisloTxt=12a             | buildingNumber=12a
    both numbers of a text in a street              | cisloTxt=1522/53a; ulice=Jankovcova | street=Jankovcova; buildingNumber=1522/53a; registrationNumber=1522; orientationNumber=53; orientationLetter=a
    a number as text abroad as it is                | cisloTxt=53; stat=752    | buildingNumber=53; countryCode=752
    a plain number in a street as either            | cisloTxt=53; ulice=Jankovcova | street=Jankovcova; buildingNumber=53
    not the number as text beside another           | cisloTxt=45; cisloPop=45 | registrationNumber=45
    the postal code                                 | psc=53316                | postalCode=53316
    the postal code with its space                  | psc=533 16               | postalCode=53316
    a foreign postal code                           | psc=SW1A 2AA             | postalCode=SW1A 2AA
    the address as text                             | text=Ringstraße 1, Wien  | unstructured=Ringstraße 1, Wien
    the text beside a mere key                      | text=Vápno 45; ruianKod=7580932 | unstructured=Vápno 45; addressId=7580932; countryCode=203; country=Česká republika
    not the text beside its parts                   | text=Vápno 45; obec=Vápno | municipality=Vápno
  `) {
    test(`reads of a seat ${what}: ${fields}`, () => {
      const given = Object.entries(fieldsIn(fields)).map(([field, text]) => [`Sidlo/${field}`, text])
      assert.deepEqual(convert({ ...NAMED, ...Object.fromEntries(given) }), { ...EMPTY, ...seat(expected) })
    })
  }

  for (const [fields, expected, label] of [
    [{ 'Sidlo/cisloPop': '0' }, {}, NO_NUMBER],
    [{ 'Sidlo/cisloPop': '0', 'Sidlo/cisloTxt': 'parc. 7' }, seat('buildingNumber=parc. 7'), NO_NUMBER],
    [{ DatumVzniku: '1800-01-01' }, {}, unknownDay('DatumVzniku', 1800)],
    [
      { DatumVzniku: '1000-01-01', DatumZapisu: '1999-03-05' },
      { establishedOn: '1999-03-05' },
      unknownDay('DatumVzniku', 1000),
    ],
    [
      { DatumVzniku: '1999-03-04', DatumZapisu: '1800-01-01' },
      { establishedOn: '1999-03-04' },
      unknownDay('DatumZapisu', 1800),
    ],
    [{ DatumVymazu: '1800-01-01+01:00' }, { dissolvedOn: ON_UNKNOWN_DAY }, unknownDay('DatumVymazu', 1800)],
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
