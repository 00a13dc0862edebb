import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { writeTestFiles } from '../../stdx/testing/write-test-files.ts'
import type { SourceFile } from '../registry.ts'
import { type Recording, recordingSink } from '../testing/recording-sink.ts'
import {
  CSV_HEADER,
  CSV_OLD_HEADER,
  CSV_OLD_ROW,
  CSV_TOWN,
  CSV_VILLAGE,
  RAGEO_CRS,
  RUZINOVSKA,
  SIKENICKA,
} from '../testing/sk-addresses.ts'
import { skAddresses } from './sk-addresses.ts'

type Files = Readonly<Record<string, string | Uint8Array>>

function written(files: Files): SourceFile[] {
  const names = Object.keys(files)
  return writeTestFiles(files).map((path, i) => ({
    path,
    name: names[i]!,
    bytes: 1,
    fetchedAt: '2026-09-01T00:00:00.000Z',
  }))
}

async function read(files: Files, recording = recordingSink()): Promise<Recording> {
  for (const set of await skAddresses.arrange(written(files), {})) await skAddresses.read(set, recording.sink)
  return recording
}

function collection(...features: string[]): string {
  return `{"type":"FeatureCollection","name":"address_by_nuts3",${RAGEO_CRS},"features":[\n${features.join(',\n')}\n]}\n`
}

const CSV = `${CSV_HEADER}\n${CSV_VILLAGE}\n`
const BRATISLAVA = 'address_by_nuts3_SK010.geojson'
const NITRA = 'address_by_nuts3_SK023.geojson'

describe('arrange', () => {
  test('distinguishes the CSV from the regions by content and makes a set of each', async () => {
    const files = written({
      [NITRA]: collection(SIKENICKA),
      'Adresy 2026-08-21.csv': CSV,
      [BRATISLAVA]: collection(RUZINOVSKA),
    })
    const sets = await skAddresses.arrange(files, {})
    assert.deepEqual(
      sets.map(({ dataset, scope, coverage, complete, observedOn, files }) => [
        dataset.name,
        scope,
        coverage,
        complete,
        observedOn,
        files[0]!.name,
      ]),
      [
        ['sk-addresses-csv', '', 'full', true, '2026-08-21', 'Adresy 2026-08-21.csv'],
        ['sk-addresses-rageo', 'SK010', 'full', true, null, BRATISLAVA],
        ['sk-addresses-rageo', 'SK023', 'full', true, null, NITRA],
      ],
    )
  })

  test('has no day if the name of the CSV has none', async () => {
    for (const name of ['adresy.csv', 'adresy-2026-02-30.csv', '12026-08-21.csv']) {
      assert.equal((await skAddresses.arrange(written({ [name]: CSV }), {}))[0]!.observedOn, null)
    }
  })

  const eight = 'give the eight files address_by_nuts3_*.geojson instead'
  const other =
    'neither begins with a { as the GeoJSON of RAGEO does, nor names the column IDENTIFIKATOR as the national CSV does; it is the file of another source'
  const noRegion =
    'does not say its region; keep the name under which the register publishes it, such as address_by_nuts3_SK010.geojson'
  for (const [what, files, message] of [
    ['an empty file', { 'a.csv': '' }, 'a.csv: the file is empty; fetch it again'],
    ['a packed file', { 'a.zip': 'PK\u0003\u0004' }, 'a.zip: is packed; unpack it first: unzip a.zip'],
    [
      'a gzip file',
      { 'a.csv.gz': Buffer.from([0x1f, 0x8b, 8]) },
      'a.csv.gz: is packed; unpack it first: gunzip a.csv.gz',
    ],
    [
      'a CSV of RES',
      { 'res_data.csv': 'ICO,OKRESLAU,FIRMA\n' },
      'res_data.csv: is a table of RES. Import it with `regista import cz-res`',
    ],
    [
      'a CSV in UTF-16',
      { 'a.csv': Buffer.from(`\ufeff${CSV}`, 'utf16le') },
      'a.csv: is in UTF-16, in which no register publishes. Fetch the file again and do not save it anew',
    ],
    [
      'a web page',
      { 'a.csv': '<!DOCTYPE html>' },
      'a.csv: is a web page. The server sent it instead of the data. Check the address and fetch the file again',
    ],
    ['a file of no known source', { 'a.csv': 'a;b\n' }, `a.csv, line 1: ${other}`],
    ['two CSVs', { 'a.csv': CSV, 'b.csv': CSV }, 'b.csv: is a second national CSV besides a.csv; give the newer one'],
    [
      'a county',
      { 'address_by_lau1_SK0102.geojson': collection() },
      `address_by_lau1_SK0102.geojson: repeats a part of the file of a region; ${eight}`,
    ],
    [
      'a municipality',
      { 'address_by_lau2_SK0102529320.geojson': collection() },
      `address_by_lau2_SK0102529320.geojson: repeats a part of the file of a region; ${eight}`,
    ],
    [
      'streets',
      { 'street_by_nuts3_SK010.geojson': collection() },
      `street_by_nuts3_SK010.geojson: holds no addresses; ${eight}`,
    ],
    ['regions', { 'nuts3.geojson': collection() }, `nuts3.geojson: holds no addresses; ${eight}`],
    [
      'an unknown region',
      { 'address_by_nuts3_SK099.geojson': collection() },
      `address_by_nuts3_SK099.geojson: ${noRegion}`,
    ],
    ['metadata', { 'address_by_nuts3_SK010.json': '{"@graph":[]}' }, `address_by_nuts3_SK010.json: ${noRegion}`],
    ['a renamed file', { 'ba.geojson': collection() }, `ba.geojson: ${noRegion}`],
  ] as const) {
    test(`refuses ${what}`, async () => {
      await assert.rejects(skAddresses.arrange(written(files), {}), { name: 'InputError', message })
    })
  }

  test('refuses a repeated region', async () => {
    const files = [...written({ [NITRA]: collection() }), ...written({ [NITRA]: collection() })]
    const message = `${NITRA}: region SK023 is given twice; give it once`
    await assert.rejects(skAddresses.arrange(files, {}), { name: 'InputError', message })
  })
})

