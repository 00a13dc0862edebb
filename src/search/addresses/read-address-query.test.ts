import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fc } from '../../stdx/testing/properties.ts'
import type { AddressReading } from './address-reading.ts'
import { READINGS_MAX, readAddressQuery } from './read-address-query.ts'

/**
 * `=` stands before a reading as one name, an arrow before the wanted number, a bar between readings; the last column
 * is without shift.
 */
const CASES: readonly (readonly [typed: string, readings: string, unshifted?: string])[] = [
  ['Hlavná', 'hlavna'],
  ['Hlavná Košice', 'hlavna kosice'],
  ['Hlavná 12', '= hlavna 12 | hlavna → 12 | hlavna 12'],
  ['Hlavná 12 Košice', '= hlavna 12 kosice | hlavna 12 kosice | hlavna kosice → 12'],
  ['Košice Hlavná 12', '= kosice hlavna 12 | kosice hlavna → 12 | kosice hlavna 12'],
  ['12 hlavna', '= 12 hlavna | 12 hlavna | hlavna → 12'],
  ['12 hlavna kosice', '= 12 hlavna kosice | 12 hlavna kosice | hlavna kosice → 12'],
  ['04001 hlavna', '= 04001 hlavna | :04001 hlavna | hlavna → 4001 | 04001 hlavna'],
  ['hlavna 04001', '= hlavna 04001 | :04001 hlavna | hlavna → 4001 | hlavna 04001'],
  [
    'hlavna 12 04001',
    '= hlavna 12 04001 | :04001 hlavna → 12 | :04001 hlavna 12 | hlavna 04001 → 12 | hlavna 12 → 4001 | hlavna 12 04001',
  ],
  ['hlavna 040 01', '= hlavna 040 01 | :04001 hlavna | hlavna 01 → 40 | hlavna 040 → 1 | hlavna 040 01'],
  ['040 01 Košice', '= 040 01 kosice | :04001 kosice | 01 kosice → 40 | 040 01 kosice | 040 kosice → 1'],
  [
    'hlavna 12, 040 01 Košice',
    '= hlavna 12 040 01 kosice | :04001 hlavna kosice → 12 | hlavna 040 01 kosice → 12 | :04001 hlavna 12 kosice | hlavna 12 01 kosice → 40 | hlavna 12 040 01 kosice | hlavna 12 040 kosice → 1',
  ],
  ['hlavna 040', '= hlavna 040 | hlavna :040 | hlavna → 40 | hlavna 040'],
  ['hlavna 0400', '= hlavna 0400 | hlavna :0400 | hlavna → 400 | hlavna 0400'],
  ['hlavna 040 0', '= hlavna 040 0 | hlavna :0400 | hlavna 0 → 40 | hlavna 040 → 0 | hlavna 040 0'],
  ['hlavna 811', '= hlavna 811 | hlavna → 811 | hlavna :811 | hlavna 811'],
  ['hlavna 8110', '= hlavna 8110 | hlavna → 8110 | hlavna :8110 | hlavna 8110'],
  ['hlavna 811 0', '= hlavna 811 0 | hlavna :8110 | hlavna 0 → 811 | hlavna 811 → 0 | hlavna 811 0'],
  ['hlavna 81101', '= hlavna 81101 | :81101 hlavna | hlavna → 81101 | hlavna 81101'],
  ['81101', '= 81101 | :81101 | 81101'],
  ['811', '= 811 | :811 | 811'],
  ['8', '= 8 | 8'],
  [
    'hlavna 12 811',
    '= hlavna 12 811 | hlavna :811 → 12 | hlavna 811 → 12 | hlavna 12 → 811 | hlavna 12 :811 | hlavna 12 811',
  ],
  ['17. listopadu', '= 17 listopadu | 17 listopadu | listopadu → 17'],
  ['17 listopadu', '= 17 listopadu | 17 listopadu | listopadu → 17'],
  ['17. listopadu 5', '= 17 listopadu 5 | 17 listopadu → 5 | 17 listopadu 5 | listopadu 5 → 17'],
  ['17listopadu', '= 17 listopadu | 17 listopadu | listopadu → 17'],
  ['28. října 12', '= 28 rijna 12 | 28 rijna → 12 | 28 rijna 12 | rijna 12 → 28'],
  ['28 rijna 12/5', '28 rijna → 12/5 | 28 rijna 12 5 | rijna 12 5 → 28'],
  ['1. mája', '= 1 maja | 1 maja | maja → 1'],
  ['1 maja', '= 1 maja | 1 maja | maja → 1'],
  ['Nám. 1. mája 3', '= nam 1 maja 3 | nam 1 maja → 3 | nam 1 maja 3 | nam maja 3 → 1'],
  ['namestie 1', '= namestie 1 | namestie → 1 | namestie 1'],
  ['namestie 1.', '= namestie 1 | namestie 1 | namestie → 1'],
  ['namestie 1. m', '= namestie 1 m | namestie 1 m | namestie m → 1'],
  ['Sektor 4', '= sektor 4 | sektor → 4 | sektor 4'],
  ['Praha 7', '= praha 7 | #praha7. | praha → 7 | praha 7'],
  ['praha 7 dělnická', '= praha 7 delnicka | #praha7. delnicka | praha 7 delnicka | praha delnicka → 7'],
  [
    'praha 7 dělnická 12',
    '= praha 7 delnicka 12 | #praha7. delnicka → 12 | praha 7 delnicka → 12 | #praha7. delnicka 12 | praha 7 delnicka 12 | praha delnicka 12 → 7',
  ],
  [
    'Dělnická 12 Praha 7',
    '= delnicka 12 praha 7 | #praha7. delnicka 12 | delnicka 12 praha → 7 | #praha7. delnicka → 12 | delnicka 12 praha 7 | delnicka praha 7 → 12',
  ],
  [
    'dělnická 12, praha 7, 170 00',
    '= delnicka 12 praha 7 170 00 | #praha7. :17000 delnicka 12 | :17000 delnicka 12 praha → 7 | #praha7. :17000 delnicka → 12 | #praha7. delnicka 12 00 → 170 | :17000 delnicka 12 praha 7 | :17000 delnicka praha 7 → 12 | #praha7. delnicka 12 170 → 0',
  ],
  ['praha 10', '= praha 10 | #praha10. | praha → 10 | praha 10'],
  ['praha 11', '= praha 11 | praha → 11 | praha 11'],
  [
    'Plzeň 3 Hlavní 5a',
    '= plzen 3 hlavni 5a | #plzen3. hlavni → 5a | plzen 3 hlavni → 5a | #plzen3. hlavni 5a | plzen 3 hlavni 5a | plzen hlavni 5a → 3',
  ],
  ['hlavna 10e', '= hlavna 10e | hlavna → 10e | hlavna 10e'],
  ['hlavna 10 e', '= hlavna 10 e | hlavna → 10e | hlavna 10 e | hlavna e → 10'],
  ['hlavna 10E Košice', '= hlavna 10e kosice | hlavna kosice → 10e | hlavna 10e kosice'],
  ['hlavna 10 e kosice', '= hlavna 10 e kosice | hlavna kosice → 10e | hlavna 10 e kosice | hlavna e kosice → 10'],
  ['hlavna 12/A', '= hlavna 12 a | hlavna → 12a | hlavna 12 a'],
  ['hlavna 12-A', '= hlavna 12 a | hlavna → 12a | hlavna 12 a'],
  ['hlavna 12 / a', '= hlavna 12 a | hlavna → 12a | hlavna 12 a'],
  ['hlavna 1-3', '= hlavna 1 3 | hlavna → 13 | hlavna 1 3'],
  ['hlavna 1 - 3', '= hlavna 1 3 | hlavna 3 → 1 | hlavna 1 → 3 | hlavna :3 → 1 | hlavna 1 3'],
  ['hlavna 1143/79', 'hlavna → 1143/79 | hlavna 1143 79'],
  ['hlavna 1143/79B', 'hlavna → 1143/79b | hlavna 1143 79b'],
  ['hlavna 79/1143', 'hlavna → 79/1143 | hlavna 79 1143'],
  ['hlavna 1143 / 79', 'hlavna → 1143/79 | hlavna 1143 79'],
  ['hlavna 1143/', '= hlavna 1143 | hlavna → 1143 | hlavna :1143 | hlavna 1143'],
  ['hlavna 1143/79 04001', ':04001 hlavna → 1143/79 | hlavna 04001 → 1143/79 | :04001 hlavna 1143 79'],
  ['1143/79 hlavna', 'hlavna → 1143/79 | 1143 79 hlavna'],
  ['č.p. 12 Kátov', 'katov → registration 12'],
  ['Kátov č. p. 12', 'katov → registration 12'],
  ['Kátov čp 12', 'katov → registration 12'],
  ['Kátov čp12', 'katov → registration 12'],
  ['Kátov č.p.12', 'katov → registration 12'],
  ['Kátov súp. č. 12', 'katov → registration 12'],
  ['Kátov súpisné číslo 12', 'katov → registration 12'],
  ['Kátov č. ev. 12', 'katov → evidence 12'],
  ['Kátov č.ev.12', 'katov → evidence 12'],
  ['Kátov ev. č. 12', 'katov → evidence 12'],
  ['ev.č. 12/3 Kátov', 'katov → evidence 12/3'],
  ['Kátov č. pop. 12', 'katov → registration 12'],
  ['Kátov číslo popisné 12', 'katov → registration 12'],
  ['Kátov popisné číslo 12', 'katov → registration 12'],
  ['Kátov popisné č. 12', 'katov → registration 12'],
  ['Kátov s. č. 12', 'katov → registration 12'],
  ['Kátov číslo súpisné 12', 'katov → registration 12'],
  ['súpisné č. 12 Kátov', 'katov → registration 12'],
  ['č.p. 12/3 Kátov', 'katov → registration 12/3'],
  ['Kátov č.p. 12/3', 'katov → registration 12/3'],
  ['Kátov č.p. 12a', 'katov → registration 12a'],
  ['Kátov č. e. 12', 'katov → evidence 12'],
  ['Kátov č.e.12', 'katov → evidence 12'],
  ['č.e. 12 Kátov', 'katov → evidence 12'],
  ['Kátov e. č. 12', 'katov → evidence 12'],
  ['Kátov evid. č. 12', 'katov → evidence 12'],
  ['Kátov č. evid. 12', 'katov → evidence 12'],
  ['Kátov evidenční číslo 12', 'katov → evidence 12'],
  ['Kátov číslo evidenční 12', 'katov → evidence 12'],
  ['evidenční č. 12, Kátov', 'katov → evidence 12'],
  ['Kátov evidenčné číslo 12', 'katov → evidence 12'],
  ['Kátov č. evidenčné 12', 'katov → evidence 12'],
  ['Kátov č. d. 12', 'katov → 12'],
  ['č. d. 12 Kátov', 'katov → 12'],
  ['Kátov číslo domu 12', 'katov → 12'],
  ['Kátov číslo domovní 12', 'katov → 12'],
  ['Kátov domovní číslo 12', 'katov → 12'],
  ['Hlavná č. o. 12', 'hlavna → 12'],
  ['Hlavná or. č. 12', 'hlavna → 12'],
  ['Hlavná orientačné číslo 12', 'hlavna → 12'],
  ['Hlavná č. orientační 12', 'hlavna → 12'],
  // One word may be a label or the beginning of a name. A dot decides what comes first.
  ['Kotel ev. 20', '= kotel ev 20 | kotel → evidence 20 | kotel ev → 20 | kotel ev 20'],
  ['ev. 20 Kotel', '= ev 20 kotel | kotel → evidence 20 | ev 20 kotel | ev kotel → 20'],
  ['Kotel ev 20', '= kotel ev 20 | kotel ev → 20 | kotel → evidence 20 | kotel ev 20'],
  ['ev 20 Kotel', '= ev 20 kotel | ev 20 kotel | ev kotel → 20 | kotel → evidence 20'],
  ['Kotel ev20', '= kotel ev 20 | kotel ev → 20 | kotel → evidence 20 | kotel ev 20'],
  ['Kotel ev.20/1', 'kotel → evidence 20/1 | kotel ev → 20/1'],
  ['ev 20', '= ev 20 | ev → 20 | ev 20'],
  ['ev. 20', '= ev 20 | ev → 20 | ev 20'],
  ['Kotel ev', 'kotel ev'],
  ['Kotel ev.', 'kotel ev'],
  ['ev Kotel 20', '= ev kotel 20 | ev kotel → 20 | ev kotel 20'],
  ['Kotel evidenční 20', '= kotel evidencni 20 | kotel evidencni → 20 | kotel → evidence 20 | kotel evidencni 20'],
  ['Kotel súpisné 20', '= kotel supisne 20 | kotel supisne → 20 | kotel → registration 20 | kotel supisne 20'],
  ['popisné 20 Kotel', '= popisne 20 kotel | popisne 20 kotel | popisne kotel → 20 | kotel → registration 20'],
  ['Hlavná súp. 12', '= hlavna sup 12 | hlavna → registration 12 | hlavna sup → 12 | hlavna sup 12'],
  ['Hlavná č.p. 12, č.o. 3', 'hlavna → registration 12'],
  ['Hlavná čo 3', '= hlavna co 3 | hlavna co → 3 | hlavna → 3 | hlavna co 3'],
  ['Kátov č. 12', '= katov 12 | katov → 12 | katov 12'],
  ['Kátov c 12', '= katov c 12 | katov c → 12 | katov c 12'],
  ['Kátov číslo 12', 'katov → 12'],
  ['Kátov PSČ 908 49', '= katov 908 49 | :90849 katov | katov 49 → 908 | katov 908 → 49 | katov 908 49'],
  ['ul. Hlavná', 'hlavna | ul hlavna'],
  ['Košice - mestská časť Juh', 'kosice juh | kosice mestska cast juh'],
  ['mestská časť', 'mestska cast'],
  ['mestská 5', '= mestska 5 | mestska → 5 | mestska 5'],
  ['ulica Hlavná 12', '= ulica hlavna 12 | hlavna → 12 | hlavna 12 | ulica hlavna → 12 | ulica hlavna 12'],
  ['Hlavná ul. 12', '= hlavna ul 12 | hlavna → 12 | hlavna 12 | hlavna ul → 12 | hlavna ul 12'],
  ['Hlavná ul', 'hlavna | hlavna ul'],
  ['ulice', 'ulice'],
  ['ul. 1. mája 3', '= ul 1 maja 3 | 1 maja → 3 | 1 maja 3 | ul 1 maja → 3 | maja 3 → 1 | ul 1 maja 3 | ul maja 3 → 1'],
  ['hlavna +', 'hlavna → 1'],
  ['hlavna +ľ', 'hlavna → 12'],
  ['hlavna +ě', 'hlavna → 12'],
  ['hlavna ľš', 'hlavna ls', 'hlavna → 23'],
  ['hlavna é', 'hlavna e', 'hlavna → 0'],
  ['hlavna 1é', '= hlavna 1e | hlavna → 1e | hlavna 1e', 'hlavna → 10'],
  ['é', 'e'],
  ['Bernolákova ý, Martin', 'bernolakova martin → 7', 'bernolakova y martin'],
  ['Bernolákova ý. Martin', 'bernolakova y martin', ''],
  ['Divadelná ++, Šahy', 'divadelna sahy → 11'],
  ['Hlavná ľý/+í Ružomberok', 'hlavna ruzomberok → 27/19'],
  ['Hlavná\u00a0ľý/+í\u3000Ružomberok', 'hlavna ruzomberok → 27/19'],
  ['Náměstí áž/ř Prostějov', 'namesti az r prostejov', 'namesti prostejov → 86/5'],
  ['Hlavná ý č', 'hlavna y c', 'hlavna y → 4'],
  ['Hlavná +, Šahy', 'hlavna sahy → 1', 'hlavna sahy'],
  ['Hlavná + Šahy', 'hlavna sahy → 1', 'hlavna sahy'],
  ['+ľ Hlavná', 'l hlavna'],
  ['č. Hlavná 12', '= c hlavna 12 | c hlavna → 12 | c hlavna 12'],
  ['kosice hlavna áý', 'kosice hlavna ay', 'kosice hlavna → 87'],
  ['1. mája 1 Rača', '= 1 maja 1 raca | 1 maja raca → 1 | maja 1 raca → 1 | 1 maja 1 raca'],
  [
    '17. listopadu 1, Praha',
    '= 17 listopadu 1 praha | 17 listopadu praha → 1 | listopadu 1 praha → 17 | 17 listopadu 1 praha',
  ],
  ['1 17. listopadu', '= 1 17 listopadu | 17 listopadu → 1 | 1 listopadu → 17 | 1 17 listopadu'],
  ['Hlavná 12 13', '= hlavna 12 13 | hlavna 13 → 12 | hlavna 12 → 13 | hlavna 12 13'],
  ['Hlavná 100000', '= hlavna 100000 | hlavna → 100000 | hlavna 100000'],
  ['Hlavná 1234567890', 'hlavna 1234567890'],
  ['Hlavná 0', '= hlavna 0 | hlavna → 0 | hlavna 0'],
  ['Hlavná 05', '= hlavna 05 | hlavna → 5 | hlavna 05'],
  ['12', '= 12 | 12'],
  ['12/3', '12 3'],
  ['...', ''],
  ['Šafárikovo námestie č. 4', '= safarikovo namestie 4 | safarikovo namestie → 4 | safarikovo namestie 4'],
  ['O’Neilla 4', '= oneilla 4 | oneilla → 4 | oneilla 4'],
  ['M. R. Štefánika 7', '= m r stefanika 7 | m r stefanika → 7 | m r stefanika 7'],
  ['A. Hlinku 5', '= a hlinku 5 | a hlinku → 5 | a hlinku 5'],
  ['5 A. Hlinku', '= 5 a hlinku | 5 a hlinku | a hlinku → 5'],
  ['Hlavná evc12', 'hlavna → evidence 12'],
  ['Hlavná supc7', 'hlavna → registration 7'],
  ['hlavna 040, 01', '= hlavna 040 01 | hlavna 01 → 40 | hlavna 040 → 1 | hlavna 040 01 | hlavna :01 → 40'],
  ['hlavna 123-45', '= hlavna 123 45 | hlavna → 12345 | hlavna 123 45'],
]

