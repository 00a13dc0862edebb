import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { beforeEach, describe, test } from 'node:test'
import { main } from '../src/main.ts'
import { formatAddress } from '../src/records/format-address.ts'
import { encodeWindows1250 } from '../src/stdx/windows-1250.ts'
import { sampleDataDir, sampleRelease } from './conformance/sample-release.ts'
import { makeCleaner, parseRows as parse } from './testing/clean-list.ts'
import { regista, withoutFolder } from './testing/regista.ts'

const data = await sampleDataDir()
using release = await sampleRelease()
const columns = release.addressColumns('sk')!
const all = Array.from({ length: columns.length }, (_, row) => columns.at(row))
const point = all.find(
  ({ street, orientationNumber, municipality }) =>
    street !== null && orientationNumber !== null && municipality === 'Prešov',
)!
const number = `${point.registrationNumber}/${point.orientationNumber}${point.orientationLetter ?? ''}`
const village = all.find(({ street, registrationNumber }) => street === null && registrationNumber !== null)!
const companies = release.explainableCompanyIndex('cz')!.columns
const living = Array.from({ length: companies.length }, (_, row) => companies.at(row)).find(
  ({ ico, status, municipality }) => ico !== null && status === null && municipality !== null,
)!

const cleaner = makeCleaner(data)
const { clean } = cleaner
let dir: string
beforeEach(() => {
  dir = cleaner.begin()
})

const HEADER = 'Meno;Ulica;Číslo;Mesto;PSČ'
const RIGHT = `Ján;${point.street};${number};${point.municipality};${point.postalCode}`
const COLUMNS = ['--column', 'street=Ulica,number=Číslo,town=Mesto,postcode=PSČ']

describe('the output', () => {
  test('has the given bytes and the record behind them', async () => {
    const { code, read, stderr } = await clean(`${HEADER}\n${RIGHT}\n`, ...COLUMNS, '--country', 'sk')
    assert.equal(code, 0, stderr)
    const [row] = parse(String(read()))
    assert.equal(String(read()).split('\n')[1]!.slice(0, RIGHT.length), RIGHT)
    assert.equal(row!.regista_status, 'exact')
    assert(90 <= Number(row!.regista_score))
    assert.equal(row!.regista_number, number)
    assert.equal(row!.regista_street, point.street)
    assert.equal(row!.regista_town, point.municipality)
    assert.equal(row!.regista_postcode, point.postalCode)
    assert.match(row!.regista_id!, /^[0-9a-f]{32}$/)
    assert.equal(row!.regista_source, 'sk-addresses-csv')
    assert.match(row!.regista_as_of!, /^2026-/)
    const record = await regista(['record', 'show', row!.regista_id!, '--data', data])
    assert.equal(record.code, 0, record.stderr)
  })

  for (const [name, encode, delimiter, end] of [
    ['UTF-8 with a byte order mark and CRLF', (text: string) => Buffer.from(`\ufeff${text}`), ',', '\r\n'],
    ['windows-1250 and tabs', encodeWindows1250, '\t', '\r\n'],
    ['UTF-8 and bars', (text: string) => Buffer.from(text), '|', '\n'],
  ] as const)
    test(`keeps encoding, delimiter and line ends: ${name}`, async () => {
      const list = [HEADER, RIGHT, `"Ž""${delimiter}x${end}y";;;;`, RIGHT].join(end).replaceAll(';', delimiter)
      const { code, read, stderr } = await clean(encode(list), ...COLUMNS)
      assert.equal(code, 0, stderr)
      const rows = list.split(new RegExp(`${end}(?=[^y])`))
      const output = read().toString('latin1')
      const encoded = rows.map((row, i) =>
        (i === 0 ? encode(row) : encode(row).subarray(name.includes('mark') ? 3 : 0)).toString('latin1'),
      )
      assert.equal(output.split(end).length, list.split(end).length)
      for (const row of encoded) assert(output.includes(row + delimiter), row)
      assert(!output.endsWith('\n'), 'the last row has no end, as given')
      assert.equal(output.split('exact').length, 3)
    })

  test('goes to a file in a folder that exists', async () => {
    writeFileSync(join(dir, 'in.csv'), `${HEADER}\n${RIGHT}\n`)
    for (const [output, message] of [
      ['-', /Name it in place of "-"/],
      [join(dir, 'none', 'out.csv'), /the folder .*none does not exist/],
    ] as const) {
      const { code, stderr } = await regista([
        'clean',
        'addresses',
        join(dir, 'in.csv'),
        output,
        ...COLUMNS,
        '--data',
        data,
      ])
      assert.equal(code, 1)
      assert.match(stderr, message)
      assert.deepEqual(readdirSync(dir), ['in.csv'])
    }
  })

  test('is readable by its owner only, and never replaces a file', async () => {
    const first = await clean(`${HEADER}\n${RIGHT}\n`, ...COLUMNS, '--review', join(dir, 'review.csv'))
    assert.equal(first.code, 0, first.stderr)
    for (const name of ['out.csv', 'review.csv']) assert.equal(statSync(join(dir, name)).mode & 0o777, 0o600)
    const before = first.read()
    const second = await clean(`${HEADER}\n`, ...COLUMNS)
    assert.equal(second.code, 1)
    assert.match(second.stderr, /out\.csv exists\. Choose another name/)
    assert.deepEqual(second.read(), before)
    assert.deepEqual(readdirSync(dir).toSorted(), ['in.csv', 'out.csv', 'review.csv'])
  })
})

