import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { exampleAddress } from '../../../engine/testing/address-columns.ts'
import type { Address } from '../../../records/address.ts'
import { readAddressText } from '../../../text/address-text.ts'
import { exampleIndex } from '../../testing/indexes.ts'
import { AddressJoin, explainsAll, type Joined } from './join-address.ts'

/** Towns of one post office share its code. */
const KLADNO = { municipality: 'Kladno', municipalityCode: '1', county: 'Kladno', postalCode: '27201' }
const PRELOUC = { municipality: 'Přelouč', municipalityCode: '2', county: 'Pardubice', postalCode: '53501' }
const STOJICE = { municipality: 'Stojice', municipalityCode: '3', county: 'Pardubice', postalCode: '53501' }
const LHOTA = { municipality: 'Lhota', municipalityCode: '4', county: 'Kladno', postalCode: '27301' }
const TRNAVA = { municipality: 'Trnava', municipalityCode: '5', county: 'Trnava', postalCode: '91701' }
const BREZNO = { municipality: 'Březno', municipalityCode: '6', county: 'Chomutov', postalCode: '43151' }
const BEZNO = { municipality: 'Bezno', municipalityCode: '7', county: 'Mladá Boleslav', postalCode: '29429' }

function house(town: Partial<Address>, registrationNumber: string, changes: Partial<Address> = {}): Address {
  return exampleAddress({ ...town, registrationNumber, ...changes })
}

const points = [
  house(KLADNO, '1500', { street: 'Vodárenská', orientationNumber: '12' }),
  house(KLADNO, '1501', { street: 'Vodárenská', orientationNumber: '1' }),
  house(KLADNO, '7', { street: 'Boženy Němcové' }),
  house(KLADNO, '81', { street: 'Americká', municipalityPart: 'Kročehlavy' }),
  house(PRELOUC, '81', { street: 'Hlavní' }),
  house(PRELOUC, '12', { street: 'Nádražní' }),
  house(STOJICE, '81'),
  house(LHOTA, '81'),
  house(TRNAVA, '21', { street: 'Karpatská' }),
  house(TRNAVA, '5', { street: 'Mikuláša Schneidera Trnavského' }),
  house(BREZNO, '4', { street: 'Zahradní' }),
  house(BEZNO, '5', { street: 'Školní' }),
]
const index = exampleIndex(points.map((address, key) => ({ key, address })))
const join = new AddressJoin(index)

function joinText(text: string): readonly Joined[] {
  join.beginQuery()
  return join.join(readAddressText([text], 'apart'))
}

/** `Vodárenská, Kladno: 12`; a street or place itself has no number. */
function shown({ document, number, isPlace }: Joined): string {
  const { street, municipalityPart, municipality } = index.addressOf(document)
  const name = [street ?? municipalityPart, municipality].filter((one) => one !== null).join(', ')
  return isPlace || number === null ? name : `${name}: ${number.number}`
}

