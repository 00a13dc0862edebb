import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { cases } from '../stdx/testing/cases.ts'
import { buildZip } from '../stdx/testing/zip.ts'
import { encodeWindows1250 } from '../stdx/windows-1250.ts'
import { REGISTRIES } from './registries.ts'
import { writeSourceFiles } from './testing/source-files.ts'

const POINTS = '20260731_OB_ADR_csv.zip'
const VREO = 'ares_vreo_all.tar.gz'
const DAILY = 'actual_2026-07-09.json.gz'
const PAGE = '\ufeff\n<!DOCTYPE html><html><title>502</title></html>'
const VFR = '<?xml version="1.0"?><vf:VymennyFormat xmlns:vf="urn:cz:isvs:ruian:schemas:VymennyFormatTypy:v1">'
const DUMP = '--\n-- PostgreSQL database dump\n--\nCOPY rpo2.organizations (id) FROM stdin;\n'
const SEVEN = Buffer.from([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c])
const RES = 'ICO,OKRESLAU,DDATVZN\n'
const SK_CSV = 'IDENTIFIKATOR;KRAJ;OKRES\n'
const POINT_ROWS = encodeWindows1250('Kód ADM;Kód obce\n')
const utf16 = (text: string, mark = '\ufeff') => Buffer.from(mark + text, 'utf16le')
const SERVER = 'The server sent it instead of the data. Check the address and fetch the file again'

const CASES = cases<[registry: string, name: string, content: string | Uint8Array, part: string]>`
  sk-rpo       | ${DAILY}                       | ${gzipSync(PAGE)}                          | ${DAILY}: is a web page. ${SERVER}
  sk-rpo       | ${DAILY}                       | {"error":"not found"}                      | ${DAILY}: is an error message. ${SERVER}
  sk-rpo       | ${DAILY}                       | ${'<?xml version="1.0"?>\n<Error><Code>NoSuchKey</Code>'} | ${DAILY}: is an error message. ${SERVER}
  sk-rpo       | ${DAILY}                       |                                            | ${DAILY}: the file is empty; fetch it again
  sk-rpo       | ${DAILY}                       | ${utf16('{}')}                             | is not packed; gzip is expected
  sk-rpo       | ${DAILY}.part                  | x                                          | is a download that has not finished
  sk-rpo       | ${DAILY}.crdownload            | x                                          | is a download that has not finished
  sk-rpo       | rpo2.sql.gz                    | x                                          | is the database dump of a mirror of the RPO. Dumps are not read. Fetch init_
  sk-rpo       | ${DAILY}                       | ${gzipSync(DUMP)}                          | is the database dump of a mirror of the RPO. Dumps are not read. Fetch init_
  sk-rpo       | actual_2026-07-09.json         | {"exportDate":"2026-07-09"}                | is not packed; gzip is expected
  sk-rpo       | init_2026-06-06_001.json.7z    | ${SEVEN}                                   | is packed with 7z; gzip is expected
  sk-rpo       | address_by_nuts3_SK010.geojson | {"type":"FeatureCollection"                | Import it with \`regista import sk-addresses\`
  sk-addresses | adresy 2026.csv.gz             | ${gzipSync(SK_CSV)}                        | unpack it first: gunzip 'adresy 2026.csv.gz'
  sk-addresses | adresy.7z                      | ${SEVEN}                                   | unpack it first: 7z x adresy.7z
  sk-addresses | adresy.csv                     | ${utf16(SK_CSV)}                           | is in UTF-16
  sk-addresses | adresy.csv                     | ${utf16(SK_CSV, '')}                       | is in UTF-16
  sk-addresses | adresy.csv                     | ${PAGE}                                    | is a web page
  sk-addresses | adresy.csv                     | ${gzipSync('{"exportDate":"2026-07-09"}')} | Import it with \`regista import sk-rpo\`
  sk-addresses | points.csv                     | ${POINT_ROWS}                              | is address places of RÚIAN. Import it with \`regista import cz-addresses\`
  cz-addresses | 20260731_ST_UKSH.xml.gz        | x                                          | is RÚIAN in the exchange format VFR; the CSV file is needed. Expected {YYYYMMDD}_OB_ADR_csv.zip
  cz-addresses | 20260731_OB_554782_UKSH.xml    | x                                          | is RÚIAN in the exchange format VFR
  cz-addresses | 20260731_ST_ABCD.gml           | x                                          | is RÚIAN in the exchange format VFR
  cz-addresses | ruian.xml                      | ${VFR}                                     | is RÚIAN in the exchange format VFR. VFR is not read. Fetch {YYYYMMDD}_OB_ADR_csv.zip instead
  cz-addresses | ${POINTS}                      | ${gzipSync(VFR)}                           | is RÚIAN in the exchange format VFR
  cz-addresses | ${POINTS}                      | ${gzipSync(POINT_ROWS)}                    | is packed with gzip; zip is expected
  cz-addresses | ${POINTS}                      | ${PAGE}                                    | is a web page
  cz-addresses | ${POINTS}.part                 | x                                          | is a download that has not finished
  cz-addresses | adresni-mista-vazby-cr.csv     | ${'ADM_KOD;ULICE_KOD\n'}                   | is one table of strukt_ADR; give {YYYYMMDD}_strukt_ADR.csv.zip
  cz-addresses | vazby-cr.csv                   | ${'COBCE_KOD;OBEC_KOD\n'}                  | is one table of strukt_ADR; give {YYYYMMDD}_strukt_ADR.csv.zip
  cz-addresses | UI_VUSC.csv                    | ${utf16('KOD;NAZEV\n')}                    | is in UTF-16
  cz-addresses | res_data.csv                   | ${RES}                                     | is a table of RES. Import it with \`regista import cz-res\`
  cz-res       | res_data.csv.gz                | ${gzipSync(RES)}                           | res_data.csv.gz: is packed; unpack it first: gunzip res_data.csv.gz
  cz-res       | res_data.csv.xz                | ${Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0])} | unpack it first: unxz res_data.csv.xz
  cz-res       | res_data.csv                   | {"status":503}                             | is an error message
  cz-res       | res_data.csv.download          | ${RES}                                     | is a download that has not finished
  cz-res       | ${VREO}                        |                                            | the file is empty
  cz-vr        | ${VREO}                        | ${PAGE}                                    | is a web page
  cz-vr        | ares_vreo_all.tar              | x                                          | is not packed; gzip is expected
  cz-vr        | ares_seznamIC_VR_balik.csv.7z  | ${SEVEN}                                   | is a list beside the archive and is not needed
  cz-vr        | ares_vreo_all.tar.7z           | ${SEVEN}                                   | is packed with 7z; gzip is expected
  cz-vr        | res_data.csv                   | ${RES}                                     | is a table of RES. Import it with \`regista import cz-res\`
  cz-vr        | vr.csv                         | ${'a,b\n'}                                 | is not a file of cz-vr; ares_vreo_all.tar.gz is expected
`

