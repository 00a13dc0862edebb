import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exampleCompanyIndex } from '../testing/indexes.ts'
import { createShortNames } from './short-names.ts'

for (const [name, expected, because, example] of [
  ['Vysoká škola obchodní v Brně', 'vsob vso', 'initials, with the place and without', { municipality: 'Brno' }],
  ['Česká zdravotní pojišťovna České republiky', 'czpcr czp', 'without the state at the end', {}],
  ['Mestská nemocnica Zálužie', 'mnz', 'two initials would be too few', { municipality: 'Zálužie' }],
  ['Dopravní podnik a služby města', 'dpsm', 'small words have no initial', {}],
  ['Alfa Beta', '', 'two words have no short name', {}],
  ['Alfa Beta Gama', '', 'nobody knows a small company by its initials', { size: '110' }],
  ['Alfa Beta Gama', '', 'nor one that has ended', { status: 'dissolved' }],
  ['Alfa Beta Gama', '', 'nor a person', { naturalPerson: true }],
  ['Vysoká banka Zálužie, o.c.p. v likvidácii', 'vbz', 'without forms and what becomes of it', {}],
  ['Alfa & Beta, s.r.o.', 'a&b', 'letters around the sign, however small', { size: '110' }],
  ['A & B Beta Gama, s.r.o.', 'a&b', 'letters as they stand', { size: '110' }],
  ['Prvá banka, a.s.; skrátený názov: PRB, a.s.', 'prb', 'what the name says itself', { size: '110' }],
  ['Dráhy Zálužia /v skratke DZL, š.p./', 'dzl', 'in the words of another register', { size: '110' }],
] as const)
  test(`'${name}' is called '${expected}': ${because}`, () => {
    const { columns } = exampleCompanyIndex([{ name, size: '510', ...example }])
    assert.equal(createShortNames(columns)(0).join(' ').replaceAll('=', ''), expected)
  })
