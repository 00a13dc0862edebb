import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cases } from '../../stdx/testing/cases.ts'
import { buildZip } from '../../stdx/testing/zip.ts'
import {
  encodeCsv,
  HEADER,
  HEADER_2020,
  HIERARCHY,
  HRAD,
  POINTS_NAME,
  pointsZip,
  REGIONS,
  TESTOV,
} from '../testing/cz-addresses.ts'
import { type Refusal, readFiles, refusesFiles } from '../testing/read-files.ts'
import { czAddresses } from './cz-addresses.ts'

const EXPECTED = 'Expected {YYYYMMDD}_OB_ADR_csv.zip with {YYYYMMDD}_strukt_ADR.csv.zip, UI_OKRES.zip and UI_VUSC.zip'
const ONE = 'CSV/20260731_OB_1_ADR.csv'
const MEMBER = `${POINTS_NAME}/${ONE}`

/** The electoral report has as many columns as the addresses, but other ones. */
const ELECTORAL =
  'Kód ADM;Kód obce;Název obce;Kód MOMC;Název MOMC;Kód MOP;Název MOP;Kód části obce;Název části obce;Kód ulice;Název ulice;Typ SO;Číslo domovní;Číslo orientační;Znak čísla orientačního;PSČ;Kód volebního okrsku;Jednořádková adresa;Platí Od'

const points = await pointsZip({ '554782': [HEADER, HRAD] })
const one = (...lines: string[]) => pointsZip({ '1': lines })
const withList = (name: string, content: string | Uint8Array) => ({ [POINTS_NAME]: points, [name]: content })
const [NO_PSC, BEFORE_2017] = [HEADER.replace(';PSČ', ''), HIERARCHY[0]!.replace('OKRES_KOD;', '')]
const columns = (header: string) => header.split(';').join(', ').slice(0, 300)
const [STRUCTURE, MAY] = ['20260731_strukt_ADR.csv.zip', '20260630_OB_ADR_csv.zip']
const TWICE = 'an import accepts only one of these files. Leave out all but the newest'
const PACKED = 'is not packed; zip is expected, as the register publishes it. Fetch it again and do not unpack it'

const REFUSED = cases<Refusal>`
  no file                  | ${{}} | cz-addresses needs {YYYYMMDD}_OB_ADR_csv.zip; files given: none
  lists alone              | ${{ 'UI_VUSC.csv': 'x' }} | cz-addresses needs {YYYYMMDD}_OB_ADR_csv.zip; files given: UI_VUSC.csv
  two months               | ${withList(MAY, points)} | ${POINTS_NAME} and ${MAY}: ${TWICE}
  a list twice             | ${{ ...withList('UI_VUSC.csv', 'x'), 'UI_VUSC.zip': points }} | UI_VUSC.csv and UI_VUSC.zip: ${TWICE}
  a file of another source | ${{ 'res_data.csv': 'ICO,FIRMA\n' }} | res_data.csv: is not a file of cz-addresses. ${EXPECTED}
  one municipality         | ${{ '20260731_OB_554782_ADR.csv.zip': points }} | 20260731_OB_554782_ADR.csv.zip: holds one municipality; the file of the whole state is needed. ${EXPECTED}
  the exchange format      | ${{ '20260731_ST_UKSH.xml.zip': 'x' }} | 20260731_ST_UKSH.xml.zip: is RÚIAN in the exchange format VFR; the CSV file is needed. ${EXPECTED}
  a day that is none       | ${{ '20260231_OB_ADR_csv.zip': points }} | 20260231_OB_ADR_csv.zip: the name must begin with the day of the data, YYYYMMDD
  no zip                   | ${'ICO,FIRMA\n'} | ${POINTS_NAME}: ${PACKED}
  a zip cut off            | ${points.subarray(0, 300)} | ${POINTS_NAME}: the zip has no readable directory; the download may be cut off (End of central directory record signature not found. Either not a zip file, or file is truncated.). Fetch it again
  a zip of something else  | ${await buildZip({ 'readme.txt': 'x' })} | ${POINTS_NAME}: holds no CSV/{YYYYMMDD}_OB_{code}_ADR.csv: it is another file of ČÚZK or of another source
  a zip of other tables    | ${await buildZip({ 'strukturovane-CSV/vazby-cr.csv': encodeCsv(HIERARCHY) })} | ${POINTS_NAME}: holds strukturovane-CSV/vazby-cr.csv; only CSV/{YYYYMMDD}_OB_{code}_ADR.csv is expected
  an empty member          | ${await buildZip({ [ONE]: '' })} | ${MEMBER}, line 1, column Kód ADM: is missing; the columns are${' '}
  the electoral report     | ${await one(ELECTORAL)} | ${POINTS_NAME}: is the report of electoral districts. Its columns are not those of the addresses. Fetch {YYYYMMDD}_OB_ADR_csv.zip instead
  a missing column         | ${await one(NO_PSC)} | ${MEMBER}, line 1, column PSČ: is missing; the columns are ${columns(NO_PSC)}
  a new column             | ${await one(`${HEADER};Platí Do`)} | ${MEMBER}, line 1, column Platí Do: is an unknown column; the file format may have changed
  a column twice           | ${await one(`${HEADER};PSČ`)} | ${MEMBER}, line 1, column PSČ: occurs twice
  old and new name of a column | ${await one(`${HEADER};Kód MOP`)} | ${MEMBER}, line 1, column Kód MOP: occurs twice
  UTF-8                    | ${await buildZip({ [ONE]: `${HEADER}\n${HRAD}\n` })} | ${MEMBER}, line 1: is UTF-8; ČÚZK publishes windows-1250, and this reader expects it
  two headers in one zip   | ${await pointsZip({ '1': [HEADER, HRAD], '2': [HEADER_2020] })} | ${MEMBER.replace('_1_', '_2_')}, line 1: has another header than the municipalities before it; the zip is put together wrongly
  a quote without an end   | ${await one(HEADER, `"${HRAD}`)} | ${MEMBER}, line 2: a quoted field goes over 1 lines: a quote is not closed
  a header with a quote without an end | ${await one(`"${HEADER}`)} | ${MEMBER}, line 1: a quoted field has no end
  a zip that was renamed   | ${{ '20260831_OB_ADR_csv.zip': points }} | 20260831_OB_ADR_csv.zip: holds CSV/20260731_OB_554782_ADR.csv, which is of another day: the file was renamed. Give it under the name with which it was published
  a hierarchy of another month | ${withList('20260630_strukt_ADR.csv.zip', await buildZip({ 'a.csv': 'x' }))} | 20260630_strukt_ADR.csv.zip: is of 2026-06-30 and the points are of 2026-07-31, more than 7 days apart. Import the hierarchy that was published with the points
  a member that claims to unpack to much | ${claiming(points, (64 << 20) + 1)} | ${POINTS_NAME}/CSV/20260731_OB_554782_ADR.csv: unpacks to 67108865 bytes; at most 67108864 are expected
  a damaged member         | ${damaged(points)} | ${POINTS_NAME}/CSV/20260731_OB_554782_ADR.csv: does not match its checksum: the zip is damaged. Fetch it again
  a list that is no zip    | ${withList('UI_OKRES.zip', 'x')} | UI_OKRES.zip: ${PACKED}
  a zip without the list   | ${withList(STRUCTURE, await buildZip({ 'a.csv': 'x' }))} | ${STRUCTURE}: should hold one CSV file of its kind; it holds a.csv
  an empty zip for a list  | ${withList('UI_VUSC.zip', await buildZip({}))} | UI_VUSC.zip: should hold one CSV file of its kind; it holds nothing
  another list under the name | ${withList('UI_OKRES.csv', encodeCsv(REGIONS))} | UI_OKRES.csv, line 1, column VUSC_KOD: is missing; the columns are ${columns(REGIONS[0]!)}
  a hierarchy of before 2017 | ${withList(STRUCTURE, await buildZip({ 'vazby-cr.csv': BEFORE_2017 }))} | ${STRUCTURE}/vazby-cr.csv, line 1, column OKRES_KOD: is missing; the columns are ${columns(BEFORE_2017)}
  a short row in a list    | ${withList('UI_VUSC.csv', encodeCsv([REGIONS[0]!, '19;Praha']))} | UI_VUSC.csv, line 2: has 2 fields, the header has 7
