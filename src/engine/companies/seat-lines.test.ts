import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { EMPTY_SEAT } from '../../records/company.ts'
import { BARE_COMPANY } from '../../records/testing/bare-records.ts'
import { InputError } from '../../stdx/input-error.ts'
import { readSections, type SectionArray, section, writeSections } from '../../stdx/section-file.ts'
import { fc } from '../../stdx/testing/properties.ts'
import { loadSections } from '../../stdx/testing/sections.ts'
import { jsonTextAt, type ReadText, TextColumnBuilder, textAt } from '../../stdx/text-column.ts'
import { textArrays, textSections } from '../../stdx/text-sections.ts'
import { COMPANY_COLUMNS, CompanyColumns, CompanyColumnsBuilder } from './company-columns.ts'
import { SeatLines, SeatLinesBuilder } from './seat-lines.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-seat-lines-'))
after(() => rmSync(dir, { recursive: true }))

const USUAL = [
  '',
  'Ružinovská 5346/1B, 82102 Bratislava-Ružinov',
  'Mánesova 2764/10, Královo Pole, 61200 Brno',
  'Starý Žďár č.ev. 95, 46825 Starý Žďár',
  'č.ev. 7/3, 25166 Senohraby',
  'Horné Vzorky, 99901 Horné Vzorky',
  '12/4',
  '12, A',
  ', 1/2',
  ' , ',
  'Kurfürstendamm 21, D-10719 Berlin, Německo',
  '10 Downing Street, London SW1A 2AA',
  'A/B 5, C/D 6/7, E',
  'U "Lva" 5\\6, Brno',
]
const pieces = fc.array(fc.constantFrom(',', ', ', ' ', '/', '1', '23', 'a', 'ž', '"', '\\', '\n', '😀', 'č.ev. '))
const line = fc.oneof(
  fc.constantFrom(...USUAL),
  pieces.map((some) => some.join('')),
  fc.string({ unit: 'grapheme' }),
  // Halves of surrogate pairs too.
  fc.string({ unit: 'binary' }),
  fc.tuple(fc.constantFrom('x', 'ž 1, ', '😀'), fc.nat({ max: 300 })).map(([text, times]) => text.repeat(times)),
)
const lines = fc.array(line, { maxLength: 40 })
/** Indexes of lines. */
const places = fc.array(fc.nat({ max: 40 }))
/** Few enough that some lines find no room. */
const textsMax = fc.constantFrom(0, 1, 3, 10, 0xffff)

function sectionsOf(all: readonly string[], most?: number): Map<string, SectionArray> {
  const builder = new SeatLinesBuilder(most)
  for (const one of all) builder.push(one)
  return loadSections(builder.sections())
}

/** How a column of texts returns the same lines. */
function plainly(all: readonly string[], read: ReadText): string[] {
  const builder = new TextColumnBuilder()
  for (const one of all) builder.push(one)
  const arrays = textArrays(loadSections(textSections('plain', builder.pieces())), 'plain')
  return all.map((_, i) => read(arrays, i))
}

function bytesOf(sections: Map<string, SectionArray>): number {
  return [...sections.values()].reduce((sum, { byteLength }) => sum + byteLength, 0)
}

