import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import {
  encodeCsv,
  lists,
  HEADER as POINT_HEADER,
  POINTS_NAME,
  pointsZip,
  TESTOV,
  TROJANOVICE,
} from '../../registries/testing/cz-addresses.ts'
import {
  EVERY_COLUMN,
  FORMS,
  LESNI_SPRAVA,
  HEADER as RES_HEADER,
  resData,
  SOLE_TRADER,
} from '../../registries/testing/cz-res.ts'
import { archiveOf, documentOf, PREPYCHY, EVERY_FIELD as VR_EVERY_FIELD } from '../../registries/testing/cz-vr.ts'
import { CSV_HEADER, CSV_TOWN, CSV_VILLAGE, RAGEO_CRS, RUZINOVSKA } from '../../registries/testing/sk-addresses.ts'
import { SLOVNAFT } from '../../registries/testing/sk-rpo.ts'
import { cases } from '../../stdx/testing/cases.ts'
import { writeTestFiles } from '../../stdx/testing/write-test-files.ts'
import { buildZip } from '../../stdx/testing/zip.ts'
import { inspectPaths, inspectWritten } from '../testing/inspect-written.ts'
import type { Inspection } from './inspection.ts'

const RES = 'res_data.csv'
const SK_CSV = 'adresy_2026-08-21.csv'
const VREO = 'ares_vreo_all.tar.gz'
const DAILY = 'actual_2026-07-09.json.gz'
const part = (number: number) => `init_2026-06-06_00${number}.json.gz`
const A_COMPANY = '{"id":2,"identifiers":[{"value":"2"}],"fullNames":[{"value":"A"}]}'
const init = (...records: string[]) => gzipSync(`{"exportDate":"2026-06-06","results":[${records.join(',\n')}]}`)
const skCsv = (...rows: string[]) => [CSV_HEADER, ...rows].map((row) => `${row}\n`).join('')
const features = (...all: string[]) => `{"type":"FeatureCollection",${RAGEO_CRS},"features":[${all.join(',\n')}]}`
const BAD_ROW = CSV_TOWN.replace('17,17', 'east')
const archive = archiveOf({ '65666232.xml': documentOf(PREPYCHY), '00654321.xml': documentOf(VR_EVERY_FIELD) })

const ONE = 'CSV/20260731_OB_1_ADR.csv'
const latin = Buffer.from(encodeCsv([TESTOV]).toString('latin1').replace('Testov-Sever', '\xa9umice'), 'latin1')
const twoEncodings = await buildZip({
  [ONE]: Buffer.concat([encodeCsv([POINT_HEADER]), latin, encodeCsv([TROJANOVICE])]),
})
const renamed = skCsv(CSV_VILLAGE).replace('KRAJ;OKRES', 'NOVE;OKRES').replace('PSC', 'PSC_NOVE')
const withDic = resData([`${LESNI_SPRAVA},x`, `${EVERY_COLUMN},x`], `${RES_HEADER},DIC`)
const withoutIczuj = resData([withoutColumn(LESNI_SPRAVA, 'ICZUJ')], withoutColumn(RES_HEADER, 'ICZUJ', true))
const twoDays = resData([LESNI_SPRAVA, EVERY_COLUMN.replace('2026-09-15', '2026-08-31')])
const stubs = archiveOf({ '06719937.xml': documentOf(), '06719938.xml': documentOf() })
const daily = (day: string) => gzipSync(`{"exportDate":"${day}","results":[${SLOVNAFT}]}`)
const wrongList = {
  [POINTS_NAME]: await pointsZip({ '500011': [POINT_HEADER, TESTOV] }),
  ...(await lists()),
  'UI_OKRES.zip': await buildZip({ 'a.csv': 'KOD;JMENO\n1;x\n' }),
}

type Files = Readonly<Record<string, string | Uint8Array>>

/** What must be found out about the files, though they are refused: unless it is nothing, with its value. */
type Also = readonly [find: (inspection: Inspection) => unknown, expected: unknown] | null

const records = (count: number): Also => [({ sets }) => sets[0]!.records, count]
const fieldsOf = ({ files }: Inspection) => files[0]!.description!.fields!
const DIC: Also = [(found) => [fieldsOf(found).unknown, found.sets[0]!.records], [['DIC'], 2]]
const ICZUJ: Also = [(found) => [fieldsOf(found).missing, found.sets[0]!.records], [['ICZUJ'], 1]]
const NOVE: Also = [
  (found) => [fieldsOf(found).missing.join(), fieldsOf(found).unknown.join(), found.reasons.length],
  ['KRAJ,PSC', 'NOVE,PSC_NOVE', 4],
]
const CUT: Also = [({ sets }) => [sets[0]!.rows, sets[0]!.records, sets[0]!.readToEnd], [2, 1, false]]
const ADRBOD: Also = [
  ({ sets: [set] }) => [set!.rejectedBy, set!.firstRejects.map(({ file, line, field }) => [file, line, field])],
  [[{ field: 'ADRBOD_X', rows: 1 }], [[SK_CSV, 3, 'ADRBOD_X']]],
]
const ONE_PART: Also = [({ files, sets }) => [files[1]!.rows, sets[0]!.records >= 1], [1, true]]

