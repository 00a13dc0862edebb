import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CompanySearch, explainCompanies } from '../search/search.ts'
import { exampleCompanyIndex } from '../search/testing/indexes.ts'
import { companyLines } from './explain-companies.ts'

test('an explanation names what an abbreviation stands for, beside the legal form', () => {
  const index = exampleCompanyIndex([{ name: 'Sbor dobrovolných hasičů Lhota, z.s.' }])
  const lines = companyLines(explainCompanies(new CompanySearch(index), index, { query: 'SDH Lhota z.s.', limit: 10 }))
  assert.deepEqual(
    lines.filter((line) => line.startsWith('reading')),
    [
      'reading 1  sdh · lhota · zs',
      'reading 2  sdh · lhota, and the legal form z.s.',
      'reading 3  sbor · dobrovolnych · hasicu · lhota · zs, "sdh" meant as "sbor dobrovolnych hasicu"',
      'reading 4  sbor · dobrovolnych · hasicu · lhota, and the legal form z.s., "sdh" meant as "sbor dobrovolnych hasicu"',
    ],
  )
  assert(
    lines.some((line) => /^ +1 found {2}exact_name .* \(reading 4\); first: Sbor/.test(line)),
    lines.join('\n'),
  )
})
