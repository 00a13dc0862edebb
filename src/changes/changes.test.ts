import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Catalog } from '../catalog/catalog.ts'
import { openTestCatalog } from '../catalog/testing/open-test-catalog.ts'
import {
  EXAMPLE_COMPANIES,
  type ExampleSet,
  exampleAddress,
  exampleCompany,
  importWhole,
} from '../catalog/testing/sets.ts'
import type { Company } from '../records/company.ts'
import { COUNTRIES, KINDS } from '../records/country.ts'
import { deriveRecordId } from '../records/record-id.ts'
import { fc } from '../stdx/testing/properties.ts'
import { openSqlite } from '../storage/storage.ts'
import { type ChangesQuery, describeUnknown, findChanges, ListedRecords } from './changes.ts'

const NOW = { generation: Number.MAX_SAFE_INTEGER, at: '9999' }

function ask(catalog: Catalog, query: Partial<ChangesQuery> & { readonly sinceGeneration: number }) {
  using history = catalog.history()
  const since = { generation: query.sinceGeneration, at: '2026-06-01' }
  const whole = { since, until: NOW, countries: COUNTRIES, kinds: KINDS, listed: undefined, ...query }
  const changes = [...findChanges(history, whole)].filter((one) => one !== undefined)
  return { changes, notes: [...describeUnknown(history, whole)] }
}

function tell(catalog: Catalog, sinceGeneration: number, query: Partial<ChangesQuery> = {}): string[] {
  return ask(catalog, { ...query, sinceGeneration }).changes.map(({ what, before, after }) =>
    [what, before, after].filter((text) => text !== null).join(' | '),
  )
}

const plain = exampleCompany()
const seat = { ...plain.seat, street: 'Vzorová', registrationNumber: '1', addressId: '7' }
const base = exampleCompany({ seat })
const bankrupt = { code: '3', name: 'v konkurze', codelist: 'CL010108' }
const moved = { ...seat, registrationNumber: '2', addressId: '8' }
const person = exampleCompany({ naturalPerson: true, legalForm: null, seat, name: 'Ján Vzorový' })
const elsewhere = { ...moved, municipality: 'Dolné Vzorky' }

/** What happens to a record, and what is told of it. */
const CASES: readonly (readonly [
  name: string,
  before: Company,
  after: Company | undefined,
  told: readonly string[],
])[] = [
  ['nothing', base, base, []],
  ['an end', base, { ...base, dissolvedOn: '2026-06-08' }, ['ended | 2026-06-08']],
  ['an end on an unknown day', base, { ...base, dissolvedOn: true }, ['ended']],
  ['a life after an end', { ...base, dissolvedOn: '2026-06-01' }, base, ['revived']],
  ['another name', base, { ...base, name: 'Iná s.r.o.' }, ['renamed | Vzorka s.r.o. | Iná s.r.o.']],
  ['a name written otherwise', base, { ...base, name: 'VZORKA, s. r. o.' }, []],
  [
    'another seat',
    base,
    { ...base, seat: moved },
    ['moved | Vzorová 1, 99901 Horné Vzorky | Vzorová 2, 99901 Horné Vzorky'],
  ],
  ['the same house in a renamed street', base, { ...base, seat: { ...seat, street: 'Nová' } }, []],
  ['a new postal code', base, { ...base, seat: { ...seat, postalCode: '99902', addressId: null } }, []],
  [
    'another legal form',
    base,
    { ...base, legalForm: { code: '121', name: 'Akciová spoločnosť', codelist: null } },
    ['legal_form | Spoločnosť s ručením obmedzeným | Akciová spoločnosť'],
  ],
  ['another status', base, { ...base, legalStatus: bankrupt }, ['status | v konkurze']],
  ['fewer details', base, { ...base, size: '2', updatedOn: '2026-06-05' }, []],
  ['no record any more', base, undefined, ['removed']],
  ['the end of a person', person, { ...person, dissolvedOn: '2026-06-08' }, ['ended | 2026-06-08']],
  ['a person who moves to another town', person, { ...person, seat: elsewhere }, ['moved']],
  ['a person who moves within the town', person, { ...person, seat: moved }, []],
  ['a person with another name and status', person, { ...person, name: 'Ján Iný', legalStatus: bankrupt }, []],
  ['a person who comes back', { ...person, dissolvedOn: '2026-06-01' }, person, []],
  ['a person who is gone', person, undefined, ['removed']],
]

