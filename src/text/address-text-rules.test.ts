import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fc } from '../stdx/testing/properties.ts'
import { expandAbbreviations } from './address-abbreviations.ts'
import { isMarkedWord, splitPlaceName } from './address-words.ts'
import { parseHouseNumber } from './house-number.ts'
import { splitWords } from './words.ts'

const folded = (text: string): string[] => splitWords(text).map((word) => word.text)

describe('expandAbbreviations', () => {
  for (const [name, others] of [
    ['Hlavná', []],
    ['Námestie SNP', ['nam snp']],
    ['Nám. slobody', ['namestie slobody', 'namesti slobody']],
    ['náměstí Míru', ['nam miru']],
    ['Hlavní třída', ['hlavni tr']],
    ['Trieda SNP', ['tr snp']],
    ['Kpt. Nálepku', ['kapitana nalepku']],
    ['generála Štefánika', ['gen stefanika']],
    ['ulica Slobody', ['slobody']],
    ['Ulice', []],
    ['nábřeží Svobody', ['nabr svobody']],
    ['Sídl. II', ['sidlisko ii', 'sidliste ii']],
    ['Nové Mesto nad Váhom', ['nove mesto n vahom']],
    ['Svätého Vojtecha', ['sv vojtecha']],
    ['bří Čapků', ['bratri capku', 'bratru capku']],
    ['Br. Baldigarovcov', ['bratri baldigarovcov', 'bratru baldigarovcov', 'bratov baldigarovcov']],
    ['bratří Čapků', ['bri capku', 'br capku']],
    ['pplk. Sochora', ['podplukovnika sochora']],
    ['Československých parašutistů', ['cs parasutistu', 'csl parasutistu']],
    ['T. G. Masaryka', []],
  ] as const) {
    test(`${name} is also written ${others.join(', ') || 'in no other way'}`, () => {
      const found = expandAbbreviations(folded(name)).map((words) => words.join(' '))
      assert.deepEqual(found, others)
    })
  }
  test('a name full of abbreviations has a bounded number of distinct other spellings', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('nam', 'sv', 'ul', 'gen', 'namestie', 'a'), { maxLength: 9 }), (words) => {
        const writings = expandAbbreviations(words).map((writing) => writing.join(' '))
        assert(writings.length <= 12)
        assert.equal(new Set([...writings, words.join(' ')]).size, writings.length + 1)
      }),
    )
  })
})

describe('parseHouseNumber', () => {
  for (const [text, letter, expected] of [
    ['12', null, [12, '']],
    ['12', 'B', [12, 'b']],
    ['12', 'Č', [12, 'c']],
    ['12A', null, [12, 'a']],
    ['1-3', null, [1, '3']],
    ['12/A', null, [12, 'a']],
    ['007', null, [7, '']],
    ['A', null, undefined],
    ['', 'A', undefined],
    ['1234567890', null, undefined],
  ] as const) {
    test(`'${text}' with ${letter} is ${expected?.join(' ') ?? 'no number'}`, () => {
      const found = parseHouseNumber(text, letter)
      assert.deepEqual(found && [found.number, found.suffix], expected)
    })
  }
})

describe('splitPlaceName', () => {
  for (const [text, words] of [
    ['Bratislava-Staré Mesto', ['bratislava', 'stare', 'mesto']],
    ['Praha 7', ['praha', '#praha7.']],
    ['Praha 07', ['praha', '#praha7.']],
    ['7', []],
    ['Ves 123', ['ves']],
    ['Plzeň 2-Slovany', ['plzen', '#plzen2.', 'slovany']],
  ] as const) {
    test(`${text}: ${words.join(' ')}`, () => assert.deepEqual(splitPlaceName(text), words))
  }
  test('no text has a word that looks like a marked word', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => assert(folded(text).every((word) => !isMarkedWord(word)))),
      { numRuns: 1000 },
    )
  })
})
