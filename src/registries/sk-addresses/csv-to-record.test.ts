import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addressWith } from '../../records/testing/bare-records.ts'
import { findColumns } from '../../stdx/columns.ts'
import { splitCsvRow } from '../../stdx/csv.ts'
import { cases } from '../../stdx/testing/cases.ts'
import { CSV_HEADER, CSV_OLD_HEADER, CSV_OLD_ROW, CSV_TOWN, CSV_VILLAGE } from '../testing/sk-addresses.ts'
import { CSV_COLUMNS, CSV_COLUMNS_ONCE, csvToRecord } from './csv-to-record.ts'
import type { AddressOutcome } from './outcome.ts'

type AddressRecord = Extract<AddressOutcome, { outcome: 'record' }>

function outcomeOf(header: string, row: string, delimiter: ';' | ',' = ';'): AddressOutcome {
  const rules = { file: 'x.csv', required: CSV_COLUMNS, optional: CSV_COLUMNS_ONCE }
  return csvToRecord(splitCsvRow(row, delimiter), findColumns(header.split(delimiter), rules))
}

describe('a row of the CSV becomes an address', () => {
  for (const [what, header, row, key, fields] of cases<[string, string, string, number, string]>`
    with every column | ${CSV_HEADER} | ${CSV_TOWN} | ${710106287} | country=sk; street=Lipová "nová"; municipality=Holíč; municipalityPart=Prietržka; postalCode=90851; registrationNumber=5346; orientationNumber=1; orientationLetter=B; county=Skalica; region=Trnavský; latitude=48.81; longitude=17.1732892943
    in a village without streets | ${CSV_HEADER} | ${CSV_VILLAGE} | ${230123} | country=sk; municipality=Badín; municipalityPart=Badín; postalCode=97632; registrationNumber=142; county=Banská Bystrica; region=Banskobystrický; latitude=48.6661543; longitude=19.121502
    of the older form, with the codes that follow from that of the municipality | ${CSV_OLD_HEADER} | ${CSV_OLD_ROW} | ${334} | country=sk; street=Hlavná; municipality=Vymyslená Lehota; municipalityCode=SK0227513881; postalCode=97101; registrationNumber=7; orientationNumber=12; county=Prievidza; countyCode=SK0227; region=Trenčiansky; regionCode=SK022; latitude=48.77; longitude=18.65
  `) {
    test(what, () => {
      const outcome = outcomeOf(header, row, header === CSV_OLD_HEADER ? ',' : ';')
      assert.deepEqual(outcome, { outcome: 'record', key, address: addressWith(fields), missing: [] })
    })
  }
})

function changed(changes: Readonly<Record<string, string>>): AddressOutcome {
  const fields = CSV_VILLAGE.split(';')
  for (const [column, value] of Object.entries(changes)) fields[CSV_HEADER.split(';').indexOf(column)] = value
  return outcomeOf(CSV_HEADER, fields.join(';'))
}

/** The record of a village with these columns. */
function recordOf(columns: Readonly<Record<string, string>>): AddressRecord {
  const outcome = changed(columns)
  assert.ok(outcome.outcome === 'record', JSON.stringify(outcome))
  return outcome
}

describe('an address', () => {
  const { address } = recordOf({})
  for (const [what, columns, fields] of [
    ['keeps a number that is not digits and letters whole', { ORIENTACNE_CISLO_CELE: '1-3' }, 'orientationNumber=1-3'],
    [
      'needs no registration number beside the other',
      { SUPISNE_CISLO: '', ORIENTACNE_CISLO_CELE: '12' },
      'registrationNumber=; orientationNumber=12',
    ],
    ['may lack its point', { ADRBOD_X: '', ADRBOD_Y: ' ' }, 'latitude=; longitude='],
    ['takes a decimal point too', { ADRBOD_X: '19.5', ADRBOD_Y: '48' }, 'latitude=48; longitude=19.5'],
    ['lies inside at the very bounds', { ADRBOD_X: '16,0', ADRBOD_Y: '50' }, 'latitude=50; longitude=16'],
    ['may lack part and county', { CAST_OBCE: '', OKRES: '' }, 'municipalityPart=; county='],
    ['may lack region and postal code', { KRAJ: '', PSC: '' }, 'region=; postalCode='],
    ['has names on one line', { OBEC: ' Horný \u00a0 Badín ' }, 'municipality=Horný Badín'],
  ] as const) {
    test(what, () => {
      const record = recordOf(columns)
      assert.deepEqual([record.address, record.missing], [addressWith(fields, address), []])
    })
  }

  test('loses an invalid postal code, and the loss is counted', () => {
    const record = recordOf({ PSC: '9763' })
    assert.equal(record.address.postalCode, null)
    assert.deepEqual(record.missing, ['PSC is not five digits'])
  })

  test('loses an invalid municipality code, and the loss is counted', () => {
    const outcome = outcomeOf(CSV_OLD_HEADER, CSV_OLD_ROW.replace('SK0227513881', '513881'), ',')
    assert.ok(outcome.outcome === 'record')
    const { municipalityCode, countyCode, regionCode } = outcome.address
    assert.deepEqual([municipalityCode, countyCode, regionCode], [null, null, null])
    assert.deepEqual(outcome.missing, ['municipalityCode is not a code of LAU2'])
  })
})

