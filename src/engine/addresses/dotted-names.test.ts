import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { DottedNames } from './dotted-names.ts'

describe('dotted words of street names are spelled out as in other names:', () => {
  const others = ['Boženy Němcové', 'Boženy Němcové', 'Božidara Němcové', 'Božka 2 Němcové', 'náměstí Boženy Němcové']
  for (const [name, more, spelledOut, because] of [
    ['Bož. Němcové', others, 'boženy němcové, božidara němcové', 'the more frequent one first'],
    ['B. Němcové', others, 'boženy němcové, božidara němcové', 'an initial too'],
    ['nám. Bož. Němcové', others, 'náměstí boženy němcové', 'two dotted words'],
    ['nám. Boženy Němcové', others, 'náměstí boženy němcové', 'the first of several'],
    ['Bož Němcové', others, '', 'no dot'],
    ['Bož. Němcová', others, '', 'the other word differs'],
    ['Bož. Němcové ml.', others, '', 'another number of words'],
    ['Slov. nár. povst.', ['Slovenského národného povstania'], 'slovenského národného povstania', 'every word'],
    ['Boženy. Němcové', ['Boženy Němcové'], '', 'nothing is abbreviated'],
    ['29. aug.', ['29. augusta', '28. augusta'], '29 augusta', 'a dotted number is no abbreviation'],
    ['Bož. Němcové', ['Bož. Němcové', 'B. Němcové'], '', 'what is dotted itself spells nothing out'],
  ] as const) {
    test(`${name}: ${because}`, () => {
      const found = new DottedNames([name, ...more]).spellingsOf(name)
      assert.equal(found.map((words) => words.join(' ')).join(', '), spelledOut.normalize('NFD').replace(/\p{M}/gu, ''))
    })
  }
})