const DISTRICTS = ['#praha7.', '#praha10.', '#plzen3.']

function read(text: string): { readonly readings: string; readonly unshifted: string } {
  const { readings, later: unshifted } = readAddressQuery(text, (mark) => DISTRICTS.includes(mark))
  return { readings: readings.map(inWords).join(' | '), unshifted: unshifted.map(inWords).join(' | ') }
}

function inWords({ words, number, depth }: AddressReading): string {
  const name = `${depth === 'name' ? '= ' : ''}${words.join(' ')}`
  if (number === null) return name
  const second = number.second === null ? '' : `/${number.second.number}${number.second.suffix}`
  return `${name} → ${number.kind === 'any' ? '' : `${number.kind} `}${number.number}${number.suffix}${second}`
}

describe('a text has these readings, the likeliest first:', () => {
  for (const [typed, readings, unshifted = ''] of CASES) {
    test(`'${typed}' is ${readings}`, () => assert.deepEqual(read(typed), { readings, unshifted }))
  }
})

test('typed diacritics are kept beside the folded words, and nothing else is', () => {
  const { readings } = readAddressQuery('Hlavna\u0301 Kosice ŽILINA', () => false)
  assert.deepEqual(readings[0]!.typed, ['hlavná', 'žilina'])
})

test('any text has a bounded number of readings, and the costs of them ascend', () => {
  const known = fc.constantFrom('praha 7', ...'1 12 04001 040 01 1/2 3a 4. ul. č.p. ev. ev ab x +ľ'.split(' '))
  const part = fc.oneof(known, fc.string({ unit: 'binary', maxLength: 8 }))
  const text = fc.array(part, { maxLength: 25 }).map((parts) => parts.join(' '))
  fc.assert(
    fc.property(text, (typed) => {
      const { readings, later: unshifted } = readAddressQuery(typed, () => true)
      for (const list of [readings, unshifted]) {
        assert(list.length <= READINGS_MAX)
        for (const [i, { cost, words }] of list.entries()) {
          assert(words.length !== 0)
          assert(i === 0 || list[i - 1]!.cost <= cost)
        }
      }
    }),
    { numRuns: 1000 },
  )
})
