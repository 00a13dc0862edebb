import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ExampleCompany } from '../../engine/testing/companies.ts'
import { fc } from '../../stdx/testing/properties.ts'
import { exampleCompanyIndex } from '../testing/indexes.ts'
import { plainCompanySearch, readPlainCompanies } from '../testing/plain-company-scan.ts'
import { explainCompanies } from './company-explanation.ts'
import { COMPANY_RULES } from './company-rules.ts'
import { CompanySearch } from './company-search.ts'

/** Words that are near each other in every way that the rules know. */
const word = fc.constantFrom(
  ...'Alfa alfo Alfabeta beta Beta bétа Béta betonárna betonarna betonarny Novák Novak Nowak Nováková stav a &'.split(
    ' ',
  ),
  ...'and 2 24 s as zs Brno Zlín total energies totalenergies v likvidaci Ján Jana Nová ключ ß'.split(' '),
)
const FIREFIGHTERS = 'Sbor dobrovolných hasičů'
/** First words and their abbreviations. */
const SCHOOLS = ['ZŠ a MŠ', 'Základní škola a mateřská škola']
const firstWords = fc.constantFrom(
  'Alfa & beta',
  'Alfa beta gama',
  'SDH',
  FIREFIGHTERS,
  'SK',
  'Sportovní klub',
  ...SCHOOLS,
)
const FORMS = ['s.r.o.', ', s. r. o.', 'spol. s r.o.', 'a.s.', 'as', 'z.s.', 'v.o.s.', 'akciová společnost', 'sp']
const form = fc.constantFrom('', '', '', ...FORMS)
const words = fc.oneof(
  { weight: 4, arbitrary: fc.array(word, { minLength: 1, maxLength: 3 }) },
  { weight: 1, arbitrary: fc.tuple(firstWords, word) },
)
const name = fc.tuple(words, form).map(([words, end]) => `${words.join(' ')} ${end}`.trim())
const ico = fc.constantFrom(null, '00000027', '00000275', '00002751', '27512345', '27512346', '00075078', '31322832')

const example: fc.Arbitrary<ExampleCompany> = fc.record({
  name,
  otherNames: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(name, { maxLength: 2 }) },
  ),
  ico,
  municipality: fc.constantFrom(null, 'Brno', 'Zlín', 'Nové Brno', 'Praha 7'),
  status: fc.constantFrom(null, null, null, 'dissolved', 'source_removed', 'removed'),
  legalForm: fc.constantFrom(null, null, { code: '121', name: 'a.s.', codelist: 'x' }),
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
  fc.tuple(firstWords, word, form).map((words) => words.join(' ').trim()),
  fc.tuple(ico, fc.nat({ max: 7 })).map(([digits, cut]) => (digits ?? '27').slice(0, 8 - cut)),
  fc.constantFrom('31 322 832', '275', '75078', '7507', '0', 'betonarna', 'novakstav', 'al fa'),
  fc.constantFrom('alfa beta', 'total energies', 'alfabeta', 'totalenergies'),
  fc.constantFrom('alfa IČO 31322832', 'alfa v brne', 'beta zline'),
  fc.constantFrom('a&b', 'A & B'),
  fc
    .tuple(fc.constantFrom('jna', 'nva', 'Noá', 'bno', 'zln', 'vxi'), word, form, fc.boolean())
    .map(([short, other, end, isLast]) => `${isLast ? `${other} ${short}` : `${short} ${other}`} ${end}`.trim()),
)

type WayToType = (name: string, at: number, municipality: string) => string

/** Whole, abbreviated or not, with the town, cut off, with a space too many or too few, or with letters wrong. */
const WAYS_TO_TYPE: readonly WayToType[] = [
  (name) => name,
  (name) => name.replace(/^(SDH|Sbor dobrovolných hasičů)/, (first) => (first === 'SDH' ? FIREFIGHTERS : 'SDH')),
  (name, _, municipality) => `${name} ${municipality}`,
  (name, at) => name.slice(0, 1 + (at % name.length)),
  (name, at) => `${name.slice(0, at % name.length)} ${name.slice(at % name.length)}`,
  (name) => name.replace(' ', ''),
  (name, at) => name.replace(/\S+/g, (word) => word.slice(0, 1 + (at % 3))),
  (name) => name.replace(/(\S)\S* ?/g, '$1'),
  (name, at, municipality) => `${name.replace(/(\S)\S* ?/g, '$1')} ${municipality.slice(0, 1 + (at % 3))}`,
  (name) => name.replace(/\S{8,}/, (word) => `${word.slice(0, 2)}x${word.slice(3, 5)}x${word.slice(6)}`),
]

