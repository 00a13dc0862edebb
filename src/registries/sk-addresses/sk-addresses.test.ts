import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cases } from '../../stdx/testing/cases.ts'
import { type Files, type Refusal, readFiles, refusesFiles, setInWords } from '../testing/read-files.ts'
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
import { writeSourceFiles } from '../testing/source-files.ts'
import { skAddresses } from './sk-addresses.ts'

const read = (files: Files, recording?: Recording) => readFiles(skAddresses, files, recording)

function collection(...features: string[]): string {
  return `{"type":"FeatureCollection","name":"address_by_nuts3",${RAGEO_CRS},"features":[\n${features.join(',\n')}\n]}\n`
}

const CSV = `${CSV_HEADER}\n${CSV_VILLAGE}\n`
const BRATISLAVA = 'address_by_nuts3_SK010.geojson'
const NITRA = 'address_by_nuts3_SK023.geojson'

describe('arrange', () => {
  test('distinguishes the CSV from the regions by content and makes a set of each', async () => {
    const regions = { [NITRA]: collection(SIKENICKA), [BRATISLAVA]: collection(RUZINOVSKA) }
    const files = writeSourceFiles({ ...regions, 'Adresy 2026-08-21.csv': CSV })
    assert.deepEqual((await skAddresses.arrange(files, {})).map(setInWords), [
      'sk-addresses-csv, full, complete, of 2026-08-21: Adresy 2026-08-21.csv',
      `sk-addresses-rageo SK010, full, complete, of null: ${BRATISLAVA}`,
      `sk-addresses-rageo SK023, full, complete, of null: ${NITRA}`,
    ])
  })

  test('has no day if the name of the CSV has none', async () => {
    for (const name of ['adresy.csv', 'adresy-2026-02-30.csv', '12026-08-21.csv']) {
      assert.equal((await skAddresses.arrange(writeSourceFiles({ [name]: CSV }), {}))[0]!.observedOn, null)
    }
  })

  test('refuses a repeated region', async () => {
    const files = [1, 2].flatMap(() => writeSourceFiles({ [NITRA]: collection() }))
    const message = `${NITRA}: region SK023 is given twice; give it once`
    await assert.rejects(skAddresses.arrange(files, {}), { name: 'InputError', message })
  })
})

