import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Company } from '../../records/company.ts'
import { ON_UNKNOWN_DAY } from '../../records/unknown-day.ts'
import { cases } from '../../stdx/testing/cases.ts'
import { encodeWindows1250 } from '../../stdx/windows-1250.ts'
import {
  ENDED_PERSON,
  EVERY_COLUMN,
  FORMS,
  HEADER,
  LESNI_SPRAVA,
  NAMELESS,
  resData,
  SOLE_TRADER,
  TEXT_SEAT,
  withColumn,
} from '../testing/cz-res.ts'
import { callsOf, type Files, readFiles, setInWords } from '../testing/read-files.ts'
import { type Recording, recordingSink } from '../testing/recording-sink.ts'
import { writeSourceFiles } from '../testing/source-files.ts'
import { czRes } from './cz-res.ts'

const read = (files: Files, recording?: Recording) => readFiles(czRes, files, recording)

const formName = (recording: Recording, key: number) => (recording.records.get(key) as Company).legalForm?.name

test('one full set is made of the day in the rows, code lists first, whatever the file names', async () => {
  const rows = resData([TEXT_SEAT, EVERY_COLUMN])
  const files = writeSourceFiles({ 'res-zari.csv': rows, 'cis56.csv': FORMS.join('\n') })
  assert.deepEqual((await czRes.arrange(files, {})).map(setInWords), [
    'cz-res, full, complete, of 2026-09-15: cis56.csv, res-zari.csv',
  ])
})

test('the day of the set is that of the first whole row that has one', async () => {
  const rows = ['1,2,3', withColumn(LESNI_SPRAVA, 'DATPLAT', 'x'), TEXT_SEAT, LESNI_SPRAVA]
  const [set] = await czRes.arrange(writeSourceFiles({ 'res_data.csv': resData(rows) }), {})
  assert.equal(set!.observedOn, '2026-09-15')
})

