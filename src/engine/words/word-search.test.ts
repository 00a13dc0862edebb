import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { seededRandom } from '../../stdx/random.ts'
import { fc } from '../../stdx/testing/properties.ts'
import { exampleDocument, exampleWord, indexOf, MARK, type Visit, visited, withMark } from '../testing/documents.ts'
import { PLAIN } from '../testing/plain-search.ts'
import type { ChooseLead } from './intersection.ts'
import { KWayMerge } from './k-way-merge.ts'
import { buildRangeMinimum, RangeMinimum } from './range-minimum.ts'
import { allowShortTypo, allowTypos } from './typo-rules.ts'
import type { WordDocument } from './word-index-builder.ts'
import { WordSearch } from './word-search.ts'

const RUNS = 700

const QUESTIONS = ['visitAllWords', 'visitAllPrefixes', 'visitExactNames', 'visitNamesByPrefix'] as const

/**
 * The index of the term to begin with, or 4 for the choice of the search. Each choice finds the same.
 */
function anyLead(lead: number): { readonly chooseLead?: ChooseLead } {
  const chooseLead: ChooseLead = (terms) => {
    const term = terms[lead]
    return { scanWork: term === undefined ? Number.POSITIVE_INFINITY : 0, lead: term, areFew: false }
  }
  return lead === 4 ? {} : { chooseLead }
}
const documents = fc.array(exampleDocument, { maxLength: 25 })
const words = fc.array(exampleWord, { maxLength: 3 })
/** Few names, so that a document's own name and its other names are often the same, or begin with one another. */
const fewNames = fc.constantFrom<string[]>([], ['a'], ['a', 'b'], ['a', 'b', 'a'], ['ab'], ['b'])
const namesake = fc.record({
  names: fc.array(fewNames, { minLength: 1, maxLength: 3 }),
  more: fc.array(fc.constantFrom('a', 'b'), { maxLength: 2 }),
})
const namesakes = fc.array(namesake, { maxLength: 8 })
/** One word that most documents have, so that several words often meet in one. */
const usual = exampleDocument.map(({ names, more }) => ({ names: names.map((name) => ['a', ...name, 'abc']), more }))
const crowded = fc.array(usual, { minLength: 20, maxLength: 60 })

describe('the word index finds what a scan of every document finds, in the same order:', () => {
  for (const question of ['visitExactNames', 'visitNamesByPrefix'] as const) {
    test(question, () => {
      const asked = fc.oneof(fc.tuple(documents, words), fc.tuple(namesakes, fewNames))
      fc.assert(
        fc.property(asked, fc.constantFrom('all', 'own', 'other'), ([all, typed], which) => {
          const search = new WordSearch(indexOf(all))
          search.beginQuery()
          const found = visited((visit) => search[question](typed, visit, which))
          assert.deepEqual(found, PLAIN[question](all, typed, which))
          assert(!search.stoppedEarly)
        }),
        { numRuns: RUNS },
      )
    })
  }
  for (const question of ['visitAllWords', 'visitAllPrefixes'] as const) {
    test(question, () => {
      fc.assert(
        fc.property(documents, words, fc.constantFrom('', MARK), fc.nat({ max: 4 }), (all, typed, mark, lead) => {
          const search = new WordSearch(indexOf(all), anyLead(lead))
          search.beginQuery()
          const found = visited((visit) => search[question](typed, visit, mark))
          assert.deepEqual(found, PLAIN[question](all, typed, mark))
          assert(!search.stoppedEarly)
        }),
        { numRuns: RUNS },
      )
    })
  }
  test('the words in several ways within one query, stopped early or not', () => {
    const way = fc.record({
      question: fc.constantFrom('visitAllWords', 'visitAllPrefixes'),
      mark: fc.constantFrom('', MARK, '#'),
      most: fc.constantFrom(1, 100),
    })
    const first = fc.constantFrom([], ['a'], ['abc'])
    const typed = fc.tuple(first, words).map((parts) => parts.flat())
    const ways = fc.array(way, { minLength: 2 })
    const property = fc.property(
      fc.oneof(documents, crowded),
      typed,
      ways,
      fc.nat({ max: 4 }),
      (all, typed, ways, lead) => {
        const search = new WordSearch(indexOf(all), anyLead(lead))
        search.beginQuery()
        for (const { question, mark, most } of ways) {
          const found = visited((visit) => search[question](typed, visit, mark), most)
          assert.deepEqual(found, PLAIN[question](all, typed, mark).slice(0, most))
        }
        assert(!search.stoppedEarly)
      },
    )
    fc.assert(property, { numRuns: RUNS })
  })
  test('typos, fewest first, for any words', () => {
    fc.assert(
      fc.property(documents, words, (all, typed) => {
        compareTypos(all, typed)
      }),
      { numRuns: RUNS },
    )
  })
  test('typos in words of the documents themselves, cut off and mistyped', () => {
    const typed = fc.record({ d: fc.nat(), cut: fc.nat(3), drop: fc.nat(4), swap: fc.nat(4) })
    let mistyped = 0
    fc.assert(
      fc.property(fc.array(exampleDocument, { minLength: 1, maxLength: 60 }), typed, (all, { d, cut, drop, swap }) => {
        const own = [...all[d % all.length]!.names.flat()].slice(0, 3)
        const last = own.at(-1)
        if (last === undefined) return
        const begun = Array.from(last).slice(0, Math.max(1, last.length - cut))
        own[own.length - 1] = begun.join('')
        const letters = Array.from(own[0]!).toSpliced(drop, 1)
        own[0] = letters.toSpliced(swap, 2, letters[swap + 1] ?? '', letters[swap] ?? '').join('') || 'a'
        mistyped += compareTypos(all, own)
      }),
      { numRuns: 2 * RUNS },
    )
    assert(RUNS / 10 < mistyped, `typos were needed and helped ${mistyped} times`)
  })
})

