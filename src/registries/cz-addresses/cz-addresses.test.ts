import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Address } from '../../records/address.ts'
import { cases } from '../../stdx/testing/cases.ts'
import { buildZip } from '../../stdx/testing/zip.ts'
import { encodeWindows1250 } from '../../stdx/windows-1250.ts'
import {
  COUNTIES,
  EVERY_COLUMN,
  encodeCsv,
  HEADER,
  HEADER_2020,
  HIERARCHY,
  HRAD,
  lists,
  POINTS_NAME,
  pointsZip,
  REGIONS,
  TESTOV,
  TROJANOVICE,
} from '../testing/cz-addresses.ts'
import { callsOf, type Files, readFiles, setInWords } from '../testing/read-files.ts'
import { type Recording, recordingSink } from '../testing/recording-sink.ts'
import { writeSourceFiles } from '../testing/source-files.ts'
import { czAddresses } from './cz-addresses.ts'

const PRAHA = { '554782': [HEADER, HRAD, EVERY_COLUMN] }

const read = (files: Files, recording?: Recording) => readFiles(czAddresses, files, recording)

const places = ({ records }: Recording) =>
  [...records].map(([key, record]) => {
    const { county, countyCode, region, regionCode } = record as Address
    return [key, county, countyCode, region, regionCode]
  })

/** With a list that is not needed. */
const ALL = { [POINTS_NAME]: await pointsZip(PRAHA), 'UI_OBEC.zip': 'PK\u0003\u0004', ...(await lists()) }
const VILLAGE = { [POINTS_NAME]: await pointsZip({ '599999': [HEADER, TROJANOVICE] }) }

test('one full set is made, dated by the name of the points, lists first', async () => {
  const names = `20260731_strukt_ADR.csv.zip, UI_OKRES.zip, UI_VUSC.zip, UI_OBEC.zip, ${POINTS_NAME}`
  const sets = await czAddresses.arrange(writeSourceFiles(ALL), {})
  assert.deepEqual(sets.map(setInWords), [`cz-addresses, full, complete, of 2026-07-31: ${names}`])
})