`
refusesFiles(czAddresses, POINTS_NAME, REFUSED)

for (const [what, name, shown] of [
  ['ISO-8859-2', '\xa9umice', '©umice'],
  ['ISO-8859-2, seen by a small letter', 'Pe\xbbkov', 'Pe»kov'],
  ['UTF-8 under a header that is not', Buffer.from('Číčov').toString('latin1'), 'ÄŚĂ?ÄŤov'],
  ['a code page of DOS', 'P\x81emyslov', 'P?emyslov'],
] as const) {
  test(`rows in ${what} fail the file, naming member and line`, async () => {
    const rows = encodeCsv([HEADER, TESTOV, TESTOV.replace('Testov-Sever', 'NAME')]).toString('latin1')
    const member = Buffer.from(rows.replace('NAME', name), 'latin1')
    const message = `${MEMBER}, line 3, column Název části obce: is "${shown}": the file is in another encoding than windows-1250, which ČÚZK publishes. Fetch it again and do not save it anew`
    const files = { [POINTS_NAME]: await buildZip({ [ONE]: member }) }
    await assert.rejects(readFiles(czAddresses, files), { name: 'InputError', message })
  })
}

test('letters of Czech, Slovak, Polish and German names do not indicate another encoding', async () => {
  const letters = 'ÁČĎÉĚÍŇÓŘŠŤÚŮÝŽáčďéěíňóřšťúůýž ĽľĹĺŔŕôäöüÄÖÜß ĄąĘęŁłŃńŚśŹźŻż §17. – „U Pošty“ (část) 1/2 & A´B'
  const rows = encodeCsv([HEADER, TESTOV.replace('Testov-Sever', letters)])
  await readFiles(czAddresses, { [POINTS_NAME]: await buildZip({ [ONE]: rows }) })
})

/** The unpacked size in the directory changed. */
function claiming(zip: Buffer, bytes: number): Buffer {
  const copy = Buffer.from(zip)
  copy.writeUInt32LE(bytes, copy.indexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 24)
  return copy
}

/** The checksum in the directory changed. */
function damaged(zip: Buffer): Buffer {
  const copy = Buffer.from(zip)
  const at = copy.indexOf(Buffer.from([0x50, 0x4b, 1, 2]))
  copy.writeUInt32LE((copy.readUInt32LE(at + 16) ^ 1) >>> 0, at + 16)
  return copy
}
