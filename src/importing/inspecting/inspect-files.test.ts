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

interface Case {
  readonly name: string
  readonly source: string
  readonly files: Readonly<Record<string, string | Uint8Array>>
  /** A part of one of the reasons. */
  readonly reason: string
  /** What else must be found out about these files, though they are refused. */
  readonly also?: (inspection: Inspection) => unknown
  readonly expected?: unknown
}

const CASES: readonly Case[] = [
  {
    name: 'a web page',
    source: 'cz-res',
    files: { [RES]: '<!DOCTYPE html><html>' },
    reason: 'res_data.csv: is a web page',
  },
  {
    name: 'a packed file',
    source: 'cz-res',
    files: { 'res_data.csv.gz': gzipSync(resData([LESNI_SPRAVA])) },
    reason: 'res_data.csv.gz: is packed; unpack it first: gunzip res_data.csv.gz',
  },
  {
    name: "another source's file",
    source: 'sk-addresses',
    files: { [RES]: resData([LESNI_SPRAVA]) },
    reason: 'res_data.csv: is a table of RES. Import it with `regista import cz-res`',
  },
  { name: 'an empty file', source: 'cz-vr', files: { [VREO]: '' }, reason: 'is empty. Fetch it again' },
  {
    name: 'an extra column, and the rows are read all the same',
    source: 'cz-res',
    files: { [RES]: resData([`${LESNI_SPRAVA},x`, `${EVERY_COLUMN},x`], `${RES_HEADER},DIC`) },
    reason: 'res_data.csv, line 1, column DIC: is an unknown column',
    also: ({ files, sets }) => [files[0]!.description!.fields!.unknown, sets[0]!.records],
    expected: [['DIC'], 2],
  },
  {
    name: 'a missing column, and the rows are read all the same',
    source: 'cz-res',
    files: { [RES]: resData([withoutColumn(LESNI_SPRAVA, 'ICZUJ')], withoutColumn(RES_HEADER, 'ICZUJ', true)) },
    reason: 'res_data.csv, line 1, column ICZUJ: is missing',
    also: ({ files, sets }) => [files[0]!.description!.fields!.missing, sets[0]!.records],
    expected: [['ICZUJ'], 1],
  },
  {
    name: 'two columns missing and one new: each is named',
    source: 'sk-addresses',
    files: { [SK_CSV]: skCsv(CSV_VILLAGE).replace('KRAJ;OKRES', 'NOVE;OKRES').replace('PSC', 'PSC_NOVE') },
    reason: 'column PSC: is missing',
    also: ({ files, reasons }) => [
      files[0]!.description!.fields!.missing,
      files[0]!.description!.fields!.unknown,
      reasons.length,
    ],
    expected: [['KRAJ', 'PSC'], ['NOVE', 'PSC_NOVE'], 4],
  },
  {
    name: 'a file cut off in a row',
    source: 'sk-addresses',
    files: { [SK_CSV]: skCsv(CSV_VILLAGE, CSV_TOWN).slice(0, -30) },
    reason: 'line 3: the file ends in the middle of a row: it was cut off',
    also: ({ sets }) => [sets[0]!.rows, sets[0]!.records, sets[0]!.readToEnd],
    expected: [2, 1, false],
  },
  {
    name: 'a gzip file cut off',
    source: 'cz-vr',
    files: { [VREO]: archive.subarray(0, -40) },
    reason: 'ares_vreo_all.tar.gz: the gzip file is cut off; fetch it again',
  },
  {
    name: 'another encoding, and the rows after it are read',
    source: 'cz-addresses',
    files: {
      [POINTS_NAME]: await buildZip({
        'CSV/20260731_OB_1_ADR.csv': Buffer.concat([
          encodeCsv([POINT_HEADER]),
          Buffer.from(encodeCsv([TESTOV]).toString('latin1').replace('Testov-Sever', '\xa9umice'), 'latin1'),
          encodeCsv([TROJANOVICE]),
        ]),
      }),
    },
    reason: 'line 2, column Název části obce: is "©umice": the file is in another encoding than windows-1250',
    also: ({ sets }) => sets[0]!.records,
    expected: 2,
  },
  {
    name: 'too many refused rows',
    source: 'sk-addresses',
    files: { [SK_CSV]: skCsv(CSV_VILLAGE, BAD_ROW) },
    reason: '1 of 2 rows were rejected, more than 1 %',
    also: ({ sets }) => {
      const [{ firstRejects, rejectedBy }] = sets as [Inspection['sets'][number]]
      return [rejectedBy, firstRejects.map(({ file, line, field }) => [file, line, field])]
    },
    expected: [[{ field: 'ADRBOD_X', rows: 1 }], [[SK_CSV, 3, 'ADRBOD_X']]],
  },
  {
    name: 'a header without rows',
    source: 'sk-addresses',
    files: { [SK_CSV]: skCsv() },
    reason: 'the set has no records',
  },
  {
    name: 'an archive of stubs',
    source: 'cz-vr',
    files: { [VREO]: archiveOf({ '06719937.xml': documentOf(), '06719938.xml': documentOf() }) },
    reason: 'the set has no records',
    also: ({ sets }) => sets[0]!.counts.skipped,
    expected: 2,
  },
  {
    name: 'a missing part of an init, and the others are read',
    source: 'sk-rpo',
    files: { [part(1)]: init(SLOVNAFT), [part(3)]: init(A_COMPANY) },
    reason: `${part(2)}: is missing: the parts of an init are imported together`,
    also: ({ sets }) => sets[0]!.records,
    expected: 2,
  },
  {
    name: 'one part cut off among several, and the others are read',
    source: 'sk-rpo',
    files: { [part(1)]: init(SLOVNAFT).subarray(0, -20), [part(2)]: init(A_COMPANY) },
    reason: `${part(1)}: the gzip file is cut off`,
    also: ({ files, sets }) => [files[1]!.rows, sets[0]!.records >= 1],
    expected: [1, true],
  },
  {
    name: 'a daily of another day',
    source: 'sk-rpo',
    files: { [DAILY]: gzipSync(`{"exportDate":"2026-07-08","results":[${SLOVNAFT}]}`) },
    reason: 'column exportDate: is "2026-07-08", but the name of the file says 2026-07-09',
    also: ({ sets }) => sets[0]!.records,
    expected: 1,
  },
  {
    name: 'a daily alone',
    source: 'sk-rpo',
    files: { [DAILY]: gzipSync(`{"exportDate":"2026-07-09","results":[${SLOVNAFT}]}`) },
    reason: 'has only changes, but no full set is imported yet',
  },
  {
    name: 'two snapshots in one file',
    source: 'cz-res',
    files: { [RES]: resData([LESNI_SPRAVA, EVERY_COLUMN.replace('2026-09-15', '2026-08-31')]) },
    reason: 'line 3, column DATPLAT: is 2026-08-31, in the first row it was 2026-09-15',
    also: ({ sets }) => sets[0]!.records,
    expected: 2,
  },
  {
    name: 'a region under the name of another',
    source: 'sk-addresses',
    files: { 'address_by_nuts3_SK023.geojson': features(RUZINOVSKA) },
    reason: 'feature 1 is of region SK010, but the name of the file says SK023',
  },
  {
    name: 'a wrong list beside good points, and the points are read',
    source: 'cz-addresses',
    files: {
      [POINTS_NAME]: await pointsZip({ '500011': [POINT_HEADER, TESTOV] }),
      ...(await lists()),
      'UI_OKRES.zip': await buildZip({ 'a.csv': 'KOD;JMENO\n1;x\n' }),
    },
    reason: 'UI_OKRES.zip/a.csv, line 1, column NAZEV: is missing',
    also: ({ sets }) => sets[0]!.records,
    expected: 1,
  },
]

