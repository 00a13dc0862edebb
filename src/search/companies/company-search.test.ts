import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import fc from 'fast-check'
import {
  buildCompanyIndex,
  CompanyColumns,
  CompanyColumnsBuilder,
  CompanyIndex,
  type CompanyRow,
} from '../../engine/engine.ts'
import { type Company, EMPTY_SEAT } from '../../records/company.ts'
import type { Status } from '../../records/status.ts'
import { CompanySearch } from './company-search.ts'
import { plainCompanySearch } from './example-plain-scan.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-companies-'))
after(() => rmSync(dir, { recursive: true }))

interface Example {
  readonly name: string
  readonly otherNames?: readonly string[]
  readonly ico?: string | null
  readonly municipality?: string | null
  readonly status?: Status
  readonly size?: string | null
  readonly naturalPerson?: boolean
  readonly establishedOn?: string | null
}

let files = 0
function indexOf(examples: readonly Example[]): CompanyIndex {
  const builder = new CompanyColumnsBuilder('cz')
  for (const [key, example] of examples.entries()) builder.push(key, companyOf(example), example.status ?? null)
  const path = join(dir, `${files++}`)
  builder.write(`${path}.columns`)
  const columns = CompanyColumns.open(`${path}.columns`)
  buildCompanyIndex(columns, `${path}.index`)
  const index = CompanyIndex.open(`${path}.index`, columns)
  rmSync(`${path}.columns`)
  rmSync(`${path}.index`)
  return index
}

function companyOf({ status, municipality = null, ...example }: Example): Company {
  return {
    country: 'cz',
    ico: null,
    otherNames: [],
    naturalPerson: false,
    establishedOn: null,
    dissolvedOn: null,
    legalForm: null,
    legalStatus: null,
    register: null,
    registerOffice: null,
    registerNumber: null,
    size: null,
    updatedOn: null,
    ...example,
    seat: { ...EMPTY_SEAT, municipality },
  }
}

function rowsOf(index: CompanyIndex): CompanyRow[] {
  return Array.from({ length: index.columns.length }, (_, row) => index.columns.at(row))
}

/** Words that are near each other in every way that the rules know. */
const word = fc.constantFrom(
  'Alfa',
  'alfo',
  'Alfabeta',
  'beta',
  'Beta',
  'bétа',
  'Béta',
  'betonárna',
  'betonarna',
  'betonarny',
  'Novák',
  'Novak',
  'Nowak',
  'Nováková',
  'stav',
  'a',
  '&',
  'and',
  '2',
  '24',
  's',
  'as',
  'zs',
  'Brno',
  'Zlín',
  'total',
  'energies',
  'totalenergies',
  'v',
  'likvidaci',
  'ключ',
  'ß',
)
const form = fc.constantFrom(
  '',
  '',
  '',
  's.r.o.',
  ', s. r. o.',
  'spol. s r.o.',
  'a.s.',
  'as',
  'z.s.',
  'v.o.s.',
  'akciová společnost',
  'sp',
)
const name = fc
  .tuple(fc.array(word, { minLength: 1, maxLength: 3 }), form)
  .map(([words, end]) => `${words.join(' ')} ${end}`.trim())
const ico = fc.constantFrom(null, '00000027', '00000275', '00002751', '27512345', '27512346', '00075078', '31322832')

const example: fc.Arbitrary<Example> = fc.record({
  name,
  otherNames: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(name, { maxLength: 2 }) },
  ),
  ico,
  municipality: fc.constantFrom(null, 'Brno', 'Zlín', 'Nové Brno', 'Praha 7'),
  status: fc.constantFrom(null, null, null, 'dissolved', 'source_removed', 'removed'),
  size: fc.constantFrom(null, '000', '110', '510', 'x'),
  naturalPerson: fc.boolean(),
  establishedOn: fc.constantFrom(null, '1990-01-31', '1990-02-01', '2005-06-07'),
})

/** Something typed: words of the same kind, cut off, mistyped, in other cases. */
const typed = fc.oneof(
  fc.tuple(fc.array(word, { minLength: 1, maxLength: 4 }), form, fc.nat({ max: 4 })).map(([words, end, cut]) => {
    const text = `${words.join(' ')} ${end}`.trim()
    return text.slice(0, Math.max(1, text.length - cut))
  }),
  fc
    .tuple(name, fc.nat({ max: 12 }), fc.constantFrom('x', '', 'aa'))
    .map(([text, at, wrong]) => text.slice(0, at) + wrong + text.slice(at + 1)),
  fc.tuple(ico, fc.nat({ max: 7 })).map(([digits, cut]) => (digits ?? '27').slice(0, 8 - cut)),
  fc.constantFrom(
    '31 322 832',
    '275',
    '75078',
    '7507',
    '0',
    'alfa beta',
    'total energies',
    'alfabeta',
    'totalenergies',
    'betonarna',
    'novakstav',
    'al fa',
  ),
)

describe('the search finds what looking at every company finds, in the same order', () => {
  test('for random companies and random queries', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.array(example, { minLength: 1, maxLength: 6 }), fc.array(example, { minLength: 1, maxLength: 40 })),
        fc.array(typed, { minLength: 8, maxLength: 8 }),
        (examples, queries) => {
          const index = indexOf(examples)
          const search = new CompanySearch(index)
          const rows = rowsOf(index)
          for (const text of queries) {
            for (const limit of [10, 3]) {
              const hits = search
                .find(text, { limit })
                .map(({ document, tier }) => ({ row: index.rows[document]!, tier }))
              assert.deepEqual(hits, plainCompanySearch(rows, text, limit), text)
            }
          }
        },
      ),
      { numRuns: 400 },
    )
  })
})