const other = exampleCompany({ ico: '00000002', name: 'Druhá a.s.' })

describe('of a company is told', () => {
  for (const [name, before, after, told] of CASES) {
    test(`${told.length === 0 ? 'nothing' : told[0]!.split(' ')[0]} after ${name}`, () => {
      const { catalog } = openTestCatalog()
      const first = importWhole(catalog, { rows: { 1: before, 2: other } })
      const rows = after === undefined ? { 2: other } : { 1: after, 2: other }
      importWhole(catalog, { rows, observedOn: '2026-06-09', finish: { allowShrink: true } })
      assert.deepEqual(tell(catalog, first.generation), told)
    })
  }
})

test('each change has its record, its source and both days', () => {
  const { catalog } = openTestCatalog()
  const first = importWhole(catalog, { rows: { 1: base } })
  importWhole(catalog, { rows: { 1: { ...base, name: 'Iná' } }, observedOn: '2026-06-07', coverage: 'changes' })
  importWhole(catalog, {
    rows: { 1: { ...base, name: 'Iná', seat: moved } },
    observedOn: '2026-06-08',
    coverage: 'changes',
  })
  const { changes } = ask(catalog, { sinceGeneration: first.generation })
  const id = deriveRecordId('sk', 'company', '1')
  const common = {
    rows: [],
    country: 'sk',
    kind: 'company',
    id,
    number: '00000001',
    source: 'sk-rpo',
    ourDay: '2026-06-10',
  }
  assert.deepEqual(
    changes.map(({ before: _, after: __, ...change }) => change),
    [
      { ...common, what: 'renamed', registerDay: '2026-06-07' },
      { ...common, what: 'moved', registerDay: '2026-06-08' },
    ],
  )
})

test('what is read by another version of the program is no change, but what the register changed with it is', () => {
  const { catalog } = openTestCatalog()
  const first = importWhole(catalog, { rows: { 1: base, 2: other } })
  const read = { name: 'Prečítaná inak', dissolvedOn: '2026-01-01' }
  const changed = { ...other, name: 'Premenovaná a.s.', updatedOn: '2026-06-08', legalStatus: bankrupt }
  importWhole(catalog, {
    rows: { 1: { ...base, ...read }, 2: changed },
    observedOn: '2026-06-09',
    projectionVersion: '2',
  })
  assert.deepEqual(tell(catalog, first.generation), ['renamed | Druhá a.s. | Premenovaná a.s.'])
})

test('a record that changed and changed back is no change, nor is one that was gone meanwhile', () => {
  const { catalog } = openTestCatalog()
  const first = importWhole(catalog, { rows: { 1: base, 2: other } })
  const next = (rows: ExampleSet['rows'], day: string) =>
    importWhole(catalog, { rows, observedOn: day, finish: { allowShrink: true } }).generation
  const second = next({ 1: { ...base, name: 'Iná' } }, '2026-06-07')
  next({ 1: base, 2: other }, '2026-06-08')
  assert.deepEqual(tell(catalog, first.generation), [])
  assert.deepEqual(tell(catalog, second), ['renamed | Iná | Vzorka s.r.o.', 'revived'])
  const until = { until: { generation: second, at: '9999' } }
  assert.deepEqual(tell(catalog, first.generation, until), ['renamed | Vzorka s.r.o. | Iná', 'removed'])
})

test('of a withdrawn record only its withdrawal is told, once for a subject', () => {
  const { catalog } = openTestCatalog()
  const rows = { 1: base, 2: other, 3: { ...base, name: 'VZORKA s.r.o.' } }
  const first = importWhole(catalog, { rows })
  importWhole(catalog, { rows: { ...rows, 1: { ...base, name: 'Iná' } }, observedOn: '2026-06-07' })
  for (const target of catalog.find({ country: 'sk', ico: '00000001' })) catalog.withdraw(target, 'asked')
  const { changes } = ask(catalog, { sinceGeneration: first.generation })
  assert.deepEqual(
    changes.map(({ what, before, after, number }) => [what, before, after, number]),
    [['withdrawn', null, null, '00000001']],
  )
  assert.deepEqual(tell(catalog, first.generation, { since: { generation: first.generation, at: '2026-06-11' } }), [])
})

