import { cases } from '../../stdx/testing/cases.ts'
import { EVERY_COLUMN, FORMS, HEADER, LESNI_SPRAVA, resData, TEXT_SEAT, withColumn } from '../testing/cz-res.ts'
import { type Refusal, refusesFiles } from '../testing/read-files.ts'
import { czRes } from './cz-res.ts'

const NAME = 'res_data.csv'
const NOT_NEEDED = 'is not needed. Leave it out; res_data.csv and code list 56 are read'
const NO_DAY = 'none of the first rows has the day of the snapshot, YYYY-MM-DD; fetch the file again'
const WITHOUT_PSC = HEADER.replace(',PSC', '')
const OTHER_DAY = EVERY_COLUMN.replace('2026-09-15', '2026-08-31')
const OPEN_QUOTE = ['00700001,,,,,,421,421,000,00,,,"Firma', ...Array(21).fill('x'), TEXT_SEAT]
const LATIN = Buffer.from('00700056,,,,,,112,,,,,,"Mosty \xe8. 1",,,"",,,,,,,,2026-09-15,\r\n', 'latin1')
const SHORT_LIST = 'KODCIS,CHODNOTA,TEXT\n56,112\n'
const whole = resData([LESNI_SPRAVA, EVERY_COLUMN])

const REFUSED = cases<Refusal>`
  no file                 | ${{}} | cz-res needs res_data.csv; files given: none
  a list alone            | ${{ 'cis56.csv': FORMS.join('\n') }} | cz-res needs res_data.csv; files given: cis56.csv
  two snapshots           | ${{ 'a.csv': whole, 'b.csv': whole }} | a.csv and b.csv: each is a whole snapshot, and an import accepts only one. Leave out all but the newest
  the activities          | ${{ 'res_pf_nace.csv': 'ICO,ZDRUD,KODCIS,HODN,DATPLAT,DDATPAKT,PRIZNAK\n' }} | res_pf_nace.csv: lists every activity of every subject and ${NOT_NEEDED}
  the description         | ${{ 'res_data.csv-metadata.json': '{}' }} | res_data.csv-metadata.json: describes the columns and ${NOT_NEEDED}
  addresses under our name | ${'Kód ADM;Kód obce\n'} | ${NAME}: is address places of RÚIAN. Import it with \`regista import cz-addresses\`
  an error page           | ${'<!DOCTYPE html>\n<html>'} | ${NAME}: is a web page. The server sent it instead of the data. Check the address and fetch the file again
  a zip                   | ${Buffer.from('PK\x03\x04abc')} | ${NAME}: is packed; unpack it first: unzip ${NAME}
  an empty file           | ${''} | ${NAME}: the file is empty; fetch it again
  a file of no known source | ${'a,b\n'} | ${NAME}, line 1: is not a file of cz-res. Expected res_data.csv (columns ICO to PRIZNAK) or a code list of ČSÚ (KODCIS, CHODNOTA, TEXT)
  UTF-16                  | ${Buffer.from(whole, 'utf16le')} | ${NAME}: is in UTF-16, in which no register publishes. Fetch the file again and do not save it anew
  semicolons              | ${whole.replaceAll(',', ';')} | ${NAME}, line 1: its columns are parted by semicolons; ČSÚ publishes commas. Fetch the file again and do not save it anew
  a header alone          | ${`${HEADER}\r\n`} | ${NAME}: has a header and no rows; fetch it again
  a missing column        | ${resData([LESNI_SPRAVA], WITHOUT_PSC)} | ${NAME}, line 1, column PSC: is missing; the columns are ${WITHOUT_PSC.split(',').join(', ').slice(0, 300)}
  a new column            | ${resData([LESNI_SPRAVA], `${HEADER},DIC`)} | ${NAME}, line 1, column DIC: is an unknown column; the file format may have changed
  a column twice          | ${resData([LESNI_SPRAVA], `${HEADER},PSC`)} | ${NAME}, line 1, column PSC: occurs twice
  one row without a day   | ${resData([withColumn(LESNI_SPRAVA, 'DATPLAT', '')])} | ${NAME}, column DATPLAT: ${NO_DAY}
  rows with another kind of day | ${resData([withColumn(LESNI_SPRAVA, 'DATPLAT', '15.09.2026')])} | ${NAME}, column DATPLAT: ${NO_DAY}
  a first row that is cut off | ${`${HEADER}\r\n00000078,CZ02`} | ${NAME}, column DATPLAT: ${NO_DAY}
  two snapshots in one file | ${resData([LESNI_SPRAVA, OTHER_DAY])} | ${NAME}, line 3, column DATPLAT: is 2026-08-31, in the first row it was 2026-09-15: two snapshots are mixed. Fetch the file again
  a file cut off in a row | ${whole.slice(0, -60)} | ${NAME}, line 3: the file ends in the middle of a row: it was cut off. Fetch it again
  a file cut off in quotes | ${whole.slice(0, whole.indexOf('mosty'))} | ${NAME}, line 3: a quoted field has no end; the file may be cut off
  a quote that is not closed for many lines | ${resData([LESNI_SPRAVA, ...OPEN_QUOTE])} | ${NAME}, line 3: a quoted field goes over 20 lines: a quote is not closed
  another encoding        | ${Buffer.concat([Buffer.from(whole), LATIN])} | ${NAME}, line 4: is not valid utf-8; the file has another encoding or is damaged
  a short row in a list   | ${{ 'a.csv': SHORT_LIST, [NAME]: whole }} | a.csv, line 2: has 2 fields, the header has 3
`
refusesFiles(czRes, NAME, REFUSED)