describe('a file that an import refuses is inspected to its end, with the reason:', () => {
  for (const { name, source, files, reason, also, expected } of CASES) {
    test(name, async () => {
      const inspection = await inspectWritten(source, files)
      assert.equal(inspection.accepted, false)
      assert.ok(
        inspection.reasons.some((one) => one.includes(reason)),
        inspection.reasons.join('\n'),
      )
      assert.deepEqual(
        inspection.files.map(({ path }) => path.split('/').at(-1)),
        Object.keys(files),
      )
      if (also !== undefined) assert.deepEqual(also(inspection), expected)
    })
  }
})

test('a good file is accepted, with its day, columns, ranges and frequencies', async () => {
  const contents = { 'cis56.csv': FORMS.join('\n'), [RES]: resData([LESNI_SPRAVA, EVERY_COLUMN, SOLE_TRADER]) }
  const { accepted, reasons, notes, files, sets } = await inspectWritten('cz-res', contents)
  const fewer = 'the set has 3 rows, the register is known to have 3528951'
  const doubt = 'Unless only a part of it is wanted, a file was cut off or is missing'
  assert.deepEqual([accepted, reasons, notes], [true, [], [`cis56.csv and 1 more: ${fewer}. ${doubt}`]])
  assert.deepEqual(
    files.map(({ description, rows }) => [description!.what, description!.day, rows]),
    [
      ['code list of ČSÚ', null, null],
      ['snapshot of RES', '2026-09-15', 3],
    ],
  )
  const [{ values, ...set }] = sets as [Inspection['sets'][number]]
  assert.deepEqual([set.rows, set.records, set.observedOn, set.readToEnd], [3, 3, '2026-09-15', true])
  assert.deepEqual(values.keys, { from: '00000078', to: '00700015' })
  assert.deepEqual(values.ranges, [
    { field: 'establishedOn', from: '1990-01-01', to: '2001-01-01' },
    { field: 'dissolvedOn', from: '2026-08-31', to: '2026-08-31' },
    { field: 'updatedOn', from: '2024-06-07', to: '2026-09-01' },
  ])
  assert.deepEqual(
    values.codes.find(({ field }) => field === 'legalForm'),
    { field: 'legalForm', values: 3, mostFrequent: ['101', '112', '331'].map((value) => ({ value, records: 1 })) },
  )
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
  const content = Buffer.from(
    wrong.replaceAll('Testov-Sever', () => `\xa9umice ${row++}`),
    'latin1',
  )
  const { reasons, sets } = await inspectWritten('cz-addresses', {
    [POINTS_NAME]: await buildZip({ 'CSV/20260731_OB_1_ADR.csv': content }),
  })
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
