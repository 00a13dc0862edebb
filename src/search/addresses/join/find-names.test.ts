import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { NameTable } from '../../../engine/addresses/addresses.ts'
import { WordSearch } from '../../../engine/engine.ts'
import { exampleAddress } from '../../../engine/testing/address-columns.ts'
import { fc } from '../../../stdx/testing/properties.ts'
import { isStreetKind, STREET_WORDS } from '../../../text/address-abbreviations.ts'
import { readAddressText } from '../../../text/address-text.ts'
import { PREPOSITIONS } from '../../../text/inflection.ts'
import { exampleIndex } from '../../testing/indexes.ts'
import { alignName, type KnownName, TYPING_ERROR, type TypedWord } from './align-name.ts'
import { type Errors, NameFinder } from './find-names.ts'

interface Place {
  readonly street: string | null
  readonly municipality: string
}

function tableOf(places: readonly Place[]): NameTable {
  return exampleIndex(places.map((place, key) => ({ key, address: exampleAddress(place) }))).names
}

function finderOf(table: NameTable): NameFinder {
  const search = new WordSearch(table.words)
  search.beginQuery()
  return new NameFinder(table, search)
}

const NAMES = [
  ...['Hlavní', 'Hlavní náměstí', 'Náměstí Svobody', 'Boženy Němcové', 'B. Němcové', 'Gen. Svobody', 'Ulice Svobody'],
  ...['Plzeň', 'Plzeňská', 'Kralice nad Plznou', 'Kralice-Hlavní', 'Kr. Svobody', 'Králova', '17. listopadu', 'Němcov'],
  ...['Hlavní Boženy Svobody', 'Velká', 'Velká Plzeňská ulice'],
]
const place: fc.Arbitrary<Place> = fc.record({
  street: fc.constantFrom(null, ...NAMES),
  municipality: fc.constantFrom(...NAMES),
})

const WORDS = [
  ...'hlavni hlavnim hlavninamesti namesti nam nam. svobody svob. sv bozeny boz bozena b b. nemcove nemcov'.split(' '),
  ...'nem. generala gen gen. ulice ul plzni plzen plzenska plz kralice kralic krala kr kralova nad na v do'.split(' '),
  ...'17 17. listopadu velka velk plznou hlav ni nemc ove'.split(' '),
]
const text = fc
  .array(fc.tuple(fc.constantFrom(...WORDS), fc.constantFrom(' ', ' ', ' ', ' ', ', ')), { minLength: 1, maxLength: 7 })
  .map((parts) =>
    parts
      .map(([word, then]) => word + then)
      .join('')
      .replace(/[ ,]+$/, ''),
  )

/** The words of each piece of a text between its commas. */
function wordsIn(text: string): TypedWord[][] {
  const pieces = text.split(', ').map((piece) => piece.split(' '))
  return pieces.map((words, piece) =>
    words.map((word, i) => ({
      text: word.replace('.', ''),
      hasDot: word.endsWith('.'),
      isUnfinished: piece === pieces.length - 1 && i === words.length - 1 && !/\d/.test(word),
      isInflected:
        !/\d/.test(word) && PREPOSITIONS.has((words[i - 1] ?? pieces[piece - 1]?.at(-1) ?? '').replace('.', '')),
    })),
  )
}

/** Whether a word leads to the name: it is one of its words, or begins one and is no whole word of another name. */
function leadsTo({ words }: KnownName, { text, hasDot }: TypedWord, all: ReadonlySet<string>): boolean {
  if (text.length === 1 || /\d/.test(text) || STREET_WORDS.has(text) || isStreetKind(text)) return false
  if (words.includes(text)) return true
  return 3 <= text.length && (hasDot || !all.has(text)) && words.some((word) => word.startsWith(text))
}

/** At most one of the longer words of the name begins with a letter that no typed word begins with. */
function beginsAlike({ words, dotted, cuts }: KnownName, typed: readonly TypedWord[]): boolean {
  if (cuts !== 0) return true
  const missing = words.filter(
    (word, i) => 2 < word.length && (dotted & (1 << i)) === 0 && !typed.some(({ text }) => text[0] === word[0]),
  )
  return missing.length <= 1
}

