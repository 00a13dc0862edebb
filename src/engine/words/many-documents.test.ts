import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Random, seededRandom } from '../../stdx/random.ts'
import { indexOf, MARK, visited } from '../testing/documents.ts'
import { PLAIN } from '../testing/plain-search.ts'
import type { ChooseLead } from './intersection.ts'
import { allowTypos } from './typo-rules.ts'
import type { WordDocument } from './word-index-builder.ts'
import { WordSearch } from './word-search.ts'

const DOCUMENTS = 6000
const SYLLABLES = ['ja', 'na', 'ko', 'va', 'mar', 'ti', 'no', 'k']
const words = Array.from({ length: 90 }, (_, i) => syllables(seededRandom(i)))
const all = documents(seededRandom(1))
const index = indexOf(all)

/** Every way to begin: each term, alone or after a scan of some documents, and a scan of all. */
const WAYS: readonly { readonly chooseLead?: ChooseLead }[] = [
  {},
  ...[0, 1, 2].flatMap((i) =>
    [0, 20, 1000].flatMap((scanWork) =>
      [false, true].map((areFew) => ({
        chooseLead: (terms: Parameters<ChooseLead>[0]) => ({ scanWork, lead: terms[i] ?? terms[0], areFew }),
      })),
    ),
  ),
  ...[0, 1].map((first) => ({ chooseLead: everyOther(first) })),
  { chooseLead: () => ({ scanWork: Number.POSITIVE_INFINITY, lead: undefined, areFew: false }) },
]

describe('in many documents is found what a scan of every document finds, in the same order:', () => {
  test('words that thousands of them have, in every way to begin', () => {
    const random = seededRandom(2)
    let many = 0
    for (let run = 0; run < 40; run++) {
      const typed = Array.from({ length: 2 + random.below(2) }, () => typedWord(random))
      const questions = [
        ['visitAllWords', ''],
        ['visitAllWords', MARK],
        ['visitAllPrefixes', MARK],
        ['visitAllPrefixes', ''],
      ] as const
      const expected = questions.map(([question, mark]) => PLAIN[question](all, typed, mark))
      if (expected.some(({ length }) => 100 < length)) many += 1
      for (const way of WAYS) {
        const search = new WordSearch(index, way)
        // The tiers of one query keep what they have found for each other.
        for (const most of [10, 300]) {
          search.beginQuery()
          for (const [i, [question, mark]] of questions.entries()) {
            const found = visited((visit) => search[question](typed, visit, mark), most)
            assert.deepEqual(found, expected[i]!.slice(0, most), `${question} ${typed.join(' ')} ${mark}`)
          }
          assert(!search.stoppedEarly)
        }
      }
    }
    assert(10 < many, `${many} questions with many documents`)
  })

  test('mistyped words, though most searches need few of the documents', () => {
    const random = seededRandom(3)
    let many = 0
    for (let run = 0; run < 12; run++) {
      const typed = [mistype(longWord(random), random), typedWord(random)]
      if (random.below(2) === 0) typed.reverse()
      for (const edits of [1, 2] as const) {
        const search = new WordSearch(index)
        search.beginQuery()
        const found = visited((visit) => search.visitWithTypos(allowTypos(typed, edits), visit, MARK))
        const expected = PLAIN.visitWithTypos(all, typed, edits, MARK)
        if (search.stoppedEarly || 500 < expected.length) continue
        if (64 < expected.length) many += 1
        assert.deepEqual(found, expected, `${typed.join(' ')} ${edits}`)
        // Two edits are asked for where one finds nothing.
        if (found.length !== 0) break
      }
    }
    assert(1 < many, `${many} questions with many documents`)
  })

  test('as far as the budget goes', () => {
    const random = seededRandom(4)
    let stopped = 0
    for (let run = 0; run < 40; run++) {
      const typed = [typedWord(random), typedWord(random)]
      const expected = PLAIN.visitAllPrefixes(all, typed, MARK)
      for (const way of WAYS) {
        const search = new WordSearch(index, way)
        search.beginQuery()
        search.spend(100_000 - 100 * random.below(60))
        const found = visited((visit) => search.visitAllPrefixes(typed, visit, MARK))
        assert.deepEqual(found, expected.slice(0, found.length), typed.join(' '))
        if (search.stoppedEarly && 0 < found.length) stopped += 1
        if (!search.stoppedEarly) assert.equal(found.length, expected.length)
      }
    }
    assert(50 < stopped, `${stopped} searches were stopped`)
  })
})