describe('a text leads to', () => {
  for (const [text, expected, leavesOut = ''] of [
    ['Vodárenská 12, Kladno', 'Vodárenská, Kladno: 12'],
    // A post office behind the town, and a part.
    ['Vodárenská 12, Kladno 1', 'Vodárenská, Kladno: 12'],
    ['Vodárenská 12, 272 01 Kladno 1', 'Vodárenská, Kladno: 12'],
    ['Kladno 1, Vodárenská 12', 'Vodárenská, Kladno: 12'],
    ['Americká 81, Kladno - Kročehlavy', 'Americká, Kladno: 81'],
    // A village with its post town, and with its okres.
    ['Stojice 81, 535 01 Přelouč', 'Stojice: 81'],
    ['Stojice 81, Přelouč', 'Stojice: 81'],
    ['Přelouč, Stojice 81', 'Stojice: 81'],
    ['Lhota 81, Kladno', 'Lhota: 81'],
    // A town that the register knows is never another one.
    ['Zahradní 4, Bezno', 'Bezno', 'words_left_out'],
    // Only the postal code says otherwise, and then not in silence.
    ['Zahradní 4, 431 51 Bezno', 'Bezno', 'postal_code_left_out,words_left_out'],
    ['Zahradní 4, Breznp', 'Zahradní, Březno: 4'],
    ['Karpatská 21, Kladno', 'Kladno', 'words_left_out'],
    // A house only if each word before its number is explained.
    ['Mikuláša Schneidera Trnavského 21, Trnava', 'Mikuláša Schneidera Trnavského, Trnava: 21'],
    ['Krista Krále 81, Přelouč', 'Přelouč', 'words_left_out'],
    ['Krista Krále Hlavní 81, Přelouč', 'Hlavní, Přelouč', 'words_left_out'],
    ['Pivovar, Hlavní 81, Přelouč', 'Hlavní, Přelouč: 81', 'words_left_out'],
    ['Hlavní 81, Přelouč, prosím zvonit', 'Hlavní, Přelouč: 81', 'words_left_out'],
    // What the names do not say.
    ['Hlavní 81, 535 99 Přelouč', 'Hlavní, Přelouč: 81', 'postal_code_left_out'],
    ['Hlavní 81, byt 3, Přelouč', 'Hlavní, Přelouč: 81', 'flat_left_out'],
  ] as const)
    test(`"${text}" leads to ${expected}${leavesOut && `, ${leavesOut}`}`, () => {
      const [first] = joinText(text)
      assert.deepEqual([first && shown(first), first?.leavesOut.join()], [expected, leavesOut])
    })

  test('what is no name leads to nothing', () => {
    for (const text of ['', '5', '535 01', 'xyzw 5', ', . ,']) assert.deepEqual(joinText(text), [], text)
  })
})

/** What may be wrong with `Boženy Němcové 7, Kladno`, which a text is made of by all of them in turn. */
const REPAIRS: Readonly<Record<string, (text: string) => string>> = {
  'an error in the street': (text) => text.replace('Němcové', 'Němocvé'),
  'an error in the town': (text) => text.replace('Kladno', 'Kaldno'),
  'a wrong postal code': (text) => text.replace(', K', ', 272 09 K'),
  'the country': (text) => `${text}, Česká republika`,
  'a short first name': (text) => text.replace('Boženy', 'B.'),
  'a glued number': (text) => text.replace(' 7', '7'),
  'a flat': (text) => text.replace(' 7,', ' 7, byt 2,').replace('é7,', 'é7, byt 2,'),
  'a post office': (text) => text.replace(/(K\S+o)/, '$1 3'),
  'another order': (text) => text.replace(/^([^,]*), (.*)$/, '$2, $1'),
  'no diacritics': (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase(),
}

describe('two repairs at once:', () => {
  const whole = 'Boženy Němcové 7, Kladno'
  const names = Object.keys(REPAIRS)
  for (const [i, one] of names.entries())
    for (const other of names.slice(i + 1))
      test(`${one} and ${other}`, () => {
        const text = REPAIRS[other]!(REPAIRS[one]!(whole))
        const [first] = joinText(text)
        assert.equal(first && shown(first), 'Boženy Němcové, Kladno: 7', text)
        assert.equal(first?.leavesOut.includes('words_left_out'), false, text)
      })
})

test('two typing errors explain no text, and one does', () => {
  const explains = (text: string): boolean => joinText(text).slice(0, 1).some(explainsAll)
  assert.deepEqual(['Vodárenská 12, Kladno', 'Vodárneská 12, Kladno', 'Vodárneská 12, Kaldno'].map(explains), [
    true,
    true,
    false,
  ])
})

test('a text leads to the same after another one, which takes all of the budget or not', () => {
  const hostile = Array.from({ length: 24 }, (_, i) => ['Hlavní', 'Kladno', 'Lhota', 'Přelouč'][i % 4]).join(' ')
  const before = joinText('Vodárenská 12, Kladno 1')
  joinText(hostile)
  assert.deepEqual(joinText('Vodárenská 12, Kladno 1'), before)
})