describe('read', () => {
  test('a row without a name ends the record it knows, or is skipped', async () => {
    const recording = await read({ 'res_data.csv': resData([LESNI_SPRAVA, ENDED_PERSON, NAMELESS, SOLE_TRADER]) })
    assert.deepEqual([...recording.records.keys()], [78, 700015])
    assert.deepEqual([...recording.endings], [[700023, '2023-12-31']])
    assert.deepEqual([...recording.skipped], [['no name', 1]])
    assert.deepEqual(recording.rejects, [])
  })

  for (const [what, list] of [
    ['in UTF-8', Buffer.from(FORMS.join('\r\n'))],
    ['in windows-1250', encodeWindows1250(FORMS.join('\r\n'))],
    ['with small letters in its header', Buffer.from(FORMS.with(0, FORMS[0]!.toLowerCase()).join('\n'))],
    ['with semicolons', Buffer.from(FORMS.join('\n').replaceAll(',', ';'))],
  ] as const) {
    test(`names the legal forms by list 56 ${what}`, async () => {
      const recording = await read({ 'list.csv': list, 'res_data.csv': resData([LESNI_SPRAVA, TEXT_SEAT]) })
      assert.equal(formName(recording, 78), 'Příspěvková organizace')
      assert.equal(formName(recording, 700001), null)
      assert.deepEqual([...recording.missing], [['legal form without a name', 1]])
    })
  }

  const header = 'KODCIS,CHODNOTA,TEXT'
  const dated = `${header},ADMPLOD,ADMNEPO`
  for (const [what, current, historical] of cases<[string, string, string]>`
    by the end of validity                   | 56,331,"new",2015-01-01,9999-09-09 | 2001-01-01,2014-12-31
    by an end as Czechs write it             | 56,331,"new",01.01.2015,09.09.9999 | 01.01.2001,31.12.2014
    by the beginning of validity             | 56,331,"new",2015-01-01,9999-09-09 | 2001-01-01,9999-09-09
    an edition without validity counts as current | 56,331,"new" | 2001-01-01,2014-12-31
  `) {
    for (const [one, other] of ['ab', 'ba']) {
      test(`of two editions of list 56 the current name counts: ${what} (${one}.csv)`, async () => {
        const recording = await read({
          [`${one}.csv`]: `${current === '56,331,"new"' ? header : dated}\n${current}`,
          [`${other}.csv`]: `${dated}\n56,331,"old",${historical}\n56,421,"old",${historical}`,
          'res_data.csv': resData([LESNI_SPRAVA, TEXT_SEAT]),
        })
        assert.deepEqual([formName(recording, 78), formName(recording, 700001)], ['new', 'old'])
        assert.deepEqual([...recording.missing], [])
      })
    }
  }

  test('the current edition wins, even where only the historical one lists a name as still valid', async () => {
    const recording = await read({
      'cis56.csv': `${dated}\n56,331,"new",2015-01-01,2024-12-31`,
      'cis56_historie.csv': `${dated}\n56,331,"old",2001-01-01,9999-09-09`,
      'res_data.csv': resData([LESNI_SPRAVA]),
    })
    assert.equal(formName(recording, 78), 'new')
  })

  for (const [current, historical] of [
    ['cis56.csv', 'cis56_historie.csv'],
    ['cis56.csv', 'CIS0056_HIST.csv'],
    ['cis56.csv', 'CIS0056_CS_2021-12-31.csv'],
    ['CIS0056_CS_20261122.csv', 'CIS0056_CS_20211231.csv'],
    ['CIS0056_CS_22.11.2026.csv', 'CIS0056_CS_31.12.2021.csv'],
  ] as const) {
    test(`without validity the names of the files decide: ${current} before ${historical}`, async () => {
      const recording = await read({
        [current]: `${header}\n56,331,"new"`,
        [historical]: `${header}\n56,331,"old"\n56,421,"old"`,
        'res_data.csv': resData([LESNI_SPRAVA, TEXT_SEAT]),
      })
      assert.deepEqual([formName(recording, 78), formName(recording, 700001)], ['new', 'old'])
    })
  }

  test('a code that occurs twice in one edition has the name of the later row, unless validity decides', async () => {
    const names = ['b",2001-01-01,9999-09-09', 'c",2001-01-01,9999-09-09', 'a",1999-01-01,2000-12-31']
    const list = [dated, ...names.map((name) => `56,331,"${name}`)]
    const recording = await read({ 'cis56.csv': list.join('\n'), 'res_data.csv': resData([LESNI_SPRAVA]) })
    assert.equal(formName(recording, 78), 'c')
  })

  test('two editions must agree if nothing shows which is current', async () => {
    const lists = (one: string, other: string) => ({
      'a.csv': `${header}\n56,331,"${one}"`,
      'b.csv': `${header}\n56,331,"${other}"`,
      'res_data.csv': resData([LESNI_SPRAVA]),
    })
    assert.equal(formName(await read(lists('same', 'same')), 78), 'same')
    const reason = 'gives code 331 of list 56 another name than a.csv does, and neither shows which is current'
    const message = `b.csv: ${reason}. Put "hist" into the name of the historical edition`
    await assert.rejects(read(lists('one', 'other')), { name: 'InputError', message })
  })

  test('a person who ended on an unknown day has ended', async () => {
    const row = withColumn(ENDED_PERSON, 'DDATZAN', '1800-01-01')
    const { endings, missing } = await read({ 'res_data.csv': resData([LESNI_SPRAVA, row]) })
    assert.deepEqual([...endings], [[700023, ON_UNKNOWN_DAY]])
    assert.equal(missing.get('DDATZAN is 1800-01-01, which means an unknown day'), 1)
  })

  test('another code list is skipped', async () => {
    const sizes = ['KODCIS,CHODNOTA,TEXT', '579,331,"nic"']
    const recording = await read({ 'cis579.csv': sizes.join('\n'), 'res_data.csv': resData([LESNI_SPRAVA]) })
    assert.equal(formName(recording, 78), null)
  })

  test('a row is recognised without the columns that change with every snapshot', async () => {
    const first = await read({ 'res_data.csv': resData([LESNI_SPRAVA, EVERY_COLUMN]) })
    assert.ok(first.rows.every((row) => !row.includes('2026-09-15')))
    const later = [LESNI_SPRAVA, EVERY_COLUMN].map((row) => row.replace(/2026-09-15,.?$/, '2026-09-30,Z'))
    const second = await read(
      { 'res_data.csv': resData([...later, later[0]!.replace('Lány', 'Lánov')]) },
      recordingSink(new Set(first.rows)),
    )
    assert.deepEqual(
      [...second.records.values()].map((record) => (record as Company).name),
      ['Lesní správa Lánov'],
    )
  })

  test('columns may have another order', async () => {
    const [header, row] = [HEADER, LESNI_SPRAVA].map((line) => line.split(',').reverse().join(','))
    const { records } = await read({ 'res_data.csv': resData([row!], header) })
    assert.equal((records.get(78) as Company).seat.street, 'Lesní')
  })

  test('a bad row is rejected with line, key, field and reason, never with the row, and the others are read', async () => {
    const noDay = 'is not a day; YYYY-MM-DD is expected'
    const rows = cases<[string, string | null, string, string]>`
      ${withColumn(LESNI_SPRAVA, 'DDATVZN', 'včera')}           | 00000078 | DDATVZN | ${noDay}
      ${withColumn(LESNI_SPRAVA, 'ICO', 'CZ78')}                | ${null}  | ICO     | is not a number of at most eight digits
      1,2,3                                                     | ${null}  | row     | has 3 fields, the header has 25
      00000086,"x"y                                             | ${null}  | row     | text follows a closing quote
      ${withColumn(ENDED_PERSON, 'DDATZAN', '31.12.2023')}      | 00700023 | DDATZAN | ${noDay}
      ${withColumn(SOLE_TRADER, 'DATPLAT', 'Vymyšlená Osoba')}  | 00700015 | DATPLAT | ${noDay}
    `
    const data = resData([...rows.map(([row]) => row), TEXT_SEAT, LESNI_SPRAVA])
    const { rejects, records } = await read({ 'res_data.csv': data })
    const expected = rows.map(([, key, field, reason], i) => ({
      file: 'res_data.csv',
      line: i + 2,
      key,
      field,
      reason,
    }))
    assert.deepEqual([[...records.keys()], rejects], [[700001, 78], expected])
  })

  test('a skipped row without a name names its record, so it is not retired', async () => {
    const skipped: unknown[] = []
    const { sink } = recordingSink()
    const [set] = await czRes.arrange(writeSourceFiles({ 'res_data.csv': resData([NAMELESS]) }), {})
    await czRes.read(set!, { ...sink, skip: (...skip) => skipped.push(skip) })
    assert.deepEqual(skipped, [['no name', 700031]])
  })

  test('an invalid postal code becomes null, and the loss is counted', async () => {
    const rows = [withColumn(LESNI_SPRAVA, 'PSC', '2706'), withColumn(EVERY_COLUMN, 'PSC', '')]
    const { records, missing } = await read({ 'cis56.csv': FORMS.join('\n'), 'res_data.csv': resData(rows) })
    assert.equal((records.get(78) as Company).seat.postalCode, null)
    assert.deepEqual([...missing], [['PSC is not five digits', 1]])
  })

  test('the sink receives lists and header before the first row, and the number of bytes', async () => {
    const files = writeSourceFiles({ 'cis56.csv': FORMS.join('\n'), 'res_data.csv': resData([LESNI_SPRAVA]) })
    assert.deepEqual(await callsOf(czRes, files), ['[["101","Fyz', 'res_data.csv', 'ICO,OKRESLAU', '78'])
  })
})