describe('a typo in a word of three letters', () => {
  const find = (search: WordSearch, typed: readonly string[], mark = '', markOfOthers = mark): number[] => {
    search.beginQuery()
    const found = visited((visit) => search.visitWithShortTypo(allowShortTypo(typed), visit, mark, markOfOthers))
    return found
  }
  const short = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 2, maxLength: 5 })
  const shortDocument = fc.record({
    names: fc.array(fc.array(short, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 2 }),
    more: fc.array(fc.oneof(withMark(short), exampleWord), { maxLength: 2 }),
  })
  const shortDocuments = fc.array(shortDocument, { minLength: 1, maxLength: 90, size: 'max' })
  const typing = fc.record({
    three: fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 3, maxLength: 3 }),
    others: fc.array(fc.oneof(short, fc.nat()), { minLength: 1, maxLength: 2 }),
    place: fc.nat({ max: 2 }),
    mark: fc.constantFrom('', MARK),
    markOfOthers: fc.constantFrom('', MARK),
    lead: fc.nat({ max: 4 }),
  })

  test('is forgiven exactly where a plain scan forgives it', () => {
    let met = 0
    fc.assert(
      fc.property(shortDocuments, typing, (all, { three, others, place, mark, markOfOthers, lead }) => {
        const own = all.flatMap(({ names }) => names.flat())
        const words = others.map((other) => (typeof other === 'string' ? other : own[other % own.length]!))
        const typed = words.toSpliced(place, 0, three)
        const found = find(new WordSearch(indexOf(all), anyLead(lead)), typed, mark, markOfOthers)
        assert.deepEqual(found, PLAIN.visitWithShortTypo(all, typed, mark, markOfOthers))
        met += found.length === 0 ? 0 : 1
      }),
      { numRuns: RUNS },
    )
    assert(RUNS / 6 < met, `something was found ${met} times`)
  })

  test('is forgiven if 64 documents match and not if 65 do, with every choice of the leading term', () => {
    const crowd = (count: number): WordDocument[] =>
      Array.from({ length: count }, (_, d) => ({ names: [['nova', `town`]], more: [d % 2 === 0 ? 'even' : 'odd'] }))
    for (const lead of [0, 1, 2, 4]) {
      const few = new WordSearch(indexOf([...crowd(64), { names: [['novak', 'town']], more: [] }]), anyLead(lead))
      assert.equal(find(few, ['noa', 'town']).length, 64)
      assert.equal(find(few, ['town', 'noa']).length, 64)
      const many = new WordSearch(indexOf(crowd(65)), anyLead(lead))
      assert.deepEqual(find(many, ['noa', 'town']), [])
      assert.equal(find(many, ['noa', 'town', 'eve']).length, 33)
    }
  })

  const all: readonly WordDocument[] = [
    { names: [['nova', 'ulica']], more: ['@brno', 'xii'] },
    { names: [['jan', 'novak']], more: ['@as', 'no'] },
  ]
  for (const [typed, mark, expected, because] of [
    ['noa ulica', '', [0], 'a letter is missing'],
    ['ulica noa', '', [0], 'the last word is mistyped'],
    ['ulica nov', '', [0], 'the last word lacks its last letter'],
    ['jna novak', '', [1], 'two letters are swapped'],
    ['jam novak', '', [1], 'a letter is another'],
    ['jna nov', '', [1], 'the other word is a beginning'],
    ['jna ulica', '', [], 'the words are of two documents'],
    ['bno ulica', '@', [0], 'the word has a mark'],
    ['bno ulica', '', [], 'the marked word was not asked for'],
    ['ass novak', '@', [], 'words of two letters are not meant'],
    ['nno novak', '', [], 'words of two letters are not meant'],
    ['oak novak', '', [], 'words of five letters are not meant'],
    ['aon ulica', '', [], 'two edits are too many'],
    ['xiv ulica', '', [], 'a Roman numeral is a number'],
    ['no1 ulica', '', [], 'a digit is no typo'],
    ['noa', '', [], 'there is no other word'],
    ['noa u', '', [], 'an initial says too little'],
    ['noa ulixa', '', [], 'another word is mistyped too'],
  ] as const) {
    test(`${typed}${mark}: ${because}`, () => {
      assert.deepEqual(find(new WordSearch(indexOf(all)), typed.split(' '), mark), expected)
    })
  }

  test('costs nothing where no word can have one', () => {
    const search = new WordSearch(indexOf(all))
    search.beginQuery()
    for (const typed of [['ulica', 'nova'], ['noa'], ['noa', 'u'], ['no1', 'ulica'], []]) {
      search.visitWithShortTypo(allowShortTypo(typed), () => assert.fail('nothing is visited'))
    }
    assert.equal(search.workSpent, 0)
  })

  test('is not forgiven where the budget ends before all documents are counted', () => {
    const search = new WordSearch(indexOf(Array.from({ length: 60 }, () => ({ names: [['nova', 'ulica']], more: [] }))))
    const lengths = new Set<number>()
    for (let work = 0; work < 6000; work += 25) {
      search.beginQuery()
      search.spend(100_000 - work)
      let found = 0
      search.visitWithShortTypo(allowShortTypo(['noa', 'ulica']), () => 0 < ++found)
      assert.equal(search.stoppedEarly, found === 0, `${work} units`)
      lengths.add(found)
    }
    assert.deepEqual([...lengths], [0, 60])
  })
})