describe('the names in a text', () => {
  test('are those that a plain alignment of every name finds without a typing error', () => {
    let met = 0
    const property = fc.property(fc.array(place, { maxLength: 12 }), text, (places, typed) => {
      const table = tableOf(places)
      const spans = finderOf(table).find(readAddressText([typed], 'apart').tokens, 'none')
      const names = Array.from({ length: table.dotted.length }, (_, name) => ({
        words: table.wordsOf(name),
        dotted: table.dotted[name]!,
        cuts: table.cuts[name]!,
      }))
      const all = new Set(names.flatMap(({ words }) => [...words, words.join('')]))
      for (const [name, known] of names.entries())
        for (const words of wordsIn(typed)) {
          const plain = alignName(words, 0, words.length, known)
          if (plain === undefined || TYPING_ERROR <= plain.cost || !beginsAlike(known, words)) continue
          if (!words.slice(plain.from, plain.to).some((word) => leadsTo(known, word, all))) continue
          met += 1
          const cost = Math.min(...spans.filter((span) => span.name === name).map((span) => span.cost))
          assert(cost <= plain.cost, `${typed}: ${known.words.join(' ')} costs ${cost}, and plainly ${plain.cost}`)
        }
    })
    fc.assert(property, { numRuns: 300 })
    assert(150 < met, `only ${met} names were met`)
  })
  const table = tableOf(
    ['Hlavní náměstí', 'Plzeňská', 'Ústí nad Labem', 'Brodská', 'Bradská'].map((street) => ({
      street,
      municipality: 'Hlavnice',
    })),
  )
  const spansOf = (typed: string, steps: readonly Errors[]): string[] => {
    const finder = finderOf(table)
    const { tokens } = readAddressText([typed], 'apart')
    const found = new Map()
    const [spans] = steps.map((errors) => finder.find(tokens, errors, found)).reverse()
    return spans!.map(({ name, from, to, cost }) => `${finder.textOf(name)} ${from}-${to} ${cost}`)
  }
  for (const [typed, steps, expected] of [
    ['plzenska 5', ['none'], ['plzenska 0-1 0']],
    ['plzneska 5', ['none'], []],
    ['v plzenske 5', ['none'], ['plzenska 1-2 0.8']],
    ['plzneska 5', ['unknown words'], ['plzenska 0-1 2']],
    ['plzneska 5', ['none', 'all words'], []],
    ['brodska 5', ['unknown words'], ['brodska 0-1 0']],
    ['brodska 5', ['none', 'all words'], ['brodska 0-1 0', 'bradska 0-1 2']],
    ['hlavnic 5', ['none'], ['hlavnice 0-1 0.5']],
    ['hlavni namesti 5', ['none'], ['hlavni namesti 0-2 0']],
    ['hlavninamesti 5', ['none'], ['hlavni namesti 0-1 0.2']],
    ['hlavnimamesti 5', ['unknown words'], ['hlavni namesti 0-1 2.2']],
    ['plz enska 5', ['none'], ['plzenska 0-2 0.2', 'plzenska 0-1 0.5']],
    ['namesti hlavni 5', ['none'], ['hlavni namesti 0-2 0.7', 'hlavni namesti 0-1 1.5']],
    ['hlavni, namesti 5', ['none'], ['hlavni namesti 0-1 1.5']],
    ['namesti 5', ['none'], []],
    ['plzenska nad labem 5', ['none'], ['plzenska 0-1 0', 'usti nad labem 1-3 1.5']],
  ] as const)
    test(`of "${typed}" are ${expected.join(', ') || 'none'}, with errors in ${steps.join(' and ')}`, () => {
      assert.deepEqual(spansOf(typed, steps), expected)
    })

  test('have an unknown word if none begins with it', () => {
    const finder = finderOf(table)
    const hasUnknownWord = (typed: string) => finder.hasUnknownWord(readAddressText([typed], 'apart').tokens)
    assert.deepEqual(['plze', 'plzx', 'plx', '12345', 'hlavni 5'].map(hasUnknownWord), [
      false,
      true,
      true,
      false,
      false,
    ])
  })

  test('are the same when a later text asks for the words again', () => {
    const finder = finderOf(table)
    const { tokens } = readAddressText(['hlavni namesti plzneska'], 'apart')
    assert.deepEqual(finder.find(tokens, 'all words'), finder.find(tokens, 'all words'))
  })
})