describe('a file that an import refuses is inspected to its end, with the reason:', () => {
  for (const [name, source, files, reason, also] of cases<[string, string, Files, string, Also]>`
    a web page                    | cz-res       | ${{ [RES]: '<!DOCTYPE html><html>' }} | res_data.csv: is a web page | ${null}
    a packed file                 | cz-res       | ${{ 'res_data.csv.gz': gzipSync(resData([LESNI_SPRAVA])) }} | res_data.csv.gz: is packed; unpack it first: gunzip res_data.csv.gz | ${null}
    another source's file         | sk-addresses | ${{ [RES]: resData([LESNI_SPRAVA]) }} | res_data.csv: is a table of RES. Import it with \`regista import cz-res\` | ${null}
    an empty file                 | cz-vr        | ${{ [VREO]: '' }}               | is empty. Fetch it again | ${null}
    an extra column, and the rows are read all the same | cz-res | ${{ [RES]: withDic }} | res_data.csv, line 1, column DIC: is an unknown column | ${DIC}
    a missing column, and the rows are read all the same | cz-res | ${{ [RES]: withoutIczuj }} | res_data.csv, line 1, column ICZUJ: is missing | ${ICZUJ}
    two columns missing and one new: each is named | sk-addresses | ${{ [SK_CSV]: renamed }} | column PSC: is missing | ${NOVE}
    a file cut off in a row       | sk-addresses | ${{ [SK_CSV]: skCsv(CSV_VILLAGE, CSV_TOWN).slice(0, -30) }} | line 3: the file ends in the middle of a row: it was cut off | ${CUT}
    a gzip file cut off           | cz-vr        | ${{ [VREO]: archive.subarray(0, -40) }} | ares_vreo_all.tar.gz: the gzip file is cut off; fetch it again | ${null}
    another encoding, and the rows after it are read | cz-addresses | ${{ [POINTS_NAME]: twoEncodings }} | line 2, column Název části obce: is "©umice": the file is in another encoding than windows-1250 | ${records(2)}
    too many refused rows         | sk-addresses | ${{ [SK_CSV]: skCsv(CSV_VILLAGE, BAD_ROW) }} | 1 of 2 rows were rejected, more than 1 % | ${ADRBOD}
    a header without rows         | sk-addresses | ${{ [SK_CSV]: skCsv() }}        | the set has no records | ${null}
    an archive of stubs           | cz-vr        | ${{ [VREO]: stubs }}            | the set has no records | ${[({ sets }: Inspection) => sets[0]!.counts.skipped, 2]}
    a missing part of an init, and the others are read | sk-rpo | ${{ [part(1)]: init(SLOVNAFT), [part(3)]: init(A_COMPANY) }} | ${part(2)}: is missing: the parts of an init are imported together | ${records(2)}
    one part cut off among several, and the others are read | sk-rpo | ${{ [part(1)]: init(SLOVNAFT).subarray(0, -20), [part(2)]: init(A_COMPANY) }} | ${part(1)}: the gzip file is cut off | ${ONE_PART}
    a daily of another day        | sk-rpo       | ${{ [DAILY]: daily('2026-07-08') }} | column exportDate: is "2026-07-08", but the name of the file says 2026-07-09 | ${records(1)}
    a daily alone                 | sk-rpo       | ${{ [DAILY]: daily('2026-07-09') }} | has only changes, but no full set is imported yet | ${null}
    two snapshots in one file     | cz-res       | ${{ [RES]: twoDays }}           | line 3, column DATPLAT: is 2026-08-31, in the first row it was 2026-09-15 | ${records(2)}
    a region under the name of another | sk-addresses | ${{ 'address_by_nuts3_SK023.geojson': features(RUZINOVSKA) }} | feature 1 is of region SK010, but the name of the file says SK023 | ${null}
    a wrong list beside good points, and the points are read | cz-addresses | ${wrongList} | UI_OKRES.zip/a.csv, line 1, column NAZEV: is missing | ${records(1)}
  `) {
    test(name, async () => {
      const inspection = await inspectWritten(source, files)
      assert.equal(inspection.accepted, false)
      const found = inspection.reasons.find((one) => one.includes(reason))
      assert.ok(found, inspection.reasons.join('\n'))
      const names = inspection.files.map(({ path }) => path.split('/').at(-1))
      assert.deepEqual(names, Object.keys(files))
      if (also !== null) assert.deepEqual(also[0](inspection), also[1])
    })
  }
})