test('rows that cannot be read are named by line, passed through in their place, and skipped', async () => {
  const list = `${HEADER}\n${RIGHT}\nPeter;too;few\n"open;${RIGHT}\n\n${RIGHT}\n"Eva"x;;;;\n`
  const { code, read, stdout, stderr } = await clean(list, ...COLUMNS)
  assert.equal(code, 0, stderr)
  assert.match(stderr, /in\.csv, line 3: has 3 fields, the header has 5; the row was skipped/)
  assert.match(stderr, /line 4: a quoted field has no end/)
  assert.match(stderr, /line 7: text follows a closing quote/)
  assert(!`${stdout}${stderr}`.includes('Peter'), 'no row of the customer is printed')
  const lines = String(read()).split('\n')
  assert(lines[2]!.startsWith('Peter;too;few;;;skipped;'), 'the status stands below its header')
  for (const [i, line] of list.split('\n').entries()) assert(lines[i]!.startsWith(line), lines[i]!)
  assert.deepEqual(
    lines.map((line) => /exact|skipped/.exec(line)?.[0]),
    [undefined, 'exact', 'skipped', 'skipped', undefined, 'exact', 'skipped', undefined],
  )
})

test('a damaged row does not make a list of UTF-8 one of windows-1250', async () => {
  const list = Buffer.concat([
    Buffer.from(`${HEADER}\n${RIGHT}\n`),
    encodeWindows1250('Jiří;š;1;ž;\n'),
    Buffer.from(RIGHT),
  ])
  const { code, read, stderr } = await clean(list, ...COLUMNS)
  assert.equal(code, 0, stderr)
  assert.match(stderr, /line 3: is not utf-8; the row was skipped/)
  assert.equal(parse(String(read()))[2]!.regista_town, point.municipality)
})

test('headers may have line breaks, and a row that is too long is named so', async () => {
  const header = '\ufeff"Meno\na titul","Ulica\n",Číslo,Mesto,PSČ'
  const list = `${header}\n${RIGHT.replaceAll(';', ',')}\n${'x'.repeat(1e6)},,,,\n${RIGHT.replaceAll(';', ',')}`
  const { code, read, stderr } = await clean(list, ...COLUMNS)
  assert.equal(code, 0, stderr)
  assert.match(stderr, /line 5: is longer than 65536 bytes; the row was skipped/)
  assert.equal(String(read()).split(',exact,').length, 3)
})