test('what a restoration of a record that its source lacks leaves out is no change', () => {
  const { catalog } = openTestCatalog()
  const first = importWhole(catalog, { rows: { 1: base, 2: other } })
  importWhole(catalog, { rows: { 2: other }, observedOn: '2026-06-07', finish: { allowShrink: true } })
  const [target] = catalog.find({ country: 'sk', ico: '00000001' })
  catalog.withdraw(target!, 'asked')
  catalog.restore(catalog.find({ country: 'sk', ico: '00000001' })[0]!)
  assert.deepEqual(tell(catalog, first.generation), ['removed'])
  const rows = { 1: { ...base, seat: moved, updatedOn: '2026-06-08' }, 2: other }
  importWhole(catalog, { rows, observedOn: '2026-06-08', projectionVersion: '2' })
  const { changes } = ask(catalog, { sinceGeneration: first.generation })
  assert.deepEqual(
    changes.map(({ what, registerDay }) => [what, registerDay]),
    [['moved', '2026-06-08']],
  )
})

test('each row of a list that names a withdrawn registration is told', () => {
  const { catalog } = openTestCatalog()
  const first = importWhole(catalog, { rows: { 1: base, 2: other, 3: base } })
  for (const target of catalog.find({ country: 'sk', ico: '00000001' })) catalog.withdraw(target, 'asked')
  const listed = new ListedRecords('id')
  for (const key of ['1', '3']) listed.add(deriveRecordId('sk', 'company', key), Number(key))
  assert.deepEqual(
    ask(catalog, { sinceGeneration: first.generation, listed }).changes.map(({ rows, what }) => [rows, what]),
    [[[1, 3], 'withdrawn']],
  )
})

test('what came and went between the moments is no change', () => {
  const { catalog } = openTestCatalog()
  const first = importWhole(catalog, { rows: { 2: other } })
  importWhole(catalog, { rows: { 1: base, 2: other }, observedOn: '2026-06-07' })
  importWhole(catalog, { rows: { 2: other }, observedOn: '2026-06-08', finish: { allowShrink: true } })
  assert.deepEqual(tell(catalog, first.generation), [])
})

test('a subject that is shown by another registration changed when the first one ended', () => {
  const { catalog } = openTestCatalog()
  const second = { ...base, seat: moved, register: { code: '99', name: 'Zoznam dopravcov', codelist: null } }
  const first = importWhole(catalog, { rows: { 1: base, 5: second, 2: other } })
  const rows = { 1: { ...base, dissolvedOn: '2026-06-06' } }
  importWhole(catalog, { rows, observedOn: '2026-06-07', coverage: 'changes' })
  const { changes } = ask(catalog, { sinceGeneration: first.generation })
  assert.deepEqual(
    changes.map(({ what, registerDay }) => [what, registerDay]),
    [['moved', '2026-06-07']],
  )
})

test('registrations of one subject are one subject: it ends with the last of them', () => {
  const { catalog } = openTestCatalog()
  const second = { ...base, register: { code: '99', name: 'Zoznam dopravcov', codelist: null } }
  const ended = { dissolvedOn: '2026-06-06' }
  const first = importWhole(catalog, { rows: { 1: base, 5: second, 2: other } })
  importWhole(catalog, { rows: { 1: { ...base, ...ended } }, observedOn: '2026-06-07', coverage: 'changes' })
  assert.deepEqual(tell(catalog, first.generation), [])
  importWhole(catalog, { rows: { 5: { ...second, ...ended } }, observedOn: '2026-06-08', coverage: 'changes' })
  assert.deepEqual(tell(catalog, first.generation), ['ended | 2026-06-06'])
})