describe('a wrong file is refused with what it is and what to do', () => {
  for (const [source, name, content, part] of CASES) {
    test(`${source}: ${name}: ${part}`, async () => {
      await assert.rejects(arrange(source, { [name]: content }), (error: Error) => {
        assert.equal(error.name, 'InputError')
        assert.ok(error.message.includes(part), error.message)
        assert.ok(error.message.startsWith(`${name}: `), error.message)
        return true
      })
    })
  }
})

test('the members of a zip are examined', async () => {
  for (const [member, content, part] of [
    ['20260731_ST_UKSH.xml', VFR, 'is RÚIAN in the exchange format VFR'],
    ['res_data.csv', RES, 'is a table of RES'],
    ['a.csv', 'a;b\n', 'holds a.csv; only CSV/'],
  ] as const) {
    const zip = await buildZip({ [member]: content })
    await assert.rejects(arrange('cz-addresses', { [POINTS]: zip }), (error: Error) => error.message.includes(part))
    if (member === 'res_data.csv') {
      await assert.rejects(arrange('cz-res', { 'res.zip': zip }), {
        message: 'res.zip: is packed; unpack it first: unzip res.zip',
      })
    }
  }
})

test('a repacked zip is recognised by its first known member', async () => {
  const zip = await buildZip({ 'README.txt': 'read me', '.DS_Store': '', 'CSV/20260731_OB_500015_ADR.csv': POINT_ROWS })
  for (const source of ['sk-rpo', 'sk-addresses', 'cz-res']) {
    await assert.rejects(arrange(source, { [POINTS]: zip }), {
      message: `${POINTS}: is address places of RÚIAN. Import it with \`regista import cz-addresses\``,
    })
  }
})

test('the message about a workbook does not advise to unpack it', async () => {
  const excel = await buildZip({ '[Content_Types].xml': '<Types/>', 'xl/workbook.xml': '<workbook/>' })
  const open = await buildZip({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet' }, 'store')
  for (const [name, content] of Object.entries({ 'adresy.xlsx': excel, 'adresy.csv': excel, 'adresy.ods': open })) {
    await assert.rejects(arrange('sk-addresses', { [name]: content }), {
      message: `${name}: is a document of an office program. Fetch the file of the register again and do not save it anew`,
    })
  }
})

test('with a receiver of faults all files are examined and every wrong one is named', async () => {
  for (const { name, arrange } of REGISTRIES) {
    const faults: string[] = []
    const files = writeSourceFiles({ 'a.csv': PAGE, 'b.zip': '', 'c.part': 'x' })
    const sets = await arrange(files, { fault: ({ message }) => faults.push(message) })
    assert.deepEqual(sets, [], name)
    for (const file of ['a.csv', 'b.zip', 'c.part']) {
      assert.ok(
        faults.some((message) => message.startsWith(`${file}: `)),
        `${name} names ${file}`,
      )
    }
  }
})

function arrange(source: string, files: Readonly<Record<string, string | Uint8Array>>) {
  return REGISTRIES.find(({ name }) => name === source)!.arrange(writeSourceFiles(files), {})
}
