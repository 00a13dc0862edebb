import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../stdx/testing/properties.ts'
import { editDistance, prefixEditDistance } from '../../text/edit-distance.ts'
import { indexOf } from '../testing/documents.ts'
import { type FoundRanges, TwoEditsWalk } from './two-edits-walk.ts'

const letters = (most: number) =>
  fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: most, size: 'max' })
const kind = fc.constantFrom('insert', 'delete', 'replace', 'swap')
const edit = fc.record({ at: fc.nat(), kind, letter: letters(1) })

function walkOf(terms: readonly string[], rangesMax = 4096) {
  const { trie } = indexOf([{ names: [terms], more: [] }])
  const walk = new TwoEditsWalk(trie, rangesMax)
  const texts = ({ bounds, count }: FoundRanges): string[] =>
    Array.from({ length: count }, (_, i) => {
      const [low, high] = [bounds[2 * i]!, bounds[2 * i + 1]!]
      return Array.from({ length: high - low }, (_, term) => trie.termText(low + term))
    }).flat()
  return { walk, texts }
}

test('finds the terms, and the beginnings of terms, that a table of edit distances finds', () => {
  let met = 0
  const some = fc.array(fc.oneof(letters(6), letters(12)), { minLength: 1, maxLength: 60 })
  const edits = fc.array(edit, { maxLength: 3 })
  const property = fc.property(some, letters(50), edits, fc.nat(), (some, long, edits, which) => {
    const terms = [...new Set([...some, long, `${long}1`, `${long}ab`])].sort()
    const { walk, texts } = walkOf(terms)
    for (const own of [terms[which % terms.length]!, long]) {
      const typed = edits.reduce(mistype, own) || 'a'
      const nodes = walk.find(typed, 1e6)
      assert(0 < nodes)
      const whole = terms.filter((term) => /^[a-z]+$/.test(term) && editDistance(typed, term, 2) <= 2)
      const begun = terms.filter((term) => prefixEditDistance(typed, /^[a-z]*/.exec(term)![0], 2) <= 2)
      assert.deepEqual(texts(walk.whole), whole)
      assert.deepEqual(texts(walk.beginning), begun)
      if (whole.length !== begun.length && whole.length !== 0) met += 1
      // With fewer nodes it says that they are not enough.
      assert.equal(walk.find(typed, nodes - 1), -1)
    }
  })
  fc.assert(property, { numRuns: 1000 })
  assert(100 < met, `${met} words have both`)
})

test('tells if there are more ranges than it keeps', () => {
  const terms = ['abcdaaaa', 'abcdbbbb', 'abcdcccc', 'zbcdaaaa']
  const { walk } = walkOf(terms, 2)
  walk.find('abcdaaaa', 1000)
  assert.deepEqual([walk.whole.count, walk.whole.areMore], [2, false])
  walk.find('abcd', 1000)
  assert.deepEqual([walk.beginning.count, walk.beginning.areMore], [1, false])
  const { walk: narrow } = walkOf(terms, 1)
  narrow.find('abcdaaaa', 1000)
  assert.equal(narrow.whole.areMore, true)
})

function mistype(word: string, { at, kind, letter }: { at: number; kind: string; letter: string }): string {
  const i = at % Math.max(1, word.length)
  if (kind === 'insert') return word.slice(0, i) + letter + word.slice(i)
  if (kind === 'delete') return word.slice(0, i) + word.slice(i + 1)
  if (kind === 'replace') return word.slice(0, i) + letter + word.slice(i + 1)
  return word.slice(0, i) + (word[i + 1] ?? '') + (word[i] ?? '') + word.slice(i + 2)
}