test('what the first import of a source brought is unknown before, and not new', () => {
  const { catalog } = openTestCatalog()
  importWhole(catalog, { rows: { 1: base } })
  importWhole(catalog, { rows: { 1: { ...base, name: 'Iná' }, 2: other }, observedOn: '2026-06-09' })
  const { changes, notes } = ask(catalog, { sinceGeneration: 0 })
  assert.deepEqual(
    changes.map(({ what, number }) => [what, number]),
    [
      ['renamed', '00000001'],
      ['new', '00000002'],
    ],
  )
  assert.deepEqual(notes, ['sk-rpo: unknown before 2026-06-10, the day of its first import'])
})

test('what came back before retirements were kept is counted as unknown', () => {
  const { catalog, path } = openTestCatalog()
  const first = importWhole(catalog, { rows: { 1: base, 2: other } })
  importWhole(catalog, { rows: { 1: base }, observedOn: '2026-06-07', finish: { allowShrink: true } })
  importWhole(catalog, { rows: { 1: base, 2: other }, observedOn: '2026-06-08' })
  using database = openSqlite(path, { use: 'owned' })
  assert.deepEqual(database.prepare('select key, retired_in, ended_in from retirement').all(), [[2, 2, 3]])
  database.exec('delete from retirement; update retirements_kept set after_generation = 3')
  const { notes } = ask(catalog, { sinceGeneration: first.generation })
  assert.deepEqual(notes, ['sk-rpo: it is unknown before 2026-06-10 that 1 record came back'])
})

test('of an address is told what its house, street and postal code were', () => {
  const { catalog } = openTestCatalog()
  const dataset = { ...EXAMPLE_COMPANIES, name: 'sk-addresses-csv', registry: 'sk-addresses', kind: 'address' as const }
  const point = exampleAddress()
  const first = importWhole(catalog, { dataset, rows: { 1: point, 2: point, 3: point, 4: point, 5: point } })
  const rows = {
    1: { ...point, orientationNumber: '4' },
    2: { ...point, street: 'Nová' },
    3: { ...point, postalCode: '99902' },
    5: { ...point, latitude: 48.8 },
    6: point,
  }
  importWhole(catalog, { dataset, rows, observedOn: '2026-06-09', finish: { allowShrink: true } })
  assert.deepEqual(tell(catalog, first.generation).toSorted(), [
    'new',
    'postal_code | 99901 | 99902',
    'removed',
    'renumbered | 12/3B | 12/4B',
    'street_renamed | Vzorová | Nová',
  ])
})

test('a list gets the rows of its records, by id and by number, and names those that are unknown', () => {
  const { catalog } = openTestCatalog()
  const first = importWhole(catalog, { rows: { 1: base, 2: other, 3: { ...other, ico: '00000003' } } })
  const rows = { 1: { ...base, name: 'Iná' }, 3: { ...other, ico: '00000003', name: 'Tretia' } }
  importWhole(catalog, { rows, observedOn: '2026-06-07', coverage: 'changes' })
  const byNumber = new ListedRecords('number')
  const byId = new ListedRecords('id')
  for (const [row, key] of [
    [2, '1'],
    [3, '2'],
    [4, '9'],
    [5, '1'],
  ] as const) {
    byNumber.add(`0000000${key}`, row, ['sk'])
    byId.add(deriveRecordId('sk', 'company', key), row)
  }
  for (const listed of [byNumber, byId]) {
    const { changes } = ask(catalog, { sinceGeneration: first.generation, listed })
    assert.deepEqual(
      changes.map(({ rows, what, number }) => [rows, what, number]),
      [[[2, 5], 'renamed', '00000001']],
    )
    assert.deepEqual([...listed.unknownRows()], [4])
  }
})