test('what is no list with lines is refused', async () => {
  const { stderr } = await clean(`${HEADER}\r${RIGHT}\r`, ...COLUMNS)
  assert.match(stderr, /in\.csv: is not CSV\. Save it as CSV/)
  const folder = await regista(['clean', 'addresses', dir, join(dir, 'out.csv'), '--yes', '--data', data])
  assert.match(folder.stderr, /is not a regular file/)
})

test('Ctrl-C leaves the input and no other file', async () => {
  const list = `${HEADER}\n${`${RIGHT}\n`.repeat(200)}`
  writeFileSync(join(dir, 'in.csv'), list)
  const args = [
    'clean',
    'addresses',
    join(dir, 'in.csv'),
    join(dir, 'out.csv'),
    ...COLUMNS,
    '--review',
    join(dir, 'review.csv'),
  ]
  const { code } = await regista([...args, '--data', data], { signal: AbortSignal.abort() })
  assert.equal(code, 130)
  assert.deepEqual(readdirSync(dir), ['in.csv'])
  assert.equal(readFileSync(join(dir, 'in.csv'), 'utf8'), list)
})

test('Ctrl-C is listened for before a file is begun', async () => {
  writeFileSync(join(dir, 'in.csv'), `${HEADER}\n${RIGHT}\n`)
  const files: string[][] = []
  const args = ['clean', 'addresses', join(dir, 'in.csv'), join(dir, 'out.csv'), ...COLUMNS, '--data', data]
  const output = { write: () => {} }
  const code = await main(['node', 'regista', ...args], {
    stdout: output,
    stderr: output,
    env: process.env,
    get signal() {
      files.push(readdirSync(dir))
      return new AbortController().signal
    },
  })
  assert.equal(code, 0)
  assert.deepEqual(files[0], ['in.csv'])
})

describe('without --column', () => {
  test('columns are proposed from header and content, and nothing is done before somebody agrees', async () => {
    const list = `Meno;Ulica;Súpisné číslo;Obec;kód\n${RIGHT}\n`
    const asked = await clean(list)
    assert.equal(asked.code, 1)
    assert.match(asked.stderr, /repeat with --yes .*street=Ulica/)
    assert.deepEqual(readdirSync(dir), ['in.csv'])
    const { code, stderr, read } = await clean(list, '--yes')
    assert.equal(code, 0, stderr)
    for (const column of ['Meno: not used', 'Ulica: street', 'Súpisné číslo: number', 'Obec: town', 'kód: postcode'])
      assert(stderr.includes(`column ${column}\n`), column)
    assert.equal(parse(String(read()))[0]!.regista_status, 'exact')
  })

  test('a list without such columns is refused with the names of its columns', async () => {
    const { code, stderr } = await clean('a;b\n1;2\n', '--yes')
    assert.equal(code, 1)
    assert.match(stderr, /no column of .*in\.csv looks like addresses.*Its columns are a, b/)
  })
})

test('two columns of numbers are one number', async () => {
  const { registrationNumber, orientationNumber, orientationLetter } = point
  const row = [point.street, registrationNumber, `${orientationNumber}${orientationLetter ?? ''}`, point.municipality]
  const list = `Ulica;Súpisné;Orientačné;Mesto\n${row.join(';')}\n`
  const options = ['--column', 'street=Ulica,town=Mesto,number=Súpisné,number=Orientačné', '--country', 'sk']
  const { code, stderr, read } = await clean(list, ...options)
  assert.equal(code, 0, stderr)
  const [{ regista_status, regista_number }] = parse(String(read())) as [Record<string, string>]
  assert(regista_status === 'completed' || regista_status === 'exact')
  assert.equal(regista_number, number)
})