describe('read', () => {
  test('reads the rows of the CSV with and without CRLF and a byte order mark, and looks each up by its bytes', async () => {
    const lines = [CSV_HEADER, CSV_VILLAGE, CSV_TOWN]
    const bytes = [CSV_VILLAGE, CSV_TOWN].map((row) => Buffer.from(row).toString('latin1'))
    for (const text of [`${lines.join('\n')}\n`, `\ufeff${lines.join('\r\n')}`]) {
      const { records, rejects, rows } = await read({ 'a.csv': text })
      assert.deepEqual([[...records.keys()], rejects, rows], [[230123, 710106287], [], bytes])
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
    const unnamed = CSV_VILLAGE.replace('Badín;Badín', ';Badín')
    const rows = cases<[string, string | null, string, string]>`
      7;8                         | ${null}  | row  | has 2 fields; 11 were expected
      ${unnamed}                  | 2301233  | OBEC | is empty
      9;"a"b;c                    | ${null}  | row  | text follows a closing quote
      ${`5;${'x'.repeat(3000)}`}  | ${null}  | row  | has 2 fields; 11 were expected
    `
    const lines = [CSV_HEADER, ...rows.map(([row]) => row), CSV_VILLAGE, CSV_TOWN]
    const { records, rejects } = await read({ 'a.csv': lines.join('\n') })
    assert.deepEqual([...records.keys()], [230123, 710106287])
    const expected = rows.map(([row, key, field, reason], i) => {
      return { file: 'a.csv', line: i + 2, key, field, reason, row: row.slice(0, 2000) }
    })
    assert.deepEqual(rejects, expected)
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

const EIGHT = 'give the eight files address_by_nuts3_*.geojson instead'
const NO_REGION =
  'does not say its region; keep the name under which the register publishes it, such as address_by_nuts3_SK010.geojson'
const otherRegion = (line: number, feature: number, region: string) =>
  `${NITRA}, line ${line}, column nuts3_id: feature ${feature} is of region ${region}, but the name of the file says SK023; fetch the file again and keep its name`
const WITHOUT_PSC = CSV.replace(';PSC', '')
const LATIN = Buffer.from(CSV.replaceAll('í', '\xed').replaceAll(/[^\n -\xff]/g, '?'), 'latin1')
const CRS = 'urn:ogc:def:crs:OGC:1.3:CRS84'

/** Contents are those of a CSV. */
const REFUSED = cases<Refusal>`
  an empty file        | ${''} | a.csv: the file is empty; fetch it again
  a packed file        | ${{ 'a.zip': 'PK\u0003\u0004' }} | a.zip: is packed; unpack it first: unzip a.zip
  a gzip file          | ${{ 'a.csv.gz': Buffer.from([0x1f, 0x8b, 8]) }} | a.csv.gz: is packed; unpack it first: gunzip a.csv.gz
  a CSV of RES         | ${'ICO,OKRESLAU,FIRMA\n'} | a.csv: is a table of RES. Import it with \`regista import cz-res\`
  a CSV in UTF-16      | ${Buffer.from(`\ufeff${CSV}`, 'utf16le')} | a.csv: is in UTF-16, in which no register publishes. Fetch the file again and do not save it anew
  a web page           | ${'<!DOCTYPE html>'} | a.csv: is a web page. The server sent it instead of the data. Check the address and fetch the file again
  a file of no known source | ${'a;b\n'} | a.csv, line 1: neither begins with a { as the GeoJSON of RAGEO does, nor names the column IDENTIFIKATOR as the national CSV does; it is the file of another source
  two CSVs             | ${{ 'a.csv': CSV, 'b.csv': CSV }} | b.csv: is a second national CSV besides a.csv; give the newer one
  a county             | ${{ 'address_by_lau1_SK0102.geojson': collection() }} | address_by_lau1_SK0102.geojson: repeats a part of the file of a region; ${EIGHT}
  a municipality       | ${{ 'address_by_lau2_SK0102529320.geojson': collection() }} | address_by_lau2_SK0102529320.geojson: repeats a part of the file of a region; ${EIGHT}
  streets              | ${{ 'street_by_nuts3_SK010.geojson': collection() }} | street_by_nuts3_SK010.geojson: holds no addresses; ${EIGHT}
  regions              | ${{ 'nuts3.geojson': collection() }} | nuts3.geojson: holds no addresses; ${EIGHT}
  an unknown region    | ${{ 'address_by_nuts3_SK099.geojson': collection() }} | address_by_nuts3_SK099.geojson: ${NO_REGION}
  metadata             | ${{ 'address_by_nuts3_SK010.json': '{"@graph":[]}' }} | address_by_nuts3_SK010.json: ${NO_REGION}
  a renamed file       | ${{ 'ba.geojson': collection() }} | ba.geojson: ${NO_REGION}
  a CSV that lacks a column | ${WITHOUT_PSC} | a.csv, line 1, column PSC: is missing; the columns are ${CSV_HEADER.replace(';PSC', '').replaceAll(';', ', ')}
  a CSV with a column that we do not know | ${CSV.replace(';PSC', ';PSC;POSTA')} | a.csv, line 1, column POSTA: is an unknown column; the file format may have changed
  a CSV with a column twice | ${CSV.replace(';PSC', ';PSC;PSC')} | a.csv, line 1, column PSC: occurs twice
  a CSV in another encoding | ${LATIN} | a.csv, line 2: is not valid utf-8; the file has another encoding or is damaged
  a CSV cut inside a row | ${(CSV + CSV_VILLAGE).slice(0, -20)} | a.csv, line 3: the file ends in the middle of a row: it was cut off. Fetch it again
  a CSV with a quote that is not closed | ${`${CSV}${CSV_VILLAGE.replace(';Badín', ';"Badín')}\n${CSV_TOWN}\n`} | a.csv, line 3: a quoted field goes over 1 lines: a quote is not closed
  a CSV cut inside quotes | ${CSV + CSV_TOWN.slice(0, 55)} | a.csv, line 3: a quoted field has no end; the file may be cut off
  GeoJSON cut inside a feature | ${{ [NITRA]: collection(SIKENICKA, SIKENICKA).slice(0, 900) }} | ${NITRA}, line 7: the file ends here, after record 1: it is cut off, fetch it again
  GeoJSON with something behind it | ${{ [NITRA]: `${collection(SIKENICKA)}${collection(SIKENICKA)}` }} | ${NITRA}, line 8: found "{" after record 1, but the end of the file was expected
  the RPO unpacked     | ${{ [NITRA]: '{"exportDate":"2026-07-09","results":[{}]}' }} | ${NITRA}: is an export of the RPO. Import it with \`regista import sk-rpo\`
  another region       | ${{ [NITRA]: collection(SIKENICKA, RUZINOVSKA) }} | ${otherRegion(7, 2, 'SK010')}
  another region that mentions the one expected | ${{ [NITRA]: collection(RUZINOVSKA.replace('"5346/1B"}', '"SK023"}')) }} | ${otherRegion(2, 1, 'SK010')}
  GeoJSON in another reference system | ${{ [NITRA]: collection(SIKENICKA).replace(CRS, 'urn:ogc:def:crs:EPSG::5514') }} | ${NITRA}, column crs: is {"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::5514"}}; ${CRS} was expected
  a reference system named at the end | ${{ [NITRA]: '{"features":[],"crs":"EPSG:5514"}' }} | ${NITRA}, column crs: is "EPSG:5514"; ${CRS} was expected
  GeoJSON in another encoding | ${{ [NITRA]: Buffer.from(collection(SIKENICKA), 'latin1') }} | ${NITRA}, line 2: is not valid utf-8; the file has another encoding or is damaged
`
refusesFiles(skAddresses, 'a.csv', REFUSED)

test('a known feature of another region is an error too', async () => {
  const recording = recordingSink(new Set([Buffer.from(RUZINOVSKA).toString('latin1')]))
  await assert.rejects(read({ [NITRA]: collection(RUZINOVSKA) }, recording), { message: otherRegion(2, 1, 'SK010') })
})
