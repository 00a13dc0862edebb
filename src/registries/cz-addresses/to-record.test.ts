import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Address } from '../../records/address.ts'
import { addressWith } from '../../records/testing/bare-records.ts'
import { RowProblem } from '../../stdx/row-problem.ts'
import { cases } from '../../stdx/testing/cases.ts'
import { EVERY_COLUMN, HEADER, HEADER_2020, HRAD, TESTOV, TROJANOVICE } from '../testing/cz-addresses.ts'
import { type Place, unknownPlace } from './places.ts'
import { findPointColumns } from './points-zip.ts'
import { toAddress } from './to-record.ts'

const [JICIN, MORAVIA] = [
  { county: 'Nový Jičín', countyCode: '3804' },
  { region: 'Moravskoslezský kraj', regionCode: '132' },
]
const NEW_JICIN: Place = { ...JICIN, ...MORAVIA, missing: [] }
const UNKNOWN_PLACE = unknownPlace('not known')
const PRAHA: Place = { county: null, countyCode: null, region: 'Hlavní město Praha', regionCode: '19', missing: [] }

function convert(
  row: string,
  place: Place,
  header = HEADER,
  missing: (label: string) => void = () => {},
): Address | RowProblem {
  return toAddress(row.split(';'), findPointColumns(header.split(';'), 'x.csv'), place, missing)
}

const PRAHA_7 = addressWith(
  'street=Jankovcova; streetId=460401; municipality=Praha; municipalityCode=554782; municipalityPart=Holešovice; municipalityPartCode=490067; postalCode=17000; registrationNumber=1522; houseNumber=1522; houseNumberType=č.p.; orientationNumber=53; orientationLetter=a; district=Praha 7; districtCode=500186; postalDistrict=Praha 7; region=Hlavní město Praha; regionCode=19; latitude=50.0923523; longitude=14.4326424; validFrom=2011-07-01',
)

function withColumn(column: string, value: string): string {
  return EVERY_COLUMN.split(';').with(HEADER.split(';').indexOf(column), value).join(';')
}