/** Types a name that one of the companies has or had. */
const typeName = fc
  .record({ company: fc.nat(), name: fc.nat(), type: fc.constantFrom(...WAYS_TO_TYPE), at: fc.nat() })
  .map(({ company, name, type, at }) => (companies: readonly ExampleCompany[]): string => {
    const chosen = companies[company % companies.length]!
    const names = [chosen.name, ...(chosen.otherNames ?? [])]
    return type(names[name % names.length]!, at, chosen.municipality ?? '')
  })

describe('the search finds what a scan of every company finds, in the same order', () => {
  test('for random companies and random queries', () => {
    const met = new Set<string>()
    const meant = new Set<string>()
    const few = fc.array(example, { minLength: 1, maxLength: 6 })
    const many = fc.array(example, { minLength: 1, maxLength: 40 })
    const queries = fc.array(typed, { minLength: 10, maxLength: 10 })
    const names = fc.array(typeName, { minLength: 4, maxLength: 4 })
    // So that each rule is met whatever the seed.
    const ofRule = fc.constantFrom(...COMPANY_RULES.flat().flatMap(({ examples }) => Object.entries(examples)))
    const property = fc.property(fc.oneof(few, many), queries, names, ofRule, (others, typed, namesTyped, pair) => {
      const [ofPair, company] = pair
      const examples = [...others, company]
      const queries = [...typed, ofPair]
      const index = exampleCompanyIndex(examples)
      const search = new CompanySearch(index)
      const companies = readPlainCompanies(index)
      for (const text of [...queries, ...namesTyped.map((type) => type(examples))]) {
        for (const limit of [10, 3]) {
          const hits = search.find(text, { limit }).hits.map(({ document, rule, reading }) => {
            const means = reading.abbreviations.map(({ meant }) => meant.join(' ')).join(' ')
            return { row: index.rows[document]!, rule: rule.name, means }
          })
          assert.deepEqual(hits, plainCompanySearch(companies, text, limit), text)
          for (const { rule, means } of hits) {
            met.add(rule)
            meant.add(means)
          }
        }
      }
    })
    fc.assert(property, { numRuns: 200 })
    for (const { name } of COMPANY_RULES.flat()) assert(met.has(name), `${name} was never met`)
    const inFull = /^(sbor dobrovolnych hasicu|sportovni klub|zakladni skola materska skola)$/m
    for (const means of [/^(sdh|sk|zs ms)$/m, inFull]) assert.match([...meant].join('\n'), means)
  })
})

const COMPANIES: readonly ExampleCompany[] = [
  { name: 'Alfa s.r.o.', ico: '00075078', municipality: 'Brno', size: '110' },
  { name: 'Alfa, a.s.', ico: '27512345', municipality: 'Zlín', size: '220' },
  { name: 'Alfa', ico: '27512346', status: 'dissolved', size: '510' },
  { name: 'Nová Alfa s.r.o.', municipality: 'Zlín' },
  { name: 'Omega', otherNames: ['Alfa'], size: '510' },
  { name: 'Alfa', status: 'removed', size: '510' },
  { name: 'TotalEnergies s.r.o.' },
  { name: 'Total Stav' },
  { name: 'Káva' },
  { name: 'Kava' },
  { name: 'Novák & syn' },
  { name: 'Jan Novák', municipality: 'Brno', naturalPerson: true, establishedOn: '1990-01-01' },
  { name: 'Novák Jan', municipality: 'Zlín', establishedOn: '2000-01-01' },
  { name: 'Novák Jan', municipality: 'Zlín', establishedOn: '1995-01-01', ico: '31322832' },
  { name: 'Novák Jan', municipality: 'Zlín', establishedOn: '1995-01-01', size: '110' },
  { name: '!!!', ico: '99999999' },
  { name: 'Delta Gama, spol. s r.o.', ico: '36631124' },
  { name: 'Zvonárstvo', ico: '31322832', size: '110' },
]

describe('each rule finds its examples, and names itself', () => {
  const rules = COMPANY_RULES.flat()
  const all = rules.flatMap(({ examples }) => Object.values(examples)).map((one) => ({ ico: null, ...one }))
  const examples = [...new Map(all.map((one) => [JSON.stringify(one), one])).values()]
  const search = new CompanySearch(exampleCompanyIndex(examples))
  for (const { name, examples } of rules)
    for (const [typed, expected] of Object.entries(examples))
      test(`${name}: '${typed}' finds ${expected.name}`, () => {
        const [first] = search.search(typed, { limit: 3 })
        assert.deepEqual([first?.company.name, first?.rule.name], [expected.name, name])
      })
})

