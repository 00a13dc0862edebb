import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../stdx/testing/properties.ts'
import { parseCompanyName } from '../../text/company-name.ts'
import { LEGAL_FORMS } from '../../text/legal-forms.ts'
import { TermTable } from '../words/term-table.ts'
import { NameTerms } from './name-terms.ts'

const writing = fc.constantFrom(...LEGAL_FORMS.flatMap(({ anywhere, end }) => [...anywhere, ...end]))
const part = fc.oneof(
  fc.constantFrom('Alfa', 'Žižka', 'alfa', '7', '12', 'x1', '#1', '0'),
  fc.constantFrom('a', 'and', 'et', 'und', 'M', 'T', 'č', '中', '&', "O'Neill"),
  fc.constantFrom('v likvidácii', 'v konkurzu', 'v', 'likvidaci'),
  fc.constantFrom('x'.repeat(48), 'ž'.repeat(49), `${'y'.repeat(48)}z`, '𝒳'.repeat(40)),
  writing,
  writing.map((text) => text.split(' ')[0]!),
  fc.string({ unit: 'grapheme', maxLength: 5 }),
)

test('names have the words, the form and the further words that the text rules give', () => {
  // One instance for all names, so that what it remembers of some is used for others.
  const table = new TermTable()
  const terms = new NameTerms(table)
  const text = (term: number): string => table.textOf(term)
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), fc.constantFrom(' ', ', ', '. '), (parts, separator) => {
      const name = parts.join(separator).toWellFormed()
      const bytes = Buffer.from(name)
      terms.read(bytes, 0, bytes.length)
      const expected = parseCompanyName(name)
      assert.deepEqual(Array.from(terms.terms.subarray(0, terms.length), text), expected.words)
      assert.equal(terms.form, expected.form)
      assert.deepEqual(terms.formTerms.map(text), expected.formWords)
    }),
    { numRuns: 5000 },
  )
})

test('a name of very many words is read', () => {
  const table = new TermTable()
  const terms = new NameTerms(table)
  const name = Buffer.from('alfa beta '.repeat(500))
  terms.read(name, 0, name.length)
  assert.equal(terms.length, 1000)
  assert.equal(table.textOf(terms.terms[999]!), 'beta')
})