describe('read', () => {
  test('reads the rows of the CSV with and without CRLF and a byte order mark, and looks each up by its bytes', async () => {
    for (const text of [
      `${CSV_HEADER}\n${CSV_VILLAGE}\n${CSV_TOWN}\n`,
      `\ufeff${CSV_HEADER}\r\n${CSV_VILLAGE}\r\n${CSV_TOWN}`,
    ]) {
      const { records, rejects, rows } = await read({ 'a.csv': text })
      assert.deepEqual([...records.keys()], [230123, 710106287])
      assert.deepEqual(rejects, [])
      assert.deepEqual(
        rows,
        [CSV_VILLAGE, CSV_TOWN].map((row) => Buffer.from(row).toString('latin1')),
      )
    }
  })

  test('finds the columns of the CSV by their names', async () => {
    const reversed = [CSV_HEADER, CSV_VILLAGE].map((row) => row.split(';').reverse().join(';')).join('\n')
    const [one, other] = [await read({ 'a.csv': CSV }), await read({ 'a.csv': reversed })]
    assert.deepEqual(other.records, one.records)
  })

  test('reads the older CSV with commas', async () => {
    const { records, rejects } = await read({ 'a.csv': `${CSV_OLD_HEADER}\r\n${CSV_OLD_ROW}\r\n` })
    assert.deepEqual([...records.keys()], [334])
    assert.deepEqual(rejects, [])
  })

  test('reads the features of a region', async () => {
    const { records, rejects } = await read({ [BRATISLAVA]: collection(RUZINOVSKA), [NITRA]: collection(SIKENICKA) })
    assert.deepEqual([...records.keys()], [710106287, 550000])
    assert.deepEqual(rejects, [])
  })

  test('reads the coordinates as degrees if the file names no reference system', async () => {
    assert.equal((await read({ [NITRA]: `{"features":[${SIKENICKA}]}` })).records.size, 1)
  })

  test('does not parse known rows and features', async () => {
    const known = '"SK023" was known when it was right'
    const recording = recordingSink(new Set(['x;y', `{${known}}`]))
    await read({ 'a.csv': `${CSV_HEADER}\nx;y\n`, [NITRA]: collection(`{${known}}`) }, recording)
    assert.deepEqual(recording.rows, ['x;y', `{${known}}`])
    assert.deepEqual([recording.records.size, recording.rejects.length], [0, 0])
  })

  test('skips points of either form that have no number at all, and counts them', async () => {
    const { records, rejects, skipped } = await read({
      'a.csv': `${CSV_HEADER}\n${CSV_VILLAGE.replace(';142;', ';0;')}\n${CSV_TOWN}\n`,
      [NITRA]: collection(SIKENICKA.replace('"142"', '"0"')),
    })
    assert.deepEqual([[...records.keys()], rejects], [[710106287], []])
    assert.deepEqual([...skipped], [['registration number 0 and no orientation number', 2]])
  })

  test('rejects single rows of the CSV with line and raw row', async () => {
    const long = `5;${'x'.repeat(3000)}`
    const { records, rejects } = await read({
      'a.csv': `${CSV_HEADER}\n7;8\n${CSV_VILLAGE}\n${CSV_VILLAGE.replace('Badín;Badín', ';Badín')}\n9;"a"b;c\n${long}\n${CSV_TOWN}`,
    })
    assert.deepEqual([...records.keys()], [230123, 710106287])
    const place = { file: 'a.csv', key: null, field: 'row' }
    assert.deepEqual(rejects, [
      { ...place, line: 2, reason: 'has 2 fields; 11 were expected', row: '7;8' },
      {
        file: 'a.csv',
        line: 4,
        key: '2301233',
        field: 'OBEC',
        reason: 'is empty',
        row: CSV_VILLAGE.replace('Badín;Badín', ';Badín'),
      },
      { ...place, line: 5, reason: 'text follows a closing quote', row: '9;"a"b;c' },
      { ...place, line: 6, reason: 'has 2 fields; 11 were expected', row: long.slice(0, 2000) },
    ])
  })

  test('rejects single features with line, number and raw feature', async () => {
    const noName = '{"properties":{"identifier":"8","nuts3_id":"SK023","propertyregistrationnumber":"1"}}'
    const broken = '{"properties":{"nuts3_id":"SK023",}}'
    const { records, rejects, missing } = await read({
      [NITRA]: collection(SIKENICKA.replace('"postalcode":""', '"postalcode":"1"'), noName, broken, '{}'),
    })
    assert.deepEqual([...records.keys()], [550000])
    assert.deepEqual([...missing], [['postalcode is not five digits', 1]])
    assert.deepEqual(rejects, [
      { file: NITRA, line: 7, record: 2, key: '8', field: 'lau2_name', reason: 'is missing', row: noName },
      { file: NITRA, line: 8, record: 3, key: null, field: 'feature', reason: 'is not valid JSON', row: broken },
      { file: NITRA, line: 9, record: 4, key: null, field: 'properties', reason: 'is missing', row: '{}' },
    ])
  })
})