describe('toAddress', () => {
  for (const [what, row, place, expected] of cases<[string, string, Place, string]>`
    a village without streets | ${TROJANOVICE} | ${NEW_JICIN} | municipality=Trojanovice; municipalityCode=599999; municipalityPart=Trojanovice; municipalityPartCode=168491; postalCode=74401; registrationNumber=2; houseNumber=2; houseNumberType=č.p.; county=Nový Jičín; countyCode=3804; region=Moravskoslezský kraj; regionCode=132; latitude=49.5381824; longitude=18.1933824; validFrom=2022-08-24
    Praha, which has a district, an obvod for the post and no okres | ${HRAD} | ${PRAHA} | street=Hrad I. nádvoří; streetId=482536; municipality=Praha; municipalityCode=554782; municipalityPart=Hradčany; municipalityPartCode=490075; postalCode=11900; registrationNumber=1; houseNumber=1; houseNumberType=č.p.; district=Praha 1; districtCode=500054; postalDistrict=Praha 1; region=Hlavní město Praha; regionCode=19; latitude=50.0894798; longitude=14.3986063; validFrom=2017-06-07
    an evidence number, no coordinates, nothing known of the place | ${TESTOV} | ${UNKNOWN_PLACE} | municipality=Testov; municipalityCode=500011; municipalityPart=Testov-Sever; municipalityPartCode=195901; postalCode=12345; evidenceNumber=7; houseNumber=7; houseNumberType=č.ev.; validFrom=2021-05-05
    all that may be empty | 1;;Obec;;;;;;;;;č.p.;3;;;12345;;; | ${UNKNOWN_PLACE} | municipality=Obec; postalCode=12345; registrationNumber=3; houseNumber=3; houseNumberType=č.p.
  `) {
    test(`reads ${what}`, () => assert.deepEqual(convert(row, place), addressWith(expected)))
  }

  test('reads every column, in the order of the header, which may be that of 2020', () => {
    assert.deepEqual(convert(EVERY_COLUMN, PRAHA), PRAHA_7)
    assert.deepEqual(convert(EVERY_COLUMN, PRAHA, HEADER_2020), PRAHA_7)
    const [row, header] = [EVERY_COLUMN, HEADER].map((line) => line.split(';').reverse().join(';'))
    assert.deepEqual(convert(row!, PRAHA, header), PRAHA_7)
  })

  test('texts are one line without invisible characters, and the postal code loses its space', () => {
    const row = EVERY_COLUMN.replace('Jankovcova', ' Jan\u202ekov\u0000 cova').replace('17000', '170 00')
    assert.deepEqual(convert(row, PRAHA), { ...PRAHA_7, street: 'Jankov cova' })
  })

  test('Platí Od may lack the time', () => {
    const address = convert(TESTOV.replace('T00:00:00', ''), UNKNOWN_PLACE)
    assert.equal((address as Address).validFrom, '2021-05-05')
  })

  const none = 'registrationNumber=; houseNumber=; houseNumberType='
  for (const [column, value, changes, label] of [
    ['Číslo domovní', '0', none, 'Číslo domovní is 0, which means no number'],
    ['Platí Od', '1800-01-01T00:00:00', 'validFrom=', 'Platí Od is 1800-01-01, which means an unknown day'],
    ['Platí Od', '1000-01-01', 'validFrom=', 'Platí Od is 1000-01-01, which means an unknown day'],
  ] as const) {
    test(`${column} ${value} is counted, and the address kept`, () => {
      const labels: string[] = []
      const address = convert(withColumn(column, value), PRAHA, HEADER, (one) => void labels.push(one))
      assert.deepEqual([address, labels], [addressWith(changes, PRAHA_7), [label]])
    })
  }

  test('an address whose only number is 0 is refused', () => {
    const reason = 'is 0, which means no number; an address needs its number'
    assert.deepEqual(convert(TROJANOVICE.replace(';2;', ';0;'), NEW_JICIN), new RowProblem('Číslo domovní', reason))
  })

  for (const [column, value, reason] of [
    ['Název obce', '', 'is empty; an address needs its municipality'],
    ['Typ SO', 'č.o.', 'is "č.o."; č.p. or č.ev. is expected'],
    ['Typ SO', '', 'is ""; č.p. or č.ev. is expected'],
    ['Číslo domovní', '12a', 'is "12a"; digits are expected'],
    ['Číslo orientační', '3b', 'is "3b"; digits are expected'],
    ['Číslo domovní', '', 'is empty; an address needs its number'],
    ['PSČ', '', 'is ""; five digits are expected'],
    ['PSČ', '17000a', 'is "17000a"; five digits are expected'],
    ['Název obce', '\u202e', 'is empty; an address needs its municipality'],
    ['Název ulice', 'x'.repeat(50_000), 'has 50000 characters; at most 1000 were expected'],
    ['PSČ', '1700', 'is "1700"; five digits are expected'],
    ['Platí Od', '2011-02-30T00:00:00', 'is "2011-02-30T00:00:00"; YYYY-MM-DDThh:mm:ss is expected'],
    ['Platí Od', '1.7.2011', 'is "1.7.2011"; YYYY-MM-DDThh:mm:ss is expected'],
    ['Souřadnice Y', '', 'is empty while Souřadnice X is given'],
    ['Souřadnice X', '', 'is empty while Souřadnice Y is given'],
    ['Souřadnice Y', '741928,31', 'is "741928,31"; positive metres with a decimal dot are expected'],
    ['Souřadnice Y', '-741928.31', 'is "-741928.31"; positive metres with a decimal dot are expected'],
    ['Souřadnice X', 'x', 'is "x"; positive metres with a decimal dot are expected'],
    ['Souřadnice Y', '1042585.42', 'is 1042585.42, with X 1042585.42 at longitude 10.3061107: not in Czechia'],
    ['Souřadnice X', '1442585.42', 'is 1442585.42, with Y 741928.31 at latitude 46.5272328: not in Czechia'],
  ] as const) {
    test(`a row with ${column} ${JSON.stringify(value.slice(0, 30))} is refused, naming the column`, () => {
      assert.deepEqual(convert(withColumn(column, value), PRAHA), new RowProblem(column, reason))
    })
  }

  test('swapped coordinates are refused', () => {
    const problem = convert(HRAD.replace('744384.54;1042569.73', '1042569.73;744384.54'), PRAHA)
    assert.ok(problem instanceof RowProblem)
    assert.equal(problem.field, 'Souřadnice Y')
  })
})
