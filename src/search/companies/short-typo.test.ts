import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ExampleCompany } from '../../engine/testing/companies.ts'
import { exampleCompanyIndex } from '../testing/indexes.ts'
import { plainCompanySearch, readPlainCompanies } from '../testing/plain-company-scan.ts'
import { explainCompanies } from './company-explanation.ts'
import { CompanySearch } from './company-search.ts'
import { COMPANY_TIERS } from './company-tiers.ts'

describe('a typo in a word of three letters', () => {
  for (const query of ['nvo stavby', 'stavby nvo', 'nvo stavby s.r.o.']) {
    test(`${query}: is forgiven if 64 companies match, and not if 65 do`, () => {
      for (const count of [64, 65]) {
        const crowd = Array.from({ length: count }, (): ExampleCompany => ({ name: 'NVL stavby s.r.o.' }))
        const index = exampleCompanyIndex([...crowd, { name: 'NVOD stavitel' }, { name: 'Navolix stavby' }])
        const hits = new CompanySearch(index).find(query, { limit: 100 })
        assert.equal(hits.filter(({ tier }) => tier === 'short_typo').length, count === 64 ? 64 : 0)
        const rows = readPlainCompanies(index)
        const found = hits.map(({ document, tier }) => ({ row: index.rows[document]!, tier, means: '' }))
        assert.deepEqual(found, plainCompanySearch(rows, query, 100))
      }
    })
  }

  const index = exampleCompanyIndex([
    { name: 'Jan Dlouhý', municipality: 'Brno' },
    { name: 'NVL Zahrada s.r.o.', status: 'dissolved' },
    { name: 'NVA Zahrada, a.s.' },
    { name: 'Alfa stavby s.r.o.', municipality: 'Zlín' },
  ])
  const search = new CompanySearch(index)
  for (const [query, expected, because] of [
    ['jna dlouhy', '0', 'a first name'],
    ['dlouhy jna', '0', 'the last word'],
    ['jan dlouhy bno', '0', 'the municipality'],
    ['nvx zahrada', '2 1', 'the living before the dissolved'],
    ['nvx zahrada s.r.o.', '2 1', 'and then those with the legal form'],
    ['nvx s.r.o.', '', 'a legal form is no other word'],
    ['nvx brno', '', 'a municipality alone names no company'],
    ['dlouhy bno', '0', 'a name and a mistyped municipality'],
    ['nvx z', '', 'an initial says too little'],
    ['nvx zahrdaa', '', 'only one word is mistyped'],
    ['nva zahrada', '2', 'a company that has the very words is alone'],
    ['afa stavby zlin', '3', 'a letter is missing'],
  ] as const) {
    test(`${query}: ${because}`, () => {
      const rows = search.find(query, { limit: 10 }).map(({ document }) => index.rows[document]!)
      assert.equal(rows.join(' '), expected)
    })
  }

  test('is the last tier of all words, tried only while there is no hit, and an explanation shows it', () => {
    const last = COMPANY_TIERS.at(-2)!
    assert.deepEqual([last.name, last.when], ['short_typo', 'nothing_found'])
    const steps = (query: string) => explainCompanies(search, index, { query, limit: 10 }).steps
    const { tier, says, candidates } = steps('jna dlouhy').at(-1)!
    assert.deepEqual([tier, says, candidates], [last.name, last.description, 1])
    for (const query of ['jan dlouhy', 'nva zahrada', 'alfa stvaby', 'dlouhyjan', 'nva']) {
      assert(!steps(query).some(({ tier }) => tier === 'short_typo'), query)
    }
  })
})
