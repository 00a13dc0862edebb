import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { indexOf, MARK, visited } from '../testing/documents.ts'
import { PLAIN } from '../testing/plain-search.ts'
import type { ChooseLead } from './intersection.ts'
import { WordSearch } from './word-search.ts'

/** Walks along the first word, whatever would cost less. */
const FIRST_LEADS: { readonly chooseLead: ChooseLead } = {
  chooseLead: (terms) => ({ scanWork: 0, lead: terms[0], areFew: false }),
}

describe('the documents of a walk are kept', () => {
  const found = (search: WordSearch, typed: readonly string[]): number[] => {
    const documents = visited((visit) => search.visitAllWords(typed, visit))
    return documents
  }

  test('for the same words alone, be their signatures ever so similar', () => {
    // The words of a pair have one signature where they differ in their last letter, and often one half of it.
    const pairs = Array.from({ length: 24 }, (_, i) => `${'abcdefgh'[i % 8]}${'ijklm'[i % 5]}x`)
    const all = pairs.flatMap((pair) => [
      { names: [['commona', `${pair}a`]], more: [] },
      { names: [['commona', `${pair}b`, 'commonb']], more: [] },
    ])
    const search = new WordSearch(indexOf(all), FIRST_LEADS)
    const questions = pairs.flatMap((pair) => ['commona', 'commonb'].map((common) => [common, pair]))
    const expected = new Map(questions.map((typed) => [typed, PLAIN.visitAllWords(all, typed)]))
    for (const first of questions)
      for (const second of questions) {
        search.beginQuery()
        for (const typed of [first, second]) assert.deepEqual(found(search, typed), expected.get(typed))
        // This walk is stopped by its first document, and the next one begins with two terms.
        search.visitAllWords(first, () => false)
        assert.deepEqual(found(search, second), expected.get(second))
        const begun = visited((visit) => search.visitAllPrefixes(['common', first[1]!], visit))
        assert.deepEqual(begun, PLAIN.visitAllWords(all, ['commona', first[1]!]))
      }
  })

  test('but not if the list of the second word ended before', () => {
    // A single letter has no signature, so both questions walk along `common` for the same one.
    const all = Array.from({ length: 100 }, (_, d) => ({
      names: [d === 0 ? ['common', 'x'] : ['common']],
      more: d % 7 === 3 ? [`${MARK}x`] : [],
    }))
    const search = new WordSearch(indexOf(all), FIRST_LEADS)
    search.beginQuery()
    for (const mark of ['', MARK]) {
      const documents = visited((visit) => search.visitAllWords(['common', 'x'], visit, mark))
      assert.deepEqual(documents, PLAIN.visitAllWords(all, ['common', 'x'], mark))
    }
  })

  test('if they are few, and until the query ends', () => {
    const names = Array.from({ length: 1100 }, (_, d) => [['common', d % 2 === 0 ? 'even' : 'event']])
    const all = names.map((names) => ({ names, more: [] }))
    const many = new WordSearch(indexOf(all), FIRST_LEADS)
    many.beginQuery()
    for (let time = 0; time < 2; time++) assert.equal(found(many, ['common', 'eve']).length, all.length)
    const few = new WordSearch(indexOf(all.slice(0, 100)), FIRST_LEADS)
    const workOf = (times: number): number => {
      few.beginQuery()
      for (let time = 0; time < times; time++) found(few, ['common', 'eve'])
      return few.workSpent
    }
    assert(workOf(2) < 2 * workOf(1))
    assert.equal(workOf(1), workOf(1))
  })
})

test('documents of many short lists are gathered, be they more than are tested at a time', () => {
  for (const counts of ['255 256', '200 300', '256 257', '1 600']) {
    const [marked, unmarked] = counts.split(' ').map(Number) as [number, number]
    const all = Array.from({ length: marked + unmarked }, (_, d) => ({
      names: [d < marked ? ['common'] : ['common', d % 2 === 0 ? 'aba' : 'abb']],
      more: d < marked ? [`${MARK}abc`] : [],
    }))
    const search = new WordSearch(indexOf(all), FIRST_LEADS)
    search.beginQuery()
    const documents = visited((visit) => search.visitAllPrefixes(['ab', 'common'], visit, MARK))
    assert.deepEqual(documents, [...all.keys()], counts)
  }
})