test('a good file is accepted, with its day, columns, ranges and frequencies', async () => {
  const contents = { 'cis56.csv': FORMS.join('\n'), [RES]: resData([LESNI_SPRAVA, EVERY_COLUMN, SOLE_TRADER]) }
  const { accepted, reasons, notes, files, sets } = await inspectWritten('cz-res', contents)
  const fewer = 'the set has 3 rows, the register is known to have 3528951'
  const doubt = 'Unless only a part of it is wanted, a file was cut off or is missing'
  assert.deepEqual([accepted, reasons, notes], [true, [], [`cis56.csv and 1 more: ${fewer}. ${doubt}`]])
  const inWords = files.map(({ description, rows }) => `${description!.what}, ${description!.day}, ${rows}`)
  assert.deepEqual(inWords, ['code list of ČSÚ, null, null', 'snapshot of RES, 2026-09-15, 3'])
  const [{ values, ...set }] = sets as [Inspection['sets'][number]]
  assert.deepEqual([set.rows, set.records, set.observedOn, set.readToEnd], [3, 3, '2026-09-15', true])
  assert.deepEqual(values.keys, { from: '00000078', to: '00700015' })
  assert.deepEqual(values.ranges, [
    { field: 'establishedOn', from: '1990-01-01', to: '2001-01-01' },
    { field: 'dissolvedOn', from: '2026-08-31', to: '2026-08-31' },
    { field: 'updatedOn', from: '2024-06-07', to: '2026-09-01' },
  ])
  const mostFrequent = ['101', '112', '331'].map((value) => ({ value, records: 1 }))
  const legalForms = values.codes.find(({ field }) => field === 'legalForm')
  assert.deepEqual(legalForms, { field: 'legalForm', values: 3, mostFrequent })
  assert.equal(values.filled.find(({ field }) => field === 'naturalPerson')!.records, 1)
})

test('a file that cannot be opened does not prevent the inspection of the others', async () => {
  const [good] = writeTestFiles({ [RES]: resData([LESNI_SPRAVA]) })
  const inspection = await inspectPaths('cz-res', ['/nowhere/a.csv', import.meta.dirname, good!])
  assert.equal(inspection.sets[0]!.records, 1)
  assert.equal(inspection.accepted, false)
  assert.match(inspection.files[0]!.problem!, /no such file\. Check the path/)
  assert.match(inspection.files[1]!.problem!, /is a folder/)
})

test('a catalog that cannot be read is a note, and the files are inspected without it', async () => {
  const files = { [RES]: resData([LESNI_SPRAVA]) }
  const { notes, sets } = await inspectWritten('cz-res', files, { catalogPath: import.meta.filename })
  assert.match(notes[0]!, /^inspected without the catalog: /)
  assert.equal(sets[0]!.records, 1)
})

test('a repeated key is refused as in an import', async () => {
  const { sets, reasons } = await inspectWritten('sk-addresses', { [SK_CSV]: skCsv(CSV_VILLAGE, CSV_VILLAGE) })
  assert.equal(sets[0]!.records, 1)
  assert.match(sets[0]!.firstRejects[0]!.reason, /stands twice in this set/)
  assert.match(reasons.join(), /1 of 2 rows were rejected/)
})

test('only the first reasons and rejects are kept, and all are counted', async () => {
  const wrong = encodeCsv([POINT_HEADER, ...Array(500).fill(TESTOV)]).toString('latin1')
  let row = 0
  const text = wrong.replaceAll('Testov-Sever', () => `\xa9umice ${row++}`)
  const zip = await buildZip({ [ONE]: Buffer.from(text, 'latin1') })
  const { reasons, sets } = await inspectWritten('cz-addresses', { [POINTS_NAME]: zip })
  assert.equal(reasons.length, 21)
  assert.match(reasons.at(-1)!, /^… and 48\d more/)
  assert.equal(sets[0]!.firstRejects.length, 10)
  assert.equal(sets[0]!.counts.rejected, 499)
})

test('an interruption ends an inspection', async () => {
  const signal = AbortSignal.abort()
  await assert.rejects(inspectWritten('cz-vr', { [VREO]: archive }, { signal }), { name: 'AbortError' })
})

/** Column by its name in the header; the quoted fields of these rows hold no commas before it. */
function withoutColumn(row: string, column: string, isHeader = false): string {
  const at = RES_HEADER.split(',').indexOf(column)
  return isHeader ? row.replace(`,${column},`, ',') : row.split(',').toSpliced(at, 1).join(',')
}