/** Compares at the first number of edits that finds something; returns 1 if that was a typo. */
function compareTypos(all: readonly WordDocument[], typed: readonly string[]): number {
  if (PLAIN.visitAllWords(all, typed, MARK).length !== 0) return 0
  const search = new WordSearch(indexOf(all))
  for (const edits of [1, 2] as const) {
    search.beginQuery()
    const found = visited((visit) => search.visitWithTypos(allowTypos(typed, edits), visit, MARK))
    assert.deepEqual(found, PLAIN.visitWithTypos(all, typed, edits, MARK))
    if (found.length !== 0) return 1
  }
  return 0
}

test('frequent words are found with every choice of the leading term', () => {
  const typed = fc.array(fc.oneof(fc.constantFrom('a', 'abc', 'ab', 'b'), exampleWord), { minLength: 2, maxLength: 3 })
  fc.assert(
    fc.property(crowded, typed, fc.nat({ max: 3 }), (all, asked, lead) => {
      const search = new WordSearch(indexOf(all), anyLead(lead))
      for (const question of QUESTIONS) {
        search.beginQuery()
        const found = visited((visit) => search[question](asked, visit))
        assert.deepEqual(found, PLAIN[question](all, asked))
      }
    }),
    { numRuns: RUNS },
  )
})

