import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Company } from '../../records/company.ts'
import { ON_UNKNOWN_DAY } from '../../records/unknown-day.ts'
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
import { type Recording, recordingSink } from '../testing/recording-sink.ts'
import { writeSourceFiles } from '../testing/source-files.ts'
import { czRes } from './cz-res.ts'

type Files = Readonly<Record<string, string | Uint8Array>>

async function read(files: Files, recording: Recording = recordingSink()): Promise<Recording> {
  const [set] = await czRes.arrange(writeSourceFiles(files), {})
  await czRes.read(set!, recording.sink)
  return recording
}

const formName = (recording: Recording, key: number) => (recording.records.get(key) as Company).legalForm?.name

describe('arrange', () => {
  test('makes one full set of the day in the rows, code lists first, whatever the file names', async () => {
    const files = writeSourceFiles({
      'res-zari.csv': resData([TEXT_SEAT, EVERY_COLUMN]),
      'cis56.csv': FORMS.join('\n'),
    })
    const sets = await czRes.arrange(files, {})
    assert.deepEqual(
      sets.map(({ files, dataset, ...rest }) => ({
        ...rest,
        dataset: dataset.name,
        files: files.map((file) => file.name),
      })),
      [
        {
          dataset: 'cz-res',
          scope: '',
          coverage: 'full',
          complete: true,
          observedOn: '2026-09-15',
          files: ['cis56.csv', 'res-zari.csv'],
        },
      ],
    )
  })
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
  for (const [what, current, historical] of [
    [
      'by the end of validity',
      [dated, '56,331,"new",2015-01-01,9999-09-09'],
      [dated, '56,331,"old",2001-01-01,2014-12-31'],
    ],
    [
      'by an end as Czechs write it',
      [dated, '56,331,"new",01.01.2015,09.09.9999'],
      [dated, '56,331,"old",01.01.2001,31.12.2014'],
    ],
    [
      'by the beginning of validity',
      [dated, '56,331,"new",2015-01-01,9999-09-09'],
      [dated, '56,331,"old",2001-01-01,9999-09-09'],
    ],
    [
      'an edition without validity counts as current',
      [header, '56,331,"new"'],
      [dated, '56,331,"old",2001-01-01,2014-12-31'],
    ],
  ] as const) {
    for (const names of [
      ['a.csv', 'b.csv'],
      ['b.csv', 'a.csv'],
    ] as const) {
      test(`of two editions of list 56 the current name counts: ${what} (${names[0]})`, async () => {
        const recording = await read({
          [names[0]]: current.join('\n'),
          [names[1]]: [...historical, historical[1].replace('331', '421')].join('\n'),
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
    const list = [
      dated,
      '56,331,"b",2001-01-01,9999-09-09',
      '56,331,"c",2001-01-01,9999-09-09',
      '56,331,"a",1999-01-01,2000-12-31',
    ]
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
    await assert.rejects(read(lists('one', 'other')), {
      name: 'InputError',
      message:
        'b.csv: gives code 331 of list 56 another name than a.csv does, and neither shows which is current. Put "hist" into the name of the historical edition',
    })
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
    const rows = [
      withColumn(LESNI_SPRAVA, 'DDATVZN', 'včera'),
      TEXT_SEAT,
      withColumn(LESNI_SPRAVA, 'ICO', 'CZ78'),
      '1,2,3',
      '00000086,"x"y',
      withColumn(ENDED_PERSON, 'DDATZAN', '31.12.2023'),
      withColumn(SOLE_TRADER, 'DATPLAT', 'Vymyšlená Osoba'),
      LESNI_SPRAVA,
    ]
    const { rejects, records } = await read({ 'res_data.csv': resData(rows) })
    const file = 'res_data.csv'
    assert.deepEqual([...records.keys()], [700001, 78])
    assert.deepEqual(rejects, [
      { file, line: 2, key: '00000078', field: 'DDATVZN', reason: 'is not a day; YYYY-MM-DD is expected' },
      { file, line: 5, key: null, field: 'ICO', reason: 'is not a number of at most eight digits' },
      { file, line: 6, key: null, field: 'row', reason: 'has 3 fields, the header has 25' },
      { file, line: 7, key: null, field: 'row', reason: 'text follows a closing quote' },
      { file, line: 8, key: '00700023', field: 'DDATZAN', reason: 'is not a day; YYYY-MM-DD is expected' },
      { file, line: 9, key: '00700015', field: 'DATPLAT', reason: 'is not a day; YYYY-MM-DD is expected' },
    ])
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
    const calls: string[] = []
    let bytes = 0
    const { sink } = recordingSink()
    const [set] = await czRes.arrange(files, {})
    await czRes.read(set!, {
      ...sink,
      openFile: (file) => calls.push(file.name),
      dependsOn: (some) => calls.push(Buffer.from(some).toString().slice(0, 12)),
      progress: (some) => (bytes += some),
      record: (key) => calls.push(String(key)),
    })
    assert.deepEqual(calls, ['[["101","Fyz', 'res_data.csv', 'ICO,OKRESLAU', '78'])
    assert.equal(
      bytes,
      files.reduce((sum, file) => sum + file.bytes, 0),
    )
  })
})
