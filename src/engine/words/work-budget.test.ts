import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../stdx/testing/properties.ts'
import { exampleDocument, exampleWord, indexOf, MARK, visited } from '../testing/documents.ts'
import { PLAIN } from '../testing/plain-search.ts'
import { FIT_WORK } from './cheapest-lead.ts'
import { allowShortTypo, allowTypos } from './typo-rules.ts'
import { WordSearch } from './word-search.ts'
import { WORK_MAX } from './work-budget.ts'

type Ask = (search: WordSearch, words: readonly string[], visit: (document: number) => boolean) => void

const QUESTIONS: Readonly<Record<string, Ask>> = {
  'an exact name': (search, words, visit) => search.visitExactNames(words, visit),
  'the beginning of a name': (search, words, visit) => search.visitNamesByPrefix(words, visit),
  'all words': (search, words, visit) => search.visitAllWords(words, visit, MARK),
  'the beginnings of all words': (search, words, visit) => search.visitAllPrefixes(words, visit, MARK),
  'one typo': (search, words, visit) => search.visitWithTypos(allowTypos(words, 1), visit, MARK),
  'two typos': (search, words, visit) => search.visitWithTypos(allowTypos(words, 2), visit, MARK),
  'a typo in a short word': (search, words, visit) => search.visitWithShortTypo(allowShortTypo(words), visit, MARK),
}

/** A name of a document, its last word mistyped, and perhaps another word. */
const typing = fc.record({
  own: fc.nat(),
  other: fc.array(exampleWord, { maxLength: 1 }),
  edits: fc.array(fc.nat({ max: 8 }), { maxLength: 2 }),
})

for (const [name, ask] of Object.entries(QUESTIONS))
  test(`a search that does not say that the budget ended it has found everything: ${name}`, () => {
    let met = 0
    fc.assert(
      fc.property(fc.array(exampleDocument, { minLength: 1, maxLength: 25 }), typing, (all, { own, other, edits }) => {
        const names = all.flatMap(({ names }) => names).filter(({ length }) => 0 < length)
        if (names.length === 0) return
        const name = names[own % names.length]!
        const words = [...name.slice(0, -1), mistype(name.at(-1)!, edits), ...other].slice(0, 3)
        const search = new WordSearch(indexOf(all))
        const find = (work: number): number[] => {
          search.beginQuery()
          search.spend(WORK_MAX - work)
          const found = visited((visit) => ask(search, words, visit))
          return found
        }
        const whole = find(WORK_MAX)
        const needed = search.workSpent
        if (whole.length !== 0) met += 1
        for (let work = Math.min(needed, 200); 0 <= work; work--) {
          const found = find(work)
          if (!search.stoppedEarly) assert.deepEqual(found, whole, `${work} of ${needed} units`)
        }
      }),
      { numRuns: 150 },
    )
    assert(met !== 0, 'nothing was ever found')
  })

test('the work of a search is told in whole units', () => {
  const search = new WordSearch(indexOf([{ names: [['ab', 'abc']], more: [] }]))
  search.beginQuery()
  search.visitAllWords(['ab', 'abc'], () => true)
  assert(0 < search.workSpent)
  assert.equal(search.workSpent, Math.floor(search.workSpent))
})

test('a typo costs the same, whatever was asked before', () => {
  const search = new WordSearch(indexOf([{ names: [['abcxd']], more: [] }]))
  const workOf = (word: string): number => {
    search.beginQuery()
    search.visitWithTypos(allowTypos([word], 1), () => true)
    return search.workSpent
  }
  const before = workOf('abcd')
  // The letter after `abcd` is now that of the term.
  workOf('qqqqx')
  assert.equal(workOf('abcd'), before)
})

test('single letters are looked up where few documents have them, and not in every document', () => {
  // No signature knows a single letter, so a scan or a walk along `common` would compare all documents.
  const all = Array.from({ length: 20_000 }, (_, d) => ({
    names: [
      [d % 67 === 0 && `x${d % 5}`, d % 71 === 0 && `y${d % 5}`, d % 5 < 2 && 'common'].filter((one) => one !== false),
    ],
    more: [],
  }))
  const search = new WordSearch(indexOf(all))
  for (const typed of ['x y', 'common x', 'y common x'].map((text) => text.split(' '))) {
    search.beginQuery()
    const found = visited((visit) => search.visitAllPrefixes(typed, visit))
    assert.deepEqual(found, PLAIN.visitAllPrefixes(all, typed), typed.join(' '))
    assert(!search.stoppedEarly && search.workSpent < 20_000, `${typed.join(' ')}: ${search.workSpent}`)
  }
})

test('two typos are found after the budget of another query ended in the same word', () => {
  const search = new WordSearch(indexOf([{ names: [['abcdefgh', 'b', 'abd', 'cb']], more: [] }]))
  const find = (work: number): number => {
    search.beginQuery()
    search.spend(WORK_MAX - work)
    let found = 0
    search.visitWithTypos(allowTypos(['abxxefgh'], 2), () => 0 < ++found)
    return found
  }
  assert.equal(find(30), 0)
  assert(search.stoppedEarly)
  assert.equal(find(WORK_MAX), 1)
})

/** Every document has a word with x, every other one a word with y. No signature knows them. */
const letters = Array.from({ length: 16_000 }, (_, d) => ({
  names: [[`x${d % 5}`, ...(d % 2 === 0 ? [`y${d % 5}`] : []), ...(d % 4 === 0 ? ['rare'] : [])]],
  more: [],
}))

test('a scan pays for each document that it compares, be its other word marked', () => {
  const search = new WordSearch(indexOf(letters.slice(0, 3000)), {
    chooseLead: () => ({ scanWork: Number.POSITIVE_INFINITY, lead: undefined, areFew: false }),
  })
  search.beginQuery()
  let found = 0
  search.visitAllPrefixes(['x', 'y'], () => 0 < ++found)
  assert.equal(found, 1500)
  assert(found * FIT_WORK < search.workSpent, `${search.workSpent}`)
})

test('documents are not marked where the budget cannot pay for it', () => {
  const search = new WordSearch(indexOf(letters), {
    chooseLead: (terms) => ({ scanWork: 0, lead: terms[1], areFew: false }),
  })
  search.beginQuery()
  // To mark 8 000 documents takes 1 008 units, and the comparisons before as many.
  search.spend(WORK_MAX - 1900)
  let found = 0
  search.visitAllPrefixes(['y', 'rare'], () => 0 < ++found)
  assert(search.stoppedEarly && 70 < found, `${found} documents`)
})

test('a part of the budget is kept back until it is used, and every unit counts once', () => {
  const search = new WordSearch(indexOf(letters))
  search.beginQuery()
  search.keepBack(WORK_MAX / 4)
  search.keepBack(WORK_MAX / 4)
  assert.equal(search.workSpent, 0)
  assert(!search.spend(WORK_MAX) && search.stoppedEarly)
  search.useKeptBack()
  assert.deepEqual([search.workLeft, search.stoppedEarly, search.wasStopped], [WORK_MAX / 4, false, true])
  assert.equal(search.workSpent, (WORK_MAX / 4) * 3)
  search.useKeptBack()
  assert.equal(search.workLeft, WORK_MAX / 4)
  search.beginQuery()
  assert.deepEqual([search.workLeft, search.wasStopped], [WORK_MAX, false])
})

/** Other letters in place of some. */
function mistype(word: string, places: readonly number[]): string {
  const letters = Array.from(word)
  for (const place of places) letters[place % letters.length] = 'b'
  return letters.join('')
}
