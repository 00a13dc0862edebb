import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../stdx/testing/properties.ts'
import { loadSections } from '../../stdx/testing/sections.ts'
import { exampleDocument, indexOf } from '../testing/documents.ts'
import { WordIndex } from './word-index.ts'
import { WordIndexBuilder } from './word-index-builder.ts'

const inAnyOrder = fc
  .array(exampleDocument, { minLength: 1, maxLength: 30 })
  .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray([...all.keys()], { minLength: 1 })))

test('a builder with an order gives the index of documents that are added in that order', () => {
  fc.assert(
    fc.property(inAnyOrder, ([all, order]) => {
      const builder = new WordIndexBuilder()
      for (const document of all) builder.add(document)
      const expected = new WordIndexBuilder()
      for (const document of order) expected.add(all[document]!)
      assert.deepEqual(loadSections(builder.sections(Uint32Array.from(order))), loadSections(expected.sections()))
    }),
    { numRuns: 300 },
  )
})

/** Many names of few words, so that many agree in their first four, five and six. */
const tail = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 6 })
const name = tail.map((words) => ['x', 'x', 'x', 'x', ...words])
const alike = fc.array(name, { minLength: 1, maxLength: 400, size: 'max' })

test('names are sorted word by word, equal ones by their documents', () => {
  const compare = (a: readonly string[], b: readonly string[]): number => {
    const at = a.findIndex((word, i) => word !== b[i])
    if (at < 0) return a.length - b.length
    return at === b.length || b[at]! < a[at]! ? 1 : -1
  }
  fc.assert(
    fc.property(alike, alike, (names, others) => {
      const ofBoth = names.map((name, i) => (i < others.length ? [name, others[i]!] : [name]))
      const index = indexOf(ofBoth.map((names) => ({ names, more: [] })))
      const sorted = (texts: readonly (readonly string[])[]): number[] =>
        texts.map((_, i) => i).sort((a, b) => compare(texts[a]!, texts[b]!) || a - b)
      assert.deepEqual([...index.nameOrder.values], sorted(names))
      assert.deepEqual([...index.otherNameOrder.values], sorted(others.slice(0, names.length)))
    }),
    { numRuns: 100 },
  )
})

test('a text that no document has is no term', () => {
  const builder = new WordIndexBuilder()
  builder.terms.internText('unused')
  builder.add({ names: [['used']], more: [] })
  assert.equal(new WordIndex(loadSections(builder.sections())).trie.termCount, 1)
})