describe('suggested companies and their order', () => {
  const index = exampleCompanyIndex(COMPANIES)
  const search = new CompanySearch(index)
  for (const [query, expected, because] of [
    // The living before the dissolved, the bigger first, and last the other places in a name.
    ['alfa', '1 0 4 2 3', 'a present name before a former one, and the living before the dissolved'],
    ['alfa sro', '0 1 4 2 3', 'the legal form decides between equals'],
    ['alfa s', '0 1 2 3 4', 'a form that is still being typed'],
    ['spol. s r.o. alfa', '0 1 4 2 3', 'a form may come first'],
    ['ALFA A.S.', '1 0 4 2 3', 'in capitals and with dots'],
    ['omega', '4', 'the present name of who was called otherwise'],
    ['75078', '0', 'a number without its leading zeros'],
    ['7507', '0', 'and its beginning'],
    ['2751', '1 2', 'a number from its first digits'],
    ['27 512 346', '2', 'a number in groups'],
    ['31322832', '17 13', 'a number that two different subjects have'],
    ['IČO: 00075078', '0', 'a number as it stands on an invoice'],
    ['ičo 2751', '1 2', 'its first digits behind the label'],
    ['IČ 27512346', '2', 'the shorter label before a whole number'],
    ['DIČ: CZ27512346', '2', 'a Czech tax number'],
    ['Delta, Dlouhá 12, IČO: 366 311 24', '16', 'a whole number among words'],
    ['CZ 2751', '', 'the beginning of a tax number may be the name of a country'],
    ['total energies', '6', 'two words where the name has one'],
    ['totalstav', '7', 'one word where the name has two'],
    ['káva', '8 9', 'diacritics that are typed are meant'],
    ['kava', '9 8', 'without them both fit, and the shorter in bytes is first'],
    ['novak a syn', '10', 'a connecting word is as good as a sign'],
    ['novak and syn', '10', 'in English too'],
    ['jan novak', '11 14 13 12', 'the typed order begins the name; then any order, the bigger and the older first'],
    ['novak jan zlin', '14 13 12', 'a name and a municipality'],
    ['nov jan br', '11', 'beginnings of words'],
    ['nowak', '14 13 12 10 11', 'one typo'],
    ['jan novak bnro', '11', 'one typo in the municipality'],
    ['novak jan ziln', '14 13 12', 'two letters of it swapped'],
    ['totalenegies', '6', 'a letter too few'],
    ['ttoalenregies', '6', 'two typos in a long word'],
    ['alfx', '1 0 4 3 2', 'among typos, names that begin with the word, then the rank'],
    ['alfa nonsense', '1 0 4 3 2', 'words at the end are left out'],
    ['nonsense alfa', '1 0 4 3 2', 'words in front too'],
    ['!!!', '', 'nothing to look for'],
    ['99999999', '15', 'a name without words is found by its number'],
  ] as const) {
    test(`${query}: ${because}`, () => {
      const rows = search.find(query, { limit: 10 }).hits.map(({ document }) => index.rows[document]!)
      assert.equal(rows.join(' '), expected)
    })
  }
  test('a name that begins with Ico and a small number is not hidden by the numbers that begin with it', () => {
    const named: ExampleCompany = { name: 'Ico 21 Invest', ico: '99999999' }
    const firm = (i: number): ExampleCompany => ({ name: `Firma ${i}`, ico: String(21_000_000 + i) })
    const crowd = Array.from({ length: 12 }, (_, i) => firm(i))
    const index = exampleCompanyIndex([...crowd, named])
    const [first] = new CompanySearch(index).find('ico 21', { limit: 10 }).hits
    assert.equal(index.rows[first!.document], 12)
  })
  test('the typed diacritics come first among dissolved companies and among those without the typed form', () => {
    const names = ['Beta 1', 'Beta 2', 'Béta 3', 'Beta 4', 'Béta 5', 'Béta 6', 'Beta 7']
    const sorted = ['Béta 3', 'Béta 5', 'Béta 6', 'Beta 1', 'Beta 2', 'Beta 4', 'Beta 7']
    for (const status of [null, 'dissolved'] as const) {
      const examples = names.map((name, i): ExampleCompany => ({ name, status, size: String(500 - 10 * i) }))
      const index = exampleCompanyIndex(examples)
      for (const query of ['béta', 'béta s.r.o.'])
        for (const limit of [3, 5, 7]) {
          const hits = new CompanySearch(index).search(query, { limit })
          const found = hits.map(({ company }) => company.name)
          assert.deepEqual(found, sorted.slice(0, limit), query)
        }
    }
  })
  test('a smaller limit gives the first of the same hits', () => {
    for (const query of ['alfa', 'jan novak', 'nowak', '2']) {
      const all = search.find(query, { limit: 10 }).hits
      for (let limit = 1; limit < 10; limit++) assert.deepEqual(search.find(query, { limit }).hits, all.slice(0, limit))
    }
  })
})