describe('a file that cannot be used is one error', () => {
  const columns = CSV_HEADER.replaceAll(';', ', ')
  const otherRegion = (line: number, feature: number, region: string) =>
    `${NITRA}, line ${line}, column nuts3_id: feature ${feature} is of region ${region}, but the name of the file says SK023; fetch the file again and keep its name`
  for (const [what, files, message] of [
    [
      'lacks a column',
      { 'a.csv': CSV.replace(';PSC', '') },
      `a.csv, line 1, column PSC: is missing; the columns are ${columns.replace(', PSC', '')}`,
    ],
    [
      'has a column that we do not know',
      { 'a.csv': CSV.replace(';PSC', ';PSC;POSTA') },
      'a.csv, line 1, column POSTA: is an unknown column; the file format may have changed',
    ],
    ['has a column twice', { 'a.csv': CSV.replace(';PSC', ';PSC;PSC') }, 'a.csv, line 1, column PSC: occurs twice'],
    [
      'is a CSV in another encoding',
      {
        'a.csv': Buffer.from(
          `${CSV_HEADER}\n${CSV_VILLAGE.replaceAll('í', '\xed').replaceAll(/[^ -\xff]/g, '?')}\n`,
          'latin1',
        ),
      },
      'a.csv, line 2: is not valid utf-8; the file has another encoding or is damaged',
    ],
    [
      'is a CSV cut inside a row',
      { 'a.csv': (CSV + CSV_VILLAGE).slice(0, -20) },
      'a.csv, line 3: the file ends in the middle of a row: it was cut off. Fetch it again',
    ],
    [
      'is a CSV with a quote that is not closed',
      { 'a.csv': `${CSV}${CSV_VILLAGE.replace(';Badín', ';"Badín')}\n${CSV_TOWN}\n` },
      'a.csv, line 3: a quoted field goes over 1 lines: a quote is not closed',
    ],
    [
      'is a CSV cut inside quotes',
      { 'a.csv': CSV + CSV_TOWN.slice(0, 55) },
      'a.csv, line 3: a quoted field has no end; the file may be cut off',
    ],
    [
      'is GeoJSON cut inside a feature',
      { [NITRA]: collection(SIKENICKA, SIKENICKA).slice(0, 900) },
      `${NITRA}, line 7: the file ends here, after record 1: it is cut off, fetch it again`,
    ],
    [
      'is GeoJSON with something behind it',
      { [NITRA]: `${collection(SIKENICKA)}${collection(SIKENICKA)}` },
      `${NITRA}, line 8: found "{" after record 1, but the end of the file was expected`,
    ],
    [
      'is the RPO unpacked',
      { [NITRA]: '{"exportDate":"2026-07-09","results":[{}]}' },
      `${NITRA}: is an export of the RPO. Import it with \`regista import sk-rpo\``,
    ],
    ['is of another region', { [NITRA]: collection(SIKENICKA, RUZINOVSKA) }, otherRegion(7, 2, 'SK010')],
    [
      'is of another region, though it mentions its own',
      { [NITRA]: collection(RUZINOVSKA.replace('"5346/1B"}', '"SK023"}')) },
      otherRegion(2, 1, 'SK010'),
    ],
    [
      'is GeoJSON in another reference system',
      { [NITRA]: collection(SIKENICKA).replace('urn:ogc:def:crs:OGC:1.3:CRS84', 'urn:ogc:def:crs:EPSG::5514') },
      `${NITRA}, column crs: is {"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::5514"}}; urn:ogc:def:crs:OGC:1.3:CRS84 was expected`,
    ],
    [
      'says so only at its end',
      { [NITRA]: `{"features":[],"crs":"EPSG:5514"}` },
      `${NITRA}, column crs: is "EPSG:5514"; urn:ogc:def:crs:OGC:1.3:CRS84 was expected`,
    ],
    [
      'is GeoJSON in another encoding',
      { [NITRA]: Buffer.from(collection(SIKENICKA), 'latin1') },
      `${NITRA}, line 2: is not valid utf-8; the file has another encoding or is damaged`,
    ],
  ] as const satisfies readonly (readonly [string, Files, string])[]) {
    test(`when it ${what}`, async () => {
      await assert.rejects(read(files), { name: 'InputError', message })
    })
  }

  test('when a known feature of another region stands in it', async () => {
    const recording = recordingSink(new Set([Buffer.from(RUZINOVSKA).toString('latin1')]))
    await assert.rejects(read({ [NITRA]: collection(RUZINOVSKA) }, recording), { message: otherRegion(2, 1, 'SK010') })
  })
})
