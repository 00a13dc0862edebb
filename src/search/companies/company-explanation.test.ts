import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ExampleCompany } from '../../engine/testing/companies.ts'
import { exampleCompanyIndex } from '../testing/indexes.ts'
import { explainCompanies } from './company-explanation.ts'
import { CompanySearch } from './company-search.ts'

const COMPANIES: readonly ExampleCompany[] = [
  { name: 'Alfa s.r.o.', size: '110' },
  { name: 'Alfa, a.s.', size: '220' },
  { name: 'Omega' },
  { name: 'Káva' },
  { name: 'Kava' },
  { name: 'Jan Novák' },
  { name: 'Novák Jan' },
]

describe('an explanation', () => {
  const index = exampleCompanyIndex(COMPANIES)
  const explain = (query: string) => explainCompanies(new CompanySearch(index), index, { query, limit: 10 })
  test('has the readings, the rules that were asked and the hits', () => {
    const { words, readings, steps, hits, stoppedEarly } = explain('Alfa s.r.o.')
    assert.deepEqual(words, ['alfa', 's', 'r', 'o'])
    const read = readings.map(({ words, forms }) => `${words.join(' ')} | ${forms.join(' ')}`)
    assert.deepEqual(read, ['alfa sro | ', 'alfa | s.r.o.'])
    assert.equal(steps.find(({ candidates }) => 0 < candidates)?.rule, 'exact_name')
    assert.deepEqual([hits[0]!.company.name, hits[0]!.rule, hits[0]!.formFits], ['Alfa s.r.o.', 'exact_name', true])
    assert.equal(stoppedEarly, false)
  })
  test('has the readings of abbreviations that were tried, and none if the list was full before', () => {
    const named = (name: string, count: number) => Array.from({ length: count }, (): ExampleCompany => ({ name }))
    for (const [asTyped, abbreviations] of [
      [1, [[], [{ typed: 'sdh', meant: 'sbor dobrovolnych hasicu' }]]],
      [10, [[]]],
    ] as const) {
      const index = exampleCompanyIndex([...named('SDH Lhota', asTyped), ...named('Sbor dobrovolných hasičů Lhota', 1)])
      const question = { query: 'sdh lhota', limit: 10 }
      const { readings, hits, verdict } = explainCompanies(new CompanySearch(index), index, question)
      const [tried, used] = [readings.map((reading) => reading.abbreviations), hits.map(({ reading }) => reading)]
      assert.deepEqual([tried, used], [abbreviations, asTyped === 1 ? [0, 1] : Array(10).fill(0)])
      assert.match(verdict, asTyped === 1 ? /^The first fits the words as typed, the second only what/ : /^Both fit/)
    }
  })
  test('has only meanings in words of the register, and an abbreviation misses no diacritics', () => {
    const index = exampleCompanyIndex([{ name: 'Základní škola Lhota' }])
    const { readings, hits } = explainCompanies(new CompanySearch(index), index, { query: 'ZŠ Lhota', limit: 10 })
    const [tried, missed] = [readings.map(({ words }) => words.join(' ')), hits.map((hit) => hit.accentsMissed)]
    assert.deepEqual([tried, missed], [['zs lhota', 'zakladni skola lhota'], [0]])
  })
  const higher =
    /^Both fit equally; the first ranks higher \(living, size band 220.*than the second \(living, size band 110/
  for (const [query, verdict] of [
    ['xyzw', /^Nothing fits/],
    ['omega', /^It is the only one/],
    ['alfa', higher],
    ['alfa sro', /^Both fit equally; the first has the legal form/],
    ['káva', /^Both fit equally; the first has the accents/],
    ['jan novak', /^The first fits as exact_name, the second only as words_of_name/],
  ] as const) {
    test(`${query}: ${verdict.source}`, () => assert.match(explain(query).verdict, verdict))
  }
})
