import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../stdx/testing/properties.ts'
import { type AccentedWord, countMissedAccents, findAccentedWords, toLowerName } from './accents.ts'
import { splitWords } from './words.ts'

const letters = fc.constantFrom(
  ...["a b č Č d é É ł ß İ ı ſ º ½ 7 ' ’ ´ ` - . & \u00ad \u200b \u0301 \u0307 σ Σ ς 東"].join('').split(' '),
  ' ',
  ' ',
)
const text = fc.array(letters, { maxLength: 14 }).map((parts) => parts.join(''))

/** The rule, said plainly: the words of the name, each in lower case. */
function countPlainly(name: string, accented: readonly AccentedWord[]): number {
  const lower = (one: string): string => one.normalize('NFC').toLowerCase()
  const words = splitWords(name).map(({ start, end }) => lower(name.slice(start, end)))
  return accented.filter(({ text, isLast }) => !words.some((word) => (isLast ? word.startsWith(text) : word === text)))
    .length
}

test('the missed accents of any name are those of its words, one by one', () => {
  const part = fc.tuple(fc.nat(14), fc.nat(14)).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const)
  fc.assert(
    fc.property(text, text, part, (name, typed, [start, end]) => {
      // Half of the queries are a part of the name, or random ones would seldom match.
      for (const query of [typed, name.slice(start, end), `${name.slice(start, end)} ${typed}`]) {
        const accented = findAccentedWords(query, 8)
        const missed = countMissedAccents(toLowerName(name), accented)
        assert.equal(missed, countPlainly(name, accented), `${name} / ${query}`)
      }
    }),
    { numRuns: 3000 },
  )
})

const TABLE: [name: string, typed: string, missed: number][] = [
  ['Čokoláda s.r.o.', 'čokoláda', 0],
  ['Čokoláda s.r.o.', 'čoko', 0],
  ['Čokoláda s.r.o.', 'čoko láda', 2],
  ['Cokoláda', 'čokoláda', 1],
  ['Pekáreň Dukát', 'pekáreň', 0],
  ['Superpekáreň', 'pekáreň', 1],
  ["D'Árt", 'árt', 1],
  ["D'Árt", "d'árt", 0],
]

for (const [name, typed, missed] of TABLE)
  test(`${name}, typed as ${typed}, misses ${missed} accented words`, () =>
    assert.equal(countMissedAccents(toLowerName(name), findAccentedWords(typed, 8)), missed))