test('a visitor that returns false is not called again', () => {
  const all = Array.from({ length: 50 }, () => ({ names: [['abcde'], ['abcdf']], more: ['abc'] }))
  const search = new WordSearch(indexOf(all))
  const asks: readonly ((visit: Visit) => void)[] = [
    (visit) => search.visitExactNames(['abcde'], visit),
    (visit) => search.visitNamesByPrefix(['ab'], visit),
    (visit) => search.visitAllWords(['abcde', 'ab'], visit),
    (visit) => search.visitAllPrefixes(['a', 'ab'], visit),
    (visit) => search.visitWithTypos(allowTypos(['abcxe'], 1), visit),
  ]
  for (const ask of asks) {
    search.beginQuery()
    assert.deepEqual(visited(ask, 3), [0, 1, 2])
  }
})

test('a query that exceeds its budget stops at the same document each time and reports it', () => {
  const names = Array.from({ length: 20_000 }, (_, d) => [['common', d % 2 === 0 ? 'even' : 'odd']])
  const search = new WordSearch(indexOf(names.map((names) => ({ names, more: [] }))))
  const once = (): number[] => {
    search.beginQuery()
    assert(search.spend(99_000))
    const found = visited((visit) => search.visitAllWords(['common', 'od'], visit))
    assert(search.stoppedEarly)
    return found
  }
  const found = once()
  assert(10 < found.length && found.length < 10_000 && found.every((document) => document % 2 === 1))
  assert.deepEqual(once(), found)
})

test('a range minimum is the minimum that a scan finds', () => {
  const random = seededRandom(5)
  for (const length of [1, 2, 31, 32, 33, 63, 64, 65, 500, 1024, 3000]) {
    const values = Uint32Array.from({ length }, () => random.below(2000))
    const rangeMinimum = new RangeMinimum(values, buildRangeMinimum(values))
    for (let run = 0; run < 800; run++) {
      const from = random.below(length)
      const to = from + 1 + random.below(length - from)
      const found = values[rangeMinimum.indexOfMinimum(from, to)]
      assert.equal(found, Math.min(...values.subarray(from, to)), `${length}: ${from}–${to}`)
    }
  }
})

test('words at the ends of long lists are found in both', () => {
  // Every third document has the one, every fifth the other: the lists meet at every fifteenth, and are passed over in
  // steps between.
  const all = Array.from({ length: 4000 }, (_, d) => ({
    names: [[...(d % 3 === 0 ? ['third'] : []), ...(d % 5 === 0 ? ['fifth'] : []), ...(d % 997 === 0 ? ['rare'] : [])]],
    more: [],
  }))
  for (const lead of [0, 1, 2, 4]) {
    const search = new WordSearch(indexOf(all), anyLead(lead))
    for (const text of ['third fifth', 'fifth thi', 'rare third', 'third rar', 'fifth rare th']) {
      search.beginQuery()
      const found = visited((visit) => search.visitAllWords(text.split(' '), visit))
      assert.deepEqual(found, PLAIN.visitAllWords(all, text.split(' ')), text)
    }
  }
})

test('the k-way merge returns the numbers of all ranges in ascending order', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 500 }), { minLength: 1, maxLength: 300 }), fc.nat(), (numbers, a) => {
      const values = Uint32Array.from(numbers)
      const merge = new KWayMerge()
      merge.begin(new RangeMinimum(values, buildRangeMinimum(values)))
      const middle = a % numbers.length
      merge.addRange(0, middle)
      merge.addRange(middle, numbers.length)
      const taken: number[] = []
      for (let value = merge.take(); 0 <= value; value = merge.take()) taken.push(value)
      assert.deepEqual(Uint32Array.from(taken), values.toSorted())
    }),
    { numRuns: 150 },
  )
})