test('words that were just found in no document are not looked for again', () => {
  const search = new WordSearch(indexOf([{ names: [['jana', 'kova']], more: [] }, ...all.map(withoutKova)]))
  const workOf = (typed: readonly string[], marks: readonly string[]): number => {
    search.beginQuery()
    for (const mark of marks) search.visitAllWords(typed, () => true, mark)
    return search.workSpent
  }
  const lookedUp = workOf(['kova', 'none'], [''])
  assert(workOf(['jana', 'kova'], ['', '!']) <= workOf(['jana', 'kova'], ['']) + lookedUp)
})

test('a word that was typed twice is compared once', () => {
  const some = Array.from({ length: 6000 }, (_, d) => ({ names: [[d % 2 === 0 ? 'word' : `x${d % 5}`]], more: [] }))
  const search = new WordSearch(indexOf(some), {
    chooseLead: (terms) => ({ scanWork: 0, lead: terms[0], areFew: true }),
  })
  search.beginQuery()
  // A single letter has no signature.
  search.visitAllWords(['word', 'word', 'x'], () => assert.fail('no document has both'))
  assert(search.workSpent < 20_000, `${search.workSpent}`)
})

test('documents of several mistyped words are visited in their order', () => {
  const first = { names: [['abcd', 'efgx']], more: [] }
  const second = { names: [['abcx', 'efgh']], more: [] }
  const some = Array.from({ length: 200 }, (_, d) => (d < 100 || d % 3 !== 0 ? first : second))
  const search = new WordSearch(indexOf(some))
  search.beginQuery()
  const found = visited((visit) => search.visitWithTypos(allowTypos(['abcd', 'efgh'], 1), visit))
  assert.deepEqual(found, [...some.keys()])
})

test('each of two long words may have two typos', () => {
  const search = new WordSearch(
    indexOf([
      { names: [['abcdefgh', 'ijklxxop']], more: [] },
      { names: [['abxxefgh', 'ijklmnop']], more: [] },
      { names: [['abcdefgh', 'other']], more: [] },
    ]),
  )
  search.beginQuery()
  const found = visited((visit) => search.visitWithTypos(allowTypos(['abcdefgh', 'ijklmnop'], 2), visit))
  assert.deepEqual(found, [0, 1])
})

/** Walks along the first word, every other time after a scan of some documents. */
function everyOther(first: number): ChooseLead {
  let calls = first
  return (terms) => ({ scanWork: 20 * (calls++ % 2), lead: terms[0], areFew: false })
}

function withoutKova({ names, more }: WordDocument): WordDocument {
  return { names: names.map((name) => name.filter((word) => word !== 'kova')), more }
}

function syllables(random: Random): string {
  return Array.from({ length: 1 + random.below(4) }, () => SYLLABLES[random.below(SYLLABLES.length)]!).join('')
}

function documents(random: Random): WordDocument[] {
  // The first words are frequent: every other document has the first one.
  const word = (): string => {
    let i = 0
    while (random.below(3) !== 0 && i < words.length - 1) i += 1 + random.below(3)
    return words[i]!
  }
  return Array.from({ length: DOCUMENTS }, () => ({
    names: [Array.from({ length: 1 + random.below(4) }, word)],
    more: random.below(3) === 0 ? [`${MARK}${word()}`] : [],
  }))
}

function typedWord(random: Random): string {
  const word = words[random.below(20)]!
  return word.slice(0, 1 + random.below(word.length))
}

function longWord(random: Random): string {
  const long = words.filter(({ length }) => 5 <= length)
  return long[random.below(Math.min(12, long.length))]!
}

function mistype(word: string, random: Random): string {
  const at = random.below(word.length)
  return `${word.slice(0, at)}x${word.slice(at + random.below(2))}`
}
