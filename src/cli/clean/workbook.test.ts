import assert from 'node:assert/strict'
import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { fc } from '../../stdx/testing/properties.ts'
import { buildZip } from '../../stdx/testing/zip.ts'
import { detectFormat, type ListRow, readRows } from './list-file.ts'
import { createList } from './new-list.ts'

const dir = mkdtempDisposableSync(join(tmpdir(), 'regista-book-'))
process.once('exit', () => dir.remove())

type Parts = Readonly<Record<string, string>>

const TRANSITIONAL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relations = (targets: Parts, base = TRANSITIONAL): string =>
  `<Relationships>${Object.entries(targets)
    .map(
      ([type, target], i) => `<Relationship Id="r${i}" Type="${base}/${type.replace(/\d/, '')}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`

/** A workbook as LibreOffice writes it: relative targets, shared strings. */
function libreOffice(rows: string, { strings = '', formats = '', more = {} as Parts } = {}): Parts {
  return {
    '_rels/.rels': relations({ officeDocument: 'xl/workbook.xml' }),
    'xl/_rels/workbook.xml.rels': relations({
      worksheet: 'worksheets/sheet1.xml',
      sharedStrings: 'sharedStrings.xml',
      styles: 'styles.xml',
    }),
    'xl/workbook.xml':
      '<workbook><workbookPr date1904="false"/><sheets><sheet name="Hárok1" state="visible" r:id="r0"/></sheets></workbook>',
    'xl/sharedStrings.xml': `<sst>${strings}</sst>`,
    'xl/styles.xml': `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="000 00"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${formats}</cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    ...more,
  }
}

let count = 0
async function write(parts: Parts | Buffer): Promise<string> {
  count += 1
  const path = join(dir.path, `${count}.xlsx`)
  writeFileSync(path, Buffer.isBuffer(parts) ? parts : await buildZip(parts))
  return path
}

async function read(path: string, sheet?: string): Promise<ListRow[]> {
  const rows: ListRow[] = []
  for await (const row of readRows(await detectFormat(path, sheet))) rows.push(row)
  return rows
}

async function readFields(parts: Parts, sheet?: string) {
  return (await read(await write(parts), sheet)).map(({ fields }) => fields)
}

describe('a sheet is read as it is shown', () => {
  test('LibreOffice: shared strings, formats, dates, a row without values', async () => {
    const parts = libreOffice(
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c></row>' +
        '<row r="2"><c r="A2" s="1"><v>4001</v></c><c r="B2" s="2"><v>46355</v></c><c r="C2" t="s"><v>3</v></c></row>' +
        '<row r="3"><c r="A3" s="1"/></row>' +
        '<row r="5"><c r="B5"><f>1+1</f><v>2</v></c></row>',
      {
        strings:
          '<si><t>PSČ</t></si><si><t xml:space="preserve">Deň </t></si><si><t>Meno</t></si><si><t>A&amp;B_x000D_&#10;_x005F_x</t></si>',
        formats: '<xf numFmtId="164"/><xf numFmtId="14"/>',
      },
    )
    const rows = await read(await write(parts))
    assert.deepEqual(
      rows.map(({ fields }) => fields),
      [['PSČ', 'Deň ', 'Meno'], ['040 01', '29.11.2026', 'A&B\r\n_x'], [''], [''], ['', '2', '']],
    )
    assert.deepEqual(
      rows.map(({ line, isHeader }) => `${line} ${isHeader}`),
      ['1 true', '2 false', '3 false', '4 false', '5 false'],
    )
    assert.equal(String(rows[1]!.bytes), '040 01;29.11.2026;"A&B\r\n_x"')
  })

  test('Excel: prefixes, whole paths, runs of text with reading aids, kinds of values', async () => {
    const parts: Parts = {
      '_rels/.rels': relations(
        { officeDocument: '/xl/workbook.xml' },
        'http://purl.oclc.org/ooxml/officeDocument/relationships',
      ),
      'xl/_rels/workbook.xml.rels': relations({
        worksheet: '/xl/worksheets/sheet1.xml',
        sharedStrings: '/xl/sharedStrings.xml',
      }),
      'xl/workbook.xml': '<x:workbook><x:sheets><x:sheet name="A" d3p1:id="r0"/></x:sheets></x:workbook>',
      'xl/sharedStrings.xml':
        '<x:sst><x:si><x:r><x:t>Kol</x:t></x:r><x:r><x:rPr/><x:t>lárova</x:t></x:r><x:rPh><x:t>aid</x:t></x:rPh></x:si></x:sst>',
      'xl/worksheets/sheet1.xml':
        '\ufeff<?xml version="1.0"?><x:worksheet><x:cols><x:col/></x:cols><x:sheetData><x:row>' +
        '<x:c t="s"><x:v>0</x:v></x:c><x:c t="inlineStr"><x:is><x:t>in</x:t></x:is></x:c>' +
        '<x:c t="str"><x:f>A1&amp;"x"</x:f><x:v>calculated</x:v></x:c><x:c t="b"><x:v>1</x:v></x:c>' +
        '<x:c t="e"><x:v>#N/A</x:v></x:c><x:c r="AB1"><x:v>7</x:v></x:c></x:row></x:sheetData>' +
        '<x:extLst><x:ext><xm:f>A1</xm:f></x:ext></x:extLst></x:worksheet>',
    }
    const [header] = await readFields(parts)
    assert.deepEqual(header!.slice(0, 6), ['Kollárova', 'in', 'calculated', 'TRUE', '#N/A', ''])
    assert.deepEqual([header!.length, header![27]], [28, '7'])
  })

  test('the first sheet that is not hidden, or the named one', async () => {
    const cell = (text: string) =>
      `<worksheet><sheetData><row><c t="str"><v>${text}</v></c></row></sheetData></worksheet>`
    const parts = libreOffice('', {
      more: {
        'xl/_rels/workbook.xml.rels': relations({ worksheet1: 'a.xml', chartsheet: 'c.xml', worksheet2: 'b.xml' }),
        'xl/workbook.xml':
          '<workbook><sheets><sheet name="Starý" state="hidden" r:id="r0"/><sheet name="Graf" r:id="r1"/><sheet name="Nový" r:id="r2"/></sheets></workbook>',
        'xl/a.xml': cell('old'),
        'xl/b.xml': cell('new'),
      },
    })
    assert.deepEqual(await readFields(parts), [['new']])
    assert.deepEqual(await readFields(parts, 'Starý'), [['old']])
    await assert.rejects(readFields(parts, 'X'), /has no sheet "X"\. Its sheets are Starý, Nový/)
  })

  test('a formula without a value and a row that is too long are named, and nothing of them is lost', async () => {
    const long = 'x'.repeat(30_000)
    const parts = libreOffice(
      '<row><c t="str"><v>A</v></c><c t="str"><v>B</v></c></row><row><c t="str"><v>a</v></c><c><f>B1</f></c></row>' +
        `<row>${`<c t="str"><v>${long}</v></c>`.repeat(3)}</row>`,
    )
    const rows = await read(await write(parts))
    assert.match(rows[1]!.problem!, /the formula in column 2 has no value/)
    assert.deepEqual(rows[1]!.fields, ['a', ''])
    assert.equal(rows[2]!.problem, 'is longer than 65536 bytes')
    assert.deepEqual(rows[2]!.fields, [long, long, long])
  })
})

const ROW = '<row><c t="str"><v>A</v></c></row>'
const sheet = (text: string): Parts => libreOffice('', { more: { 'xl/worksheets/sheet1.xml': text } })
const whole = await buildZip(libreOffice(ROW))

const DAMAGED: readonly (readonly [what: string, parts: Parts | Buffer, message: RegExp])[] = [
  ['another zip', { 'a.txt': 'x' }, /is no workbook\. Save the list as \.xlsx or CSV/],
  ['an old workbook', Buffer.from('d0cf11e0a1b11ae100', 'hex'), /is an old or a locked workbook\. Save it as \.xlsx/],
  ['a file that is cut off', whole.subarray(0, whole.length / 2), /has no readable directory/],
  ['no workbook', { '_rels/.rels': relations({ officeDocument: 'xl/workbook.xml' }) }, /has no xl\/_rels\/workbook/],
  ['no sheet', libreOffice(ROW, { more: { 'xl/workbook.xml': '<workbook/>' } }), /has no sheet with rows/],
  ['an empty sheet', libreOffice('<row r="3"><c s="1"/></row>'), /the sheet "Hárok1" is empty/],
  ['XML without an end', sheet('<worksheet><sheetData><row>'), /sheet1\.xml: is incomplete or no well-formed XML/],
  ['no XML', sheet('PSČ;Mesto'), /is incomplete or no well-formed XML/],
  ['an entity', sheet(`<!DOCTYPE a [<!ENTITY b "b">]><a>&b;</a>`), /is incomplete or no well-formed XML/],
  ['a deep document', sheet('<a>'.repeat(200)), /is nested more than 100 deep/],
  [
    'a text without an end',
    sheet(`<worksheet><sheetData><row><c t="str"><v>${'x'.repeat(3 << 20)}`),
    /has a text of more than/,
  ],
  ['a tag without an end', sheet(`<worksheet a="${'x'.repeat(3 << 20)}`), /has a text of more than/],
  ['a string that is not there', libreOffice('<row><c t="s"><v>5</v></c></row>'), /has no string 5/],
  ['half a string', libreOffice('<row><c t="s"><v>0.5</v></c></row>', { strings: '<si/><si/>' }), /has no string 0\.5/],
  ['rows out of order', libreOffice(`${ROW}<row r="1"/>`), /has row 1 behind row 1/],
  ['a row far below', libreOffice('<row r="9999999"/>'), /has row 9999999 behind row 0/],
  ['a column far right', libreOffice('<row><c r="ZZZZ1"><v>1</v></c></row>'), /has a cell ZZZZ1/],
  ['no column', libreOffice('<row><c r="1"><v>1</v></c></row>'), /has a cell 1/],
  [
    'a row of one string a thousand times',
    libreOffice(`<row>${'<c t="s"><v>0</v></c>'.repeat(1000)}</row>`, {
      strings: `<si><t>${'x'.repeat(30_000)}</t></si>`,
    }),
    /has more than 1048576 letters in row 1/,
  ],
]

describe('a damaged workbook gets a sentence', () => {
  for (const [what, parts, message] of DAMAGED)
    test(what, async () => {
      const path = await write(parts)
      await assert.rejects(read(path), (error: Error) => error.name === 'InputError' && message.test(error.message))
    })

  for (const [what, part, bytes, message] of [
    ['a sheet of gigabytes', 'sheet1.xml', 0xf0000000, /unpacks to 4026531840 bytes; at most 2147483648 are expected/],
    [
      'strings of gigabytes',
      'sharedStrings.xml',
      0x20000000,
      /unpacks to 536870912 bytes; at most 134217728 are read\. Save/,
    ],
    ['more than the directory says', 'sheet1.xml', 20, /the directory says 20: the zip is damaged/],
  ] as const)
    test(what, async () => {
      const zip = Buffer.from(whole)
      const entry = zip.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1'), zip.lastIndexOf(part))
      zip.writeUInt32LE(bytes, entry + 24)
      await assert.rejects(async () => read(await write(zip)), message)
    })

  test('a workbook that is written while it is read', async () => {
    const path = await write(libreOffice(ROW))
    const format = await detectFormat(path)
    writeFileSync(path, await buildZip(libreOffice(ROW + ROW)))
    await assert.rejects(async () => {
      for await (const _ of readRows(format));
    }, /was changed while it was read/)
  })

  test('a sheet of CSV', async () => {
    writeFileSync(join(dir.path, 'a.csv'), 'a;b\n')
    await assert.rejects(detectFormat(join(dir.path, 'a.csv'), 'A'), /is no workbook, so --sheet is not possible/)
  })
})

describe('a new workbook', () => {
  test('gives back each text that was written, and cells like formulas stay text', async () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 'ž', '=', '+', '<', '&', ' ', '\n', '\r', '\0', '_x000D_', '_x', '"', '\u{1f600}'),
    })
    const property = fc.asyncProperty(
      fc.array(fc.array(text, { minLength: 2, maxLength: 4 }), { maxLength: 5 }),
      async (rows) => {
        const csv = join(dir.path, 'in.csv')
        writeFileSync(csv, 'A;B\n')
        const format = await detectFormat(csv)
        count += 1
        const path = join(dir.path, `${count}.xlsx`)
        const row = {
          line: 1,
          isHeader: false,
          bytes: Buffer.alloc(0),
          lineEnd: '',
          problem: undefined,
          isBegun: false,
        }
        {
          using list = createList(path, format)
          list.write({ ...row, number: 1, fields: ['A', 'B'] }, ['C', 'D'])
          for (const [i, cells] of rows.entries()) list.write({ ...row, number: i + 2, fields: [] }, [...cells, '|'])
          list.finish()
        }
        const found = (await read(path)).slice(1).map(({ fields }) => fields!.join('\0\0').replace(/(\0\0)+$/, ''))
        assert.deepEqual(
          found,
          rows.map((cells) => ['', '', ...cells, '|'].join('\0\0')),
        )
      },
    )
    await fc.assert(property, { numRuns: 50 })
  })
})