describe('a mistake that the first rows show stops the command before a file is made', () => {
  const street = `${point.street};${point.municipality}`
  const firm = `${living.ico};"${living.name.replaceAll('"', '""')}";${living.municipality}`
  const LISTS: readonly (readonly [what: string, list: string, options: string[], message: RegExp])[] = [
    [
      'numbers that are not used',
      `Ulica;Dom;Mesto\n${[7, 3, 9].map((house) => `${point.street};${house};${point.municipality}\n`).join('')}`,
      ['--column', 'street=Ulica,town=Mesto'],
      /the column Dom of numbers is not used\. Add --column number=Dom/,
    ],
    ['a town alone', `Meno;Mesto\nEva;${point.municipality}\n`, ['--yes'], /no column is taken for street or number/],
    ['a town alone', 'Mesto\nBrno\n', ['companies', '--yes'], /no column is taken for ico or name/],
    ['two lists', `Ulica;Mesto\n${street}\nUlica;Mesto\n${street}\n`, ['--yes'], /line 3 is another header/],
    [
      'names and addresses mixed up',
      'Firma;Mesto\nHlavná 5;Alfa\nDlhá 12;Beta\n',
      ['companies', '--yes'],
      /the column Firma, taken for name, holds addresses/,
    ],
    [
      'another country',
      `IČO;Firma;Mesto\n${`${firm}\n`.repeat(6)}`,
      ['companies', '--yes', '--country', 'sk'],
      /0 have a record in sk and 6 in cz\. Repeat with --country cz/,
    ],
  ]
  for (const [what, list, options, message] of LISTS)
    test(`${what}: ${options[0]}`, async () => {
      const stopped = await clean(list, ...options)
      assert.equal(stopped.code, 1)
      assert.match(stopped.stderr, message)
      assert.match(stopped.stderr, /add --anyway/)
      assert.deepEqual(readdirSync(dir), ['in.csv'])
      const { code, stderr } = await clean(list, ...options, '--anyway')
      assert.equal(code, 0, stderr)
    })
})

test('a list of strangers runs on, and the summary says why most have no record', async () => {
  const list = `${HEADER}\n${'Ján;Nikdejšia;5;Prešov;08001\n'.repeat(8)}`
  const { code, stdout, stderr } = await clean(list, ...COLUMNS, '--country', 'sk')
  assert.equal(code, 0, stderr)
  assert.match(stdout, /most frequent reason of rows without a record: (street|number): conflict/)
})

test('a header may have a comma, and a country may be a column', async () => {
  const list = `"Adresa, celá";Krajina\n"${formatAddress(point)}";Slovensko\n"${formatAddress(village)}";CZ\n`
  const { code, stderr, read } = await clean(list, '--column', 'address=Adresa, celá', '--country', 'column:Krajina')
  assert.equal(code, 0, stderr)
  const [first, second] = parse(String(read()))
  assert.equal(first!.regista_status, 'exact')
  assert.equal(second!.regista_id, '')
})

test('a row of another country gets no record', async () => {
  const countries = ['Slovensko', 'S.R.', '', 'Slovinsko', 'Österreich', 'Č. R.', 'Srbsko', 'Slovak Republic', '16']
  const list = `${HEADER};Krajina\n${countries.map((one) => `${RIGHT};${one}\n`).join('')}`
  const { code, stderr, read } = await clean(list, ...COLUMNS, '--country', 'column:Krajina')
  assert.equal(code, 0, stderr)
  const rows = parse(String(read()))
  assert.deepEqual(
    rows.map(({ regista_status }) => regista_status === 'exact'),
    [true, true, true, false, false, false, false, true, true],
  )
  assert.deepEqual([rows[3]!.regista_status, rows[3]!.regista_differences], ['none', 'country: conflict'])
  assert.notEqual(rows[5]!.regista_differences, 'country: conflict')
})

test('wrong options say what is right', async () => {
  for (const [options, message] of [
    [['--column', 'road=Ulica'], /expected postcode, number, part, town, street, address, country before "="/],
    [['--column', 'street=Cesta'], /has no column "Cesta"\. Its columns are Meno, Ulica/],
    [['--column', 'street=Ulica,street=Mesto'], /names street twice/],
    [['--column', 'part=Časť'], /has two columns "Časť"/],
    [[...COLUMNS, '--review', join(dir, '..', basename(dir), 'out.csv')], /--review names the output/],
    [['--country', 'pl'], /Expected sk, cz or column:NAME/],
  ] as const) {
    const { stderr, code } = await clean(`${HEADER};Časť;Časť\n`, ...options)
    assert.notEqual(code, 0)
    assert.match(stderr, message)
  }
})