test('any Unicode text of 120 characters is answered, and the same way each time', () => {
  const index = exampleCompanyIndex(COMPANIES)
  const search = new CompanySearch(index)
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 120 }),
    fc.string({ unit: 'grapheme', maxLength: 120 }),
    fc.string({ unit: fc.constantFrom('a', ' ', 's', '.', 'novak ', '1', '\u0301', '\ud83d', 'ﷺ'), maxLength: 120 }),
  )
  fc.assert(
    fc.property(text, (typed) => {
      const hits = search.search(typed, { limit: 10 })
      assert(hits.length <= 10)
      assert.deepEqual(search.search(typed, { limit: 10 }), hits)
    }),
    { numRuns: 1500 },
  )
})

describe('a large group of companies with one name', () => {
  const crowd: readonly ExampleCompany[] = Array(300).fill({ name: 'Jan Novák', size: '110', naturalPerson: true })
  const search = (examples: readonly ExampleCompany[], query: string): string[] => {
    const index = exampleCompanyIndex(examples)
    return new CompanySearch(index).search(query, { limit: 10 }).map(({ company }) => company.name)
  }
  for (const query of ['jan novak s', 'jan novak s.r', 'jan novak s.r.o', 'jan novak sro', 's.r.o. jan novak']) {
    test(`${query}: does not hide the one with the form`, () => {
      assert.equal(search([...crowd, { name: 'Jan Novák s.r.o.' }], query)[0], 'Jan Novák s.r.o.')
    })
  }
  test('is sorted by diacritics as far as its first 128', () => {
    for (const before of [127, 128]) {
      const plain = Array.from({ length: before }, (): ExampleCompany => ({ name: 'Beta', size: '110' }))
      assert.equal(search([...plain, { name: 'Béta' }], 'béta')[0], before < 128 ? 'Béta' : 'Beta')
    }
  })
  test('does not end the search while an unfinished form matches none of them', () => {
    const found = search(Array(6000).fill(crowd[0]!), 'jan novak s')
    assert.equal(found.length, 10)
  })
})

test('active companies come before dissolved ones in every tier, and an explanation has the order of the search', () => {
  const index = exampleCompanyIndex([
    { name: 'Betonarna', status: 'dissolved' },
    { name: 'Betonarnaky stav' },
    { name: 'Alfabeta gama', status: 'dissolved' },
    { name: 'Alfa betagama' },
    { name: 'Alfa s.r.o.', status: 'dissolved' },
    { name: 'Alfa a.s.' },
  ])
  const search = new CompanySearch(index)
  for (const [query, first] of [
    ['betonarmna', 'Betonarnaky stav'],
    ['alfa beta gama', 'Alfa betagama'],
    ['alfa sro', 'Alfa a.s.'],
  ] as const) {
    const names = search.search(query, { limit: 10 }).map(({ company }) => company.name)
    assert.equal(names[0], first, query)
    // A later search of the tier may find the active company.
    assert.equal(search.search(query, { limit: 1 })[0]!.company.name, first)
    const explained = explainCompanies(search, index, { query, limit: 10 }).hits.map(({ company }) => company.name)
    assert.deepEqual(explained, names)
  }
})

test('a short name stays first while the town behind it is typed', () => {
  const index = exampleCompanyIndex([
    { name: 'Technický ústav strojov', municipality: 'Bratislava', size: '510' },
    { name: 'TUS Brno s.r.o.', municipality: 'Brno' },
  ])
  for (const query of ['tus', 'tus b', 'tus brat', 'tus bratislava'])
    assert.equal(new CompanySearch(index).search(query, { limit: 3 })[0]?.rule.name, 'short_name', query)
})

test('a company that several splits of a word or several joins find is one hit', () => {
  const index = exampleCompanyIndex([{ name: 'Alfabeta gama Alfa betagama' }, { name: 'Del ta Delt a' }])
  for (const [query, row] of Object.entries({ 'alfa beta gama': 0, delta: 1 })) {
    const rows = new CompanySearch(index).find(query, { limit: 10 }).hits.map(({ document }) => index.rows[document]!)
    assert.deepEqual(rows, [row], query)
  }
})

test('characters that Unicode decomposes into whole sentences stay within the work budget', () => {
  const index = exampleCompanyIndex(COMPANIES)
  const search = new CompanySearch(index)
  const sevenAtOnce = `${'ﷺ'.repeat(7)} `
  for (const text of ['ﷺ'.repeat(120), 'ﬄ'.repeat(120), 'a '.repeat(60), 'č '.repeat(60), sevenAtOnce.repeat(15)]) {
    const { workSpent } = explainCompanies(search, index, { query: text, limit: 10 })
    assert(0 < workSpent && workSpent <= 150_000)
  }
})