test('of two sources of one number the first one tells, whatever the list', () => {
  const { catalog } = openTestCatalog()
  const [first, second] = ['cz-res', 'cz-vr'].map((name) => {
    return { ...EXAMPLE_COMPANIES, name, registry: name, country: 'cz' as const, keyForm: 'eight-digits' as const }
  })
  const [one, two] = [base, other].map((company) => ({ ...company, country: 'cz' as const })) as [Company, Company]
  const three = { ...one, ico: '00000003' as Company['ico'] }
  importWhole(catalog, { dataset: first!, rows: { 1: one, 2: two } })
  const { generation } = importWhole(catalog, { dataset: second!, rows: { 1: one, 2: two, 3: three } })
  const later = { observedOn: '2026-06-08', finish: { allowShrink: true } }
  importWhole(catalog, { dataset: first!, rows: { 1: { ...one, name: 'Iná' }, 2: two }, ...later })
  importWhole(catalog, { dataset: second!, rows: { 1: one, 2: { ...two, name: 'Iná' } }, ...later })
  const [byId, byNumber] = [new ListedRecords('id'), new ListedRecords('number')]
  for (const key of ['00000001', '00000002', '00000003']) {
    byId.add(deriveRecordId('cz', 'company', key), 1)
    byNumber.add(key, 1, ['cz'])
  }
  for (const listed of [undefined, byId, byNumber])
    assert.deepEqual(tell(catalog, generation, { listed }), ['renamed | Vzorka s.r.o. | Iná', 'removed'])
})

/** What an export of the catalog has of each subject. */
type Export = ReadonlyMap<string, { readonly name: string; readonly town: string; readonly status: string }>

test('any history gives the difference of two exports (100 histories)', () => {
  const company = fc.record({
    name: fc.constantFrom('Alfa', 'Beta'),
    town: fc.constantFrom('Vzorky', 'Príklady'),
    ended: fc.boolean(),
  })
  const rows = fc.dictionary(fc.constantFrom('1', '2', '3'), company, { minKeys: 1 })
  const step = fc.record({ full: fc.boolean(), rows })
  const moments = fc.tuple(fc.nat(), fc.nat())
  fc.assert(
    fc.property(rows, fc.array(step, { maxLength: 7 }), moments, (first, steps, [one, two]) => {
      const { catalog } = openTestCatalog()
      const exports: { readonly generation: number; readonly content: Export }[] = []
      let standing = new Map<string, { name: string; town: string; status: string }>()
      let day = 1
      for (const { full, rows } of [{ full: true, rows: first }, ...steps]) {
        day += 1
        const companies = Object.entries(rows).map(([key, { name, town, ended }]) => {
          const dissolvedOn = ended ? '2026-05-05' : null
          const seat = { ...plain.seat, municipality: town }
          return [Number(key), exampleCompany({ ico: `0000000${key}`, name, seat, dissolvedOn })] as const
        })
        const { generation } = importWhole(catalog, {
          rows: companies,
          observedOn: `2026-06-${String(day).padStart(2, '0')}`,
          coverage: full ? 'full' : 'changes',
          finish: { allowShrink: true },
        })
        standing = new Map(standing)
        if (full)
          for (const [key, record] of standing)
            if (record.status === 'living') standing.set(key, { ...record, status: 'removed' })
        for (const [key, { name, town, ended }] of Object.entries(rows))
          standing.set(key, { name, town, status: ended ? 'ended' : 'living' })
        exports.push({ generation, content: standing })
      }
      const [from, to] = [one % exports.length, two % exports.length].toSorted((a, b) => a - b) as [number, number]
      const until = { generation: exports[to]!.generation, at: '9999' }
      const { changes } = ask(catalog, { sinceGeneration: exports[from]!.generation, until })
      const told = changes.map(({ number, what, before, after }) => [number, what, before, after].join(' | '))
      assert.deepEqual(told.toSorted(), differ(exports[from]!.content, exports[to]!.content).toSorted())
      catalog.close()
    }),
    { numRuns: 100 },
  )
})

function showTown(town: string): string {
  return `${town}, 99901 ${town}`
}

/** The stupid difference: two exports side by side. */
function differ(before: Export, after: Export): string[] {
  return [...after].flatMap(([key, is]) => {
    const was = before.get(key)
    const line = (what: string, a: string | null, b: string | null) => [`0000000${key}`, what, a, b].join(' | ')
    if (was === undefined) return is.status === 'removed' ? [] : [line('new', null, null)]
    const lines: string[] = []
    const end = is.status === 'ended' ? '2026-05-05' : null
    if (was.status !== is.status) lines.push(line(is.status === 'living' ? 'revived' : is.status, null, end))
    if (was.name !== is.name) lines.push(line('renamed', was.name, is.name))
    if (was.town !== is.town) lines.push(line('moved', showTown(was.town), showTown(is.town)))
    return lines
  })
}