test('a review has the rows for a person, and its choices are written into the list', async () => {
  const wrong = `Eva;${point.street};99999;${point.municipality};${point.postalCode}`
  const moved = `Iva;${point.street};${number};Nikde;${point.postalCode}`
  const list = `${HEADER}\n${RIGHT}\n${moved}\n${wrong}\n${moved}\n`
  const { code, stderr, stdout, read } = await clean(list, ...COLUMNS, '--review', join(dir, 'review.csv'), '--json')
  assert.equal(code, 0, stderr)
  const summary = JSON.parse(stdout)
  assert.deepEqual(summary.by_status, { conflict: 2, exact: 1, street: 1 })
  assert.equal(summary.to_review, 3)
  assert.deepEqual(summary.differences[0], { difference: 'town: conflict', rows: 2 })
  const review = parse(String(read('review.csv')))
  assert.deepEqual(
    review.map((row) => row.Meno),
    ['Iva', 'Eva', 'Iva'],
  )
  assert.equal(review[0]!.candidate_1, formatAddress(point))
  const lines = String(read('review.csv')).trimEnd().split('\n')
  writeFileSync(
    join(dir, 'chosen.csv'),
    `${lines[0]}\n${lines[1]}1\n${lines[2]}7\n${lines[3]!.replace(/4-|5-/, '9-')}1\n`,
  )
  const applied = await regista([
    'clean',
    'apply',
    join(dir, 'out.csv'),
    join(dir, 'chosen.csv'),
    join(dir, 'final.csv'),
    '--data',
    data,
  ])
  assert.equal(applied.code, 0, applied.stderr)
  assert.match(applied.stdout, /1 choice applied/)
  assert.match(applied.stderr, /line 3: choice is none of 1, 2, 3/)
  assert.match(applied.stderr, /row 9-\w+: no such row/)
  const [before, after] = [String(read()).split('\n'), String(read('final.csv')).split('\n')]
  assert.deepEqual(after.toSpliced(2, 1), before.toSpliced(2, 1))
  const row = parse(String(read('final.csv')))[1]!
  assert.equal(row.Meno, 'Iva')
  assert.deepEqual(
    [row.regista_status, row.regista_differences, row.regista_town],
    ['corrected', 'chosen by a person', point.municipality],
  )
  const noList = await regista([
    'clean',
    'apply',
    join(dir, 'in.csv'),
    join(dir, 'chosen.csv'),
    join(dir, 'x.csv'),
    '--data',
    data,
  ])
  assert.match(withoutFolder(noList.stderr), /does not end with the columns of `regista clean`/)
})

test('only the column of the review is a choice, also of rows with stray quotes, and two choices are none', async () => {
  const row = (name: string) => `${name};${point.street};${number};Nikde;${point.postalCode};1`
  const list = `${HEADER};choice\n${row('5" rúra')}\n${row('Iva')}\n${row('Eva')}\n`
  await clean(list, ...COLUMNS, '--review', join(dir, 'review.csv'))
  const [header, ...rows] = readFileSync(join(dir, 'review.csv'), 'utf8').trimEnd().split('\n')
  const chosen = [header, `${rows[0]}1`, rows[1], `${rows[2]}1`, `${rows[2]}0`]
  writeFileSync(join(dir, 'chosen.csv'), `${chosen.join('\n')}\n`)
  const files = ['out.csv', 'chosen.csv', 'final.csv'].map((name) => join(dir, name))
  const { stderr } = await regista(['clean', 'apply', ...files, '--data', data])
  assert.match(stderr, /line 5: another choice stands beside row 4-\w+/)
  const final = parse(readFileSync(files[2]!, 'utf8'))
  assert.deepEqual(
    final.map((one) => one.regista_differences === 'chosen by a person'),
    [true, false, false],
  )
})