describe('a key', () => {
  for (const [published, key, labels] of [
    ['7101062870', 710106287, []],
    ['851916A', 851916, []],
    ['8519160', -(11 ** 7 + Number.parseInt('8519160', 11)), ['key has a wrong check character']],
    ['0851916A', -(11 ** 8 + Number.parseInt('851916A', 11)), ['key has a leading zero']],
    ['7', -(11 + 7), ['key has a wrong check character']],
  ] as const) {
    test(`${published} is taken${labels.length === 0 ? '' : ', and what is unusual is counted'}`, () => {
      const record = recordOf({ IDENTIFIKATOR: published })
      assert.deepEqual([record.key, record.missing], [key, labels])
    })
  }
})

describe('registration number 0', () => {
  test('is none, and is counted', () => {
    const { address, missing } = recordOf({ SUPISNE_CISLO: '0', ORIENTACNE_CISLO_CELE: '12A' })
    const fields = 'registrationNumber=; orientationNumber=12; orientationLetter=A'
    assert.deepEqual(address, addressWith(fields, recordOf({}).address))
    assert.deepEqual(missing, ['SUPISNE_CISLO is 0, which means none'])
  })

  test('is a number in every longer form', () => {
    for (const number of ['10', '00', '0A']) {
      const { address, missing } = recordOf({ SUPISNE_CISLO: number })
      assert.deepEqual([address.registrationNumber, missing], [number, []])
    }
  })

  test('without an orientation number is skipped: the point has no number at all', () => {
    const reason = 'registration number 0 and no orientation number'
    assert.deepEqual(changed({ SUPISNE_CISLO: '0' }), { outcome: 'skip', reason })
  })
})

describe('a row that cannot be used is rejected with its column', () => {
  for (const identifier of ['', '12a', '1,5', '1A2', '1234567890123456']) {
    test(`the key "${identifier}"`, () => {
      const reason = `is "${identifier}"; digits and a check character (0 to 9 or A) were expected, 15 characters at most`
      const outcome = changed({ IDENTIFIKATOR: identifier })
      assert.deepEqual(outcome, { outcome: 'reject', key: identifier || null, field: 'IDENTIFIKATOR', reason })
    })
  }

  for (const [changes, field, reason] of [
    [{ OBEC: ' ' }, 'OBEC', 'is empty'],
    [{ OBEC: 'x'.repeat(1001) }, 'OBEC', 'has 1001 characters; at most 1000 were expected'],
    [{ SUPISNE_CISLO: '' }, 'SUPISNE_CISLO', 'is empty, and so is ORIENTACNE_CISLO_CELE; one number was expected'],
    [{ ADRBOD_X: '' }, 'ADRBOD_X', 'is empty, but ADRBOD_Y is not'],
    [{ ADRBOD_Y: '' }, 'ADRBOD_Y', 'is empty, but ADRBOD_X is not'],
    [{ ADRBOD_X: '48,66', ADRBOD_Y: '19,12' }, 'ADRBOD_Y', 'is "19,12"; latitude 47 to 50 was expected'],
    [{ ADRBOD_X: '23,0001' }, 'ADRBOD_X', 'is "23,0001"; longitude 16 to 23 was expected'],
    [{ ADRBOD_X: '-417000,5', ADRBOD_Y: '48' }, 'ADRBOD_X', 'is "-417000,5"; longitude 16 to 23 was expected'],
    [{ ADRBOD_X: 'NULL' }, 'ADRBOD_X', 'is "NULL"; longitude 16 to 23 was expected'],
  ] as const) {
    test(`${JSON.stringify(changes).slice(0, 80)}: ${reason}`, () => {
      assert.deepEqual(changed(changes), { outcome: 'reject', key: '2301233', field, reason })
    })
  }
})