describe('read', () => {
  test('joins okres and kraj by část obce, uses the current name, and expects no okres in Praha', async () => {
    const points = await pointsZip({ '599999': [HEADER, TROJANOVICE], ...PRAHA })
    const recording = await read({ [POINTS_NAME]: points, ...(await lists()) })
    assert.deepEqual(places(recording), [
      [21690278, null, null, 'Hlavní město Praha', '19'],
      [25958895, null, null, 'Hlavní město Praha', '19'],
      [8338752, 'Nový Jičín', '3804', 'Moravskoslezský kraj', '132'],
    ])
    assert.deepEqual([recording.rejects, [...recording.missing]], [[], []])
  })

  test('lists may be unzipped and in UTF-8', async () => {
    const { '20260731_strukt_ADR.csv.zip': hierarchy } = await lists()
    const unzipped = { 'UI_OKRES.csv': encodeCsv(COUNTIES), 'UI_VUSC.csv': REGIONS.join('\n') }
    const recording = await read({ ...VILLAGE, '20260731_strukt_ADR.csv.zip': hierarchy!, ...unzipped })
    assert.deepEqual(places(recording), [[8338752, 'Nový Jičín', '3804', 'Moravskoslezský kraj', '132']])
  })

  test('a part that strukt_ADR lacks has another label than a missing strukt_ADR', async () => {
    const points = await pointsZip({ '500011': [HEADER, TESTOV] })
    const recording = await read({ [POINTS_NAME]: points, ...(await lists()) })
    assert.deepEqual([...recording.missing], [['okres and kraj: část obce not in strukt_ADR', 1]])
  })

  const [STRUCTURE, OKRES, VUSC] = ['20260731_strukt_ADR.csv.zip', 'UI_OKRES.zip', 'UI_VUSC.zip']
  for (const [without, expected, loss] of [
    [[STRUCTURE, OKRES, VUSC], [null, null, null, null], 'okres and kraj: strukt_ADR was not given'],
    [[OKRES], [null, '3804', 'Moravskoslezský kraj', '132'], 'name of okres: UI_OKRES was not given'],
    [[VUSC], ['Nový Jičín', '3804', null, '132'], 'name of kraj: UI_VUSC was not given'],
  ] as const) {
    test(`without ${without.join(' and ')} the row is read and the loss is counted`, async () => {
      const given = Object.entries({ ...VILLAGE, ...(await lists()) })
      const files = given.filter(([name]) => !(without as readonly string[]).includes(name))
      const recording = await read(Object.fromEntries(files))
      assert.deepEqual(places(recording), [[8338752, ...expected]])
      assert.deepEqual([...recording.missing], [[loss, 1]])
    })
  }

  test('reads the header of 2020, several municipalities, and one without addresses', async () => {
    const points = await pointsZip({ '1': [HEADER_2020, HRAD], '2': [HEADER_2020], '3': [HEADER_2020, TESTOV] })
    const recording = await read({ [POINTS_NAME]: points })
    assert.deepEqual([...recording.records.keys()], [21690278, 99000002])
    assert.equal((recording.records.get(21690278) as Address).postalDistrict, 'Praha 1')
  })

  for (const [what, newline] of Object.entries({ CRLF: '\r\n', LF: '\n' })) {
    test(`reads rows that end in ${what}, and passes over members that are no tables`, async () => {
      const table = (lines: readonly string[]) => encodeWindows1250(`${lines.join(newline)}${newline}`)
      const store = Buffer.alloc(6148, 1)
      const clutter = {
        'README.txt': 'Popis',
        '.DS_Store': store,
        'CSV/.DS_Store': store,
        '__MACOSX/._README.txt': 'x',
      }
      const files = {
        [POINTS_NAME]: await buildZip({
          ...clutter,
          'CSV/20260731_OB_599999_ADR.csv': table([HEADER_2020, TROJANOVICE]),
          '__MACOSX/CSV/._20260731_OB_599999_ADR.csv': 'x',
          'CSV/20260731_OB_554782_ADR.csv': table([HEADER_2020, HRAD]),
        }),
        '20260731_strukt_ADR.csv.zip': await buildZip({
          ...clutter,
          'strukturovane-CSV/vazby-cr.csv': table(HIERARCHY),
          '__MACOSX/strukturovane-CSV/._vazby-cr.csv': 'x',
        }),
        'UI_OKRES.zip': await buildZip({ ...clutter, 'UI_OKRES.csv': table(COUNTIES), '__MACOSX/._UI_OKRES.csv': 'x' }),
        'UI_VUSC.zip': await buildZip({ ...clutter, 'UI_VUSC.csv': table(REGIONS) }),
      }
      const recording = await read(files)
      assert.deepEqual(places(recording), [
        [8338752, 'Nový Jičín', '3804', 'Moravskoslezský kraj', '132'],
        [21690278, null, null, 'Hlavní město Praha', '19'],
      ])
      assert.equal((recording.records.get(21690278) as Address).postalDistrict, 'Praha 1')
      assert.deepEqual([recording.rejects, [...recording.missing]], [[], []])
    })
  }

  test('a bad row is rejected with its file, line and text, and the others are read', async () => {
    const rows = cases<[string, string | null, string, string]>`
      ${TESTOV.replace('č.ev.', 'č.x.')}          | 99000002 | Typ SO  | is "č.x."; č.p. or č.ev. is expected
      12;34                                       | ${null}  | row     | has 2 fields, the header has 19
      ${TESTOV.replace('Testov;', '"Testov"x;')}  | ${null}  | row     | text follows a closing quote
      ${TESTOV.replace('99000002', 'ADM')}        | ${null}  | Kód ADM | is "ADM"; digits are expected
      ${`7;${'x'.repeat(3000)}`}                  | ${null}  | row     | has 2 fields, the header has 19
    `
    const points = await pointsZip({ '500011': [HEADER, ...rows.map(([row]) => row), TESTOV] })
    const recording = await read({ [POINTS_NAME]: points })
    const file = `${POINTS_NAME}/CSV/20260731_OB_500011_ADR.csv`
    assert.deepEqual([...recording.records.keys()], [99000002])
    assert.deepEqual(
      recording.rejects,
      rows.map(([row, key, field, reason], i) => ({ file, line: i + 2, key, field, reason, row: row.slice(0, 2000) })),
    )
  })

  test('a header may be quoted', async () => {
    const quoted = HEADER.split(';').map((name) => `"${name}"`)
    const points = await pointsZip({ '500011': [quoted.join(';'), TESTOV] })
    assert.deepEqual([...(await read({ [POINTS_NAME]: points })).records.keys()], [99000002])
  })

  test('a large municipality is read in slices, and the reader waits for the consumer between them', async () => {
    const rows = Array.from({ length: 6000 }, (_, i) => TESTOV.replace('99000002', String(1000000 + i)))
    const files = writeSourceFiles({ [POINTS_NAME]: await pointsZip({ '500011': [HEADER, ...rows] }) })
    const { sink, records } = recordingSink()
    const [set] = await czAddresses.arrange(files, {})
    const seen: number[] = []
    await czAddresses.read(set!, { ...sink, drain: async () => void seen.push(records.size) })
    assert.equal(records.size, 6000)
    assert.ok(seen.some((count) => 0 < count && count < 6000))
  })

  test('a known row is not read again', async () => {
    const files = { [POINTS_NAME]: await pointsZip(PRAHA) }
    const first = await read(files)
    const second = await read(files, recordingSink(new Set([first.rows[0]!])))
    assert.deepEqual([...second.records.keys()], [25958895])
    assert.equal(first.rows.length, 2)
  })

  test('the sink receives lists and header before the first row, and the number of bytes', async () => {
    const files = writeSourceFiles(ALL)
    const texts = [HIERARCHY[0]!, COUNTIES[0]!, REGIONS[0]!].map((text) => text.slice(0, 12))
    const header = HEADER.slice(0, 12)
    assert.deepEqual(await callsOf(czAddresses, files), [...texts, POINTS_NAME, header, '21690278', '25958895'])
  })
})
