import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EVERY_COLUMN, FORMS, HEADER, LESNI_SPRAVA, resData, TEXT_SEAT, withColumn } from '../testing/cz-res.ts'
import { recordingSink } from '../testing/recording-sink.ts'
import { writeSourceFiles } from '../testing/source-files.ts'
import { czRes } from './cz-res.ts'

const NAME = 'res_data.csv'
const OTHER =
  'is not a file of cz-res. Expected res_data.csv (columns ICO to PRIZNAK) or a code list of ČSÚ (KODCIS, CHODNOTA, TEXT)'
const CHANGED = 'is an unknown column; the file format may have changed'
const missing = (header: string) => `is missing; the columns are ${header.split(',').join(', ').slice(0, 300)}`
const NO_DAY = 'none of the first rows has the day of the snapshot, YYYY-MM-DD; fetch the file again'
const WITHOUT_PSC = HEADER.replace(',PSC', '')

test('a file that cannot be used is one error that names file, line and column', async (t) => {
  const whole = resData([LESNI_SPRAVA, EVERY_COLUMN])
  for (const [what, files, message] of [
    ['no file', {}, 'cz-res needs res_data.csv; files given: none'],
    ['a list alone', { 'cis56.csv': FORMS.join('\n') }, 'cz-res needs res_data.csv; files given: cis56.csv'],
    [
      'two snapshots',
      { 'a.csv': whole, 'b.csv': whole },
      'a.csv and b.csv: each is a whole snapshot, and an import accepts only one. Leave out all but the newest',
    ],
    [
      'the activities',
      { 'res_pf_nace.csv': 'ICO,ZDRUD,KODCIS,HODN,DATPLAT,DDATPAKT,PRIZNAK\n' },
      'res_pf_nace.csv: lists every activity of every subject and is not needed. Leave it out; res_data.csv and code list 56 are read',
    ],
    [
      'the description',
      { 'res_data.csv-metadata.json': '{}' },
      'res_data.csv-metadata.json: describes the columns and is not needed. Leave it out; res_data.csv and code list 56 are read',
    ],
    [
      'addresses under our name',
      { [NAME]: 'Kód ADM;Kód obce\n' },
      `${NAME}: is address places of RÚIAN. Import it with \`regista import cz-addresses\``,
    ],
    [
      'an error page',
      { [NAME]: '<!DOCTYPE html>\n<html>' },
      `${NAME}: is a web page. The server sent it instead of the data. Check the address and fetch the file again`,
    ],
    ['a zip', { [NAME]: Buffer.from('PK\x03\x04abc') }, `${NAME}: is packed; unpack it first: unzip ${NAME}`],
    ['an empty file', { [NAME]: '' }, `${NAME}: the file is empty; fetch it again`],
    ['a file of no known source', { [NAME]: 'a,b\n' }, `${NAME}, line 1: ${OTHER}`],
    [
      'UTF-16',
      { [NAME]: Buffer.from(whole, 'utf16le') },
      `${NAME}: is in UTF-16, in which no register publishes. Fetch the file again and do not save it anew`,
    ],
    [
      'semicolons',
      { [NAME]: whole.replaceAll(',', ';') },
      `${NAME}, line 1: its columns are parted by semicolons; ČSÚ publishes commas. Fetch the file again and do not save it anew`,
    ],
    ['a header alone', { [NAME]: `${HEADER}\r\n` }, `${NAME}: has a header and no rows; fetch it again`],
    [
      'a missing column',
      { [NAME]: resData([LESNI_SPRAVA], WITHOUT_PSC) },
      `${NAME}, line 1, column PSC: ${missing(WITHOUT_PSC)}`,
    ],
    ['a new column', { [NAME]: resData([LESNI_SPRAVA], `${HEADER},DIC`) }, `${NAME}, line 1, column DIC: ${CHANGED}`],
    [
      'a column twice',
      { [NAME]: resData([LESNI_SPRAVA], `${HEADER},PSC`) },
      `${NAME}, line 1, column PSC: occurs twice`,
    ],
    [
      'one row without a day',
      { [NAME]: resData([withColumn(LESNI_SPRAVA, 'DATPLAT', '')]) },
      `${NAME}, column DATPLAT: ${NO_DAY}`,
    ],
    [
      'rows with another kind of day',
      { [NAME]: resData([withColumn(LESNI_SPRAVA, 'DATPLAT', '15.09.2026')]) },
      `${NAME}, column DATPLAT: ${NO_DAY}`,
    ],
    ['a first row that is cut off', { [NAME]: `${HEADER}\r\n00000078,CZ02` }, `${NAME}, column DATPLAT: ${NO_DAY}`],
    [
      'two snapshots in one file',
      { [NAME]: resData([LESNI_SPRAVA, EVERY_COLUMN.replace('2026-09-15', '2026-08-31')]) },
      `${NAME}, line 3, column DATPLAT: is 2026-08-31, in the first row it was 2026-09-15: two snapshots are mixed. Fetch the file again`,
    ],
    [
      'a file cut off in a row',
      { [NAME]: whole.slice(0, -60) },
      `${NAME}, line 3: the file ends in the middle of a row: it was cut off. Fetch it again`,
    ],
    [
      'a file cut off in quotes',
      { [NAME]: whole.slice(0, whole.indexOf('mosty')) },
      `${NAME}, line 3: a quoted field has no end; the file may be cut off`,
    ],
    [
      'a quote that is not closed for many lines',
      { [NAME]: resData([LESNI_SPRAVA, '00700001,,,,,,421,421,000,00,,,"Firma', ...Array(21).fill('x'), TEXT_SEAT]) },
      `${NAME}, line 3: a quoted field goes over 20 lines: a quote is not closed`,
    ],
    [
      'another encoding',
      {
        [NAME]: Buffer.concat([
          Buffer.from(whole),
          Buffer.from('00700056,,,,,,112,,,,,,"Mosty \xe8. 1",,,"",,,,,,,,2026-09-15,\r\n', 'latin1'),
        ]),
      },
      `${NAME}, line 4: is not valid utf-8; the file has another encoding or is damaged`,
    ],
    [
      'a short row in a list',
      { 'a.csv': 'KODCIS,CHODNOTA,TEXT\n56,112\n', [NAME]: whole },
      'a.csv, line 2: has 2 fields, the header has 3',
    ],
  ] as readonly (readonly [string, Record<string, string | Uint8Array>, string])[]) {
    await t.test(what, async () => {
      await assert.rejects(read(files), { name: 'InputError', message })
    })
  }
})

async function read(files: Readonly<Record<string, string | Uint8Array>>): Promise<void> {
  const [set] = await czRes.arrange(writeSourceFiles(files), {})
  await czRes.read(set!, recordingSink().sink)
}