describe('lines in parts', () => {
  for (const [name, read] of Object.entries({ textAt, jsonTextAt })) {
    test(`are returned as those of a column of texts, by ${name}`, () => {
      fc.assert(
        fc.property(lines, textsMax, (all, most) => {
          const seats = new SeatLines(sectionsOf(all, most), read)
          const found = all.map((_, i) => seats.textAt(i))
          assert.deepEqual(found, plainly(all, read))
          assert(seats.isSound(all.length))
        }),
        { numRuns: 100 },
      )
    })
  }

  test('that are copied are those that are pushed', () => {
    fc.assert(
      fc.property(lines, lines, textsMax, textsMax, places, (before, added, mostBefore, most, replaced) => {
        const pushed = new SeatLinesBuilder(most)
        const copied = new SeatLinesBuilder(most)
        const copy = copied.createRangeCopier(new SeatLines(sectionsOf(before, mostBefore)))
        let at = 0
        // Some lines are replaced, as in a release that is patched.
        for (const [i, place] of replaced.toSorted((a, b) => a - b).entries()) {
          const end = Math.max(at, Math.min(place, before.length))
          copy(at, end)
          for (const one of before.slice(at, end)) pushed.push(one)
          for (const builder of [pushed, copied]) builder.push(added[i] ?? '')
          at = Math.min(end + 1, before.length)
        }
        copy(at, before.length)
        for (const one of before.slice(at)) pushed.push(one)
        assert.deepEqual(loadSections(copied.sections()), loadSections(pushed.sections()))
      }),
      { numRuns: 100 },
    )
  })

  test('take 8 bytes each if they are made of few parts', () => {
    const all = Array.from({ length: 10_000 }, (_, i) => `Ulica ${i % 100}/${i % 7}, 9990${i % 10} Vzorov`)
    assert(bytesOf(sectionsOf(all)) < 8 * all.length + 5000)
  })

  test('take at most 8 bytes and a megabyte more than their texts, and are found beyond all pools', () => {
    const all = Array.from({ length: 140_000 }, (_, i) => `Ulica${i} ${i}/${i}, ${i} Vzorov`)
    const sections = sectionsOf([...all, ...all.slice(0, 70_000)])
    const seats = new SeatLines(sections)
    for (const i of [0, 65_533, 65_534, 65_535, 65_536, 139_999]) assert.equal(seats.textAt(i), all[i])
    for (const i of [0, 65_534, 65_535, 69_999]) assert.equal(seats.textAt(140_000 + i), all[i])
    assert(bytesOf(sections) < Buffer.byteLength(all.join('') + all.slice(0, 70_000).join('')) + 8 * 210_000 + 2 ** 20)
    assert(seats.isSound(210_000))
  })
})

describe('a columns file', () => {
  const path = join(dir, 'columns')
  const other = join(dir, 'other')
  const long = 'Veľmi dlhá adresa '.repeat(20)
  const seats = [...USUAL, long, `${long}!`]
  const builder = new CompanyColumnsBuilder('cz')
  for (const [key, unstructured] of seats.entries()) {
    builder.push(key, { ...BARE_COMPANY, name: `Firma ${key}`, seat: { ...EMPTY_SEAT, unstructured } }, null)
  }
  builder.write(path)
  const openings = { open: CompanyColumns.open, openForLists: CompanyColumns.openForLists }
  const addressesOf = (columns: CompanyColumns): string[] => seats.map((_, row) => columns.summaryAt(row).address)

  /** Writes the file with other numbers of addresses, and sound checksums. */
  function writeNumbers(change: (numbers: Uint16Array) => Uint16Array): void {
    const sections = readSections(path, COMPANY_COLUMNS)
    const changed = change(Uint16Array.from(section(sections, 'address', Uint16Array)))
    writeSections(other, COMPANY_COLUMNS, { ...Object.fromEntries(sections), address: changed })
  }

  test('has the address of each company', () => {
    for (const open of Object.values(openings)) assert.deepEqual(addressesOf(open(path)), seats)
  })

  for (const [name, open] of Object.entries(openings)) {
    test(`with numbers that no text has is refused by ${name}`, () => {
      const message = `${other} is damaged in section address. Run \`regista publish\` to make a new one.`
      const refused = { name: 'InputError', message }
      const starts = ['street', 'number', 'suffix', 'place'].map((part) => `address.${part}Starts`)
      const texts = starts.map((name) => readSections(path, COMPANY_COLUMNS).get(name)!.length - 1)
      for (let at = 0; at < 4 * USUAL.length; at++) {
        writeNumbers((numbers) => numbers.with(at, texts[at % 4]!))
        assert.throws(() => open(other), refused, `number ${at}`)
      }
      const whole = 4 * USUAL.length
      for (const [at, value] of Object.entries({ [-4]: 0xffff, 1: 2, 2: 1, 5: 2 })) {
        writeNumbers((numbers) => numbers.with(whole + Number(at), value))
        assert.throws(() => open(other), refused, `number ${at} is ${value}`)
      }
      writeNumbers((numbers) => numbers.subarray(4))
      assert.throws(() => open(other), refused, 'a line is missing')
      writeNumbers((numbers) => numbers)
      assert.deepEqual(addressesOf(open(other)), seats)
    })
  }

  test('with a flipped bit is refused, or has the same content', () => {
    const sound = readFileSync(path)
    let refused = 0
    for (let bit = 3; bit < sound.length * 8; bit += 97) {
      const damaged = Buffer.from(sound)
      damaged[bit >> 3]! ^= 1 << (bit & 7)
      writeFileSync(other, damaged)
      try {
        assert.deepEqual(addressesOf(CompanyColumns.open(other)), seats)
      } catch (error) {
        assert(error instanceof InputError, String(error))
        refused += 1
      }
    }
    assert(100 < refused)
  })
})
