import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { placeOfRegister } from './register-order.ts'
import type { RecordStatus } from './status.ts'
import { chooseSubject, groupRegistrations, toRegistration } from './subject.ts'
import { BARE_COMPANY } from './testing/bare-records.ts'

const OF_PERSON = { code: '101', name: null, codelist: null }
const LIMITED = { code: '112', name: null, codelist: null }

/** `status|end|register|legal form|name`, as `|| Obchodný register | 112 | Vzorka s.r.o.`; its key is its position. */
function registration(line: string, key: number) {
  const [state, end, register, form, name] = line.split('|').map((text) => text.trim()) as [string, ...string[]]
  const status = state === '' ? null : (state as RecordStatus)
  const company = {
    ...BARE_COMPANY,
    name: name!.replace('!', ''),
    dissolvedOn: end === '' ? null : end!,
    register: register === '' ? null : { code: null, name: register!, codelist: null },
    naturalPerson: form === '101',
    legalForm: form === '101' ? OF_PERSON : form === '112' ? LIMITED : null,
    ...(name!.endsWith('!') ? { inconsistent: true as const } : undefined),
  }
  return toRegistration(key, company, status)
}

const TAXI = 'Register taxislužby'
const TRADE = 'Živnostenský register'
const COURT = 'Obchodný register'

describe('the records of one number', () => {
  // The keys of each subject, the main record first. The one that the number means is in brackets.
  for (const [name, lines, expected] of [
    ['one', [`||${TAXI}|101|Ján Vzorový`], '[0]'],
    ['a second registration', [`||${TAXI}|101|Ján Vzorový`, `||${TRADE}|101|Ing. Ján Vzorový - STAVMONT`], '[1 0]'],
    ['one without a legal form', [`||${TRADE}|101|Ján Vzorový - STAVMONT`, `||${TAXI}||Ján Vzorový`], '[0 1]'],
    [
      'neither has a legal form',
      [`||Zoznam advokátov||Ján Vzorový, advokát`, `||Zoznam správcov||Ján Vzorový`],
      '[0 1]',
    ],
    ['the older of equal registers', [`||${TAXI}|101|Ján Vzorový`, `||${TAXI}|101|Ján Vzorový`], '[0 1]'],
    ['a contradiction stands behind', [`||${TAXI}|101|Ján Vzorový!`, `||${TAXI}|101|Ján Vzorový`], '[1 0]'],
    ['but the register decides first', [`||${TRADE}|101|Ján Vzorový!`, `||${TAXI}|101|Ján Vzorový`], '[0 1]'],
    ['a register that the list lacks', [`||Zbierka|101|Ján Vzorový`, `||${TAXI}|101|Ján Vzorový`], '[1 0]'],
    ['a legal person', [`||${TAXI}|112|Vzorka s.r.o.`, `||${COURT}|112|VZORKA, s. r. o.`], '[1 0]'],
    ['what follows its name counts', [`||${COURT}|112|Vzorka dva`, `||${TAXI}|112|Vzorka dva - závod`], '0, 1'],
    ['two subjects', [`||${TRADE}|101|Ján Vzorový`, `||${TAXI}|101|Jana Ukážková`], '0, 1'],
    ['one of them contradicts', [`||${TRADE}|101|Ján Vzorový!`, `||${TAXI}|101|Jana Ukážková`], '[1], 0'],
    [
      'the living before a main register',
      [`dissolved|2020-01-01|${TRADE}|101|Ján Vzorový`, `||${TAXI}|101|Ján Vzorový`],
      '[1 0]',
    ],
    [
      'the living of two subjects',
      [`dissolved|2020-01-01|${TRADE}|101|Ján Vzorový`, `||${TAXI}|101|Jana Ukážková`],
      '[1], 0',
    ],
    [
      'the latest end',
      [
        `dissolved|2019-01-01|${TRADE}|101|Ján Vzorový`,
        `source_removed||${TRADE}|101|Ján Vzorový`,
        `dissolved|2020-01-01|${TAXI}|101|Ján Vzorový`,
      ],
      '[2 0 1]',
    ],
    [
      'two ended subjects',
      [`dissolved|2019-01-01|${TRADE}|101|Ján Vzorový`, `dissolved|2020-01-01|${TAXI}|101|Jana Ukážková`],
      '1, 0',
    ],
    ['withdrawn ones', [`removed||${TAXI}|101|00000001`, `removed||${TRADE}|101|00000001`], '[1], 0'],
    [
      'withdrawn ones that kept their names',
      [`removed||${TAXI}|112|Vzorka s.r.o.`, `removed||${COURT}|112|Ukážka s.r.o.`],
      '0, 1',
    ],
    [
      'a withdrawn one is another subject',
      [`removed||${TRADE}|101|Ján Vzorový`, `||${TAXI}|101|Ján Vzorový`],
      '[1], 0',
    ],
    [
      'two business names begin with the person',
      [`||${TRADE}|101|Ján Vzorový STAVMONT`, `||${TAXI}|101|Ján Vzorový TAXI`, `||Zoznam znalcov|101|Ján Vzorový`],
      '[0 2 1]',
    ],
  ] as const) {
    test(`${name}: ${expected}`, () => {
      const records = lines.map(registration)
      for (const order of [records, records.toReversed()]) {
        const { subject } = chooseSubject(order)
        const keys = groupRegistrations(order).map(({ main, others }) => {
          const text = [main, ...others].map(({ key }) => key).join(' ')
          return main === subject?.main ? `[${text}]` : text
        })
        assert.deepEqual(keys.toSorted(), expected.split(', ').toSorted())
      }
    })
  }
})

describe('the order of registers', () => {
  test('is by code, and by name where the list lacks the code', () => {
    const place = (code: string | null, name: string | null) => placeOfRegister({ code, name, codelist: null })
    const court = place('1', null)
    assert.deepEqual([place(null, 'Obchodný register'), place('1', 'Živnostenský register')], [court, court])
    const trade = place('2', null)
    assert.equal(place('999', 'Živnostenský register'), trade)
    assert(court < trade && trade < place(null, 'Malá Vzorová – evidencia SHR'))
    assert(place(null, 'Malá Vzorová – evidencia SHR') < place(null, 'Zoznam znalcov'))
    assert(place(null, 'Zoznam znalcov') < place(null, 'Register taxislužby'))
    for (const other of [place('999', null), place(null, 'Zbierka'), placeOfRegister(null)])
      assert(place(null, 'Register fyzických osôb v športe') < other)
  })
})
