import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cases } from '../../../stdx/testing/cases.ts'
import { alignName, alignReordered, type KnownName, type TypedWord } from './align-name.ts'

/** `~` is before a word behind a preposition, `…` behind one that may go on. */
function typedIn(text: string): TypedWord[] {
  return text.split(' ').map((word) => ({
    text: word.replace(/[~.…]/g, ''),
    hasDot: word.endsWith('.'),
    isUnfinished: word.endsWith('…'),
    isInflected: word.startsWith('~'),
  }))
}

/** Behind a word with `/`, the rest may be left out. */
function nameIn(text: string): KnownName {
  const words = text.split(' ')
  const bits = (sign: string): number => words.reduce((all, word, i) => all | (word.endsWith(sign) ? 1 << i : 0), 0)
  return { words: words.map((word) => word.replace(/[./]/, '')), dotted: bits('.'), cuts: bits('/') }
}

describe('a name in what was typed, with what it costs:', () => {
  for (const [typed, name, run, cost] of cases<[string, string, string, string]>`
    hlavni                    | hlavni                | hlavni              | 0
    mala hlavni 5             | hlavni                | hlavni              | 0
    nova hlavni namesti brno  | hlavni namesti        | hlavni namesti      | 0
    hlavni hlavni namesti     | hlavni namesti        | hlavni namesti      | 0
    hlavni ul                 | hlavni                | hlavni ul           | 0.1
    hlavni                    | hlavni ulice          | hlavni              | 0.1
    nam miru                  | namesti miru          | nam miru            | 0.2
    namesti miru              | nam miru              | namesti miru        | 0.2
    hlavninamesti             | hlavni namesti        | hlavninamesti       | 0.2
    b. nemcove                | bozeny nemcove        | b. nemcove          | 0.3
    bozeny nemcove            | b. nemcove            | bozeny nemcove      | 0.3
    hla vni                   | hlavni                | hla vni             | 0.5
    boz nemcove               | bozeny nemcove        | boz nemcove         | 0.5
    bozeny ne…                | bozeny nemcove        | bozeny ne…          | 0.5
    bozeny ne                 | bozeny nemcove        |                     |
    nemcove                   | b. nemcove            | nemcove             | 0.5
    b. j. nemcove             | b. nemcove            | b. j. nemcove       | 0.5
    jablonec                  | jablonec/ nad nisou   | jablonec            | 0.5
    usti nad…                 | usti nad labem        | usti nad…           | 0.5
    usti nad                  | usti nad labem        |                     |
    b nemcove                 | bozeny nemcove        | b nemcove           | 0.6
    svobody                   | generala svobody      | svobody             | 0.7
    ludvika generala svobody  | ludvika svobody       | ludvika generala svobody | 0.7
    ~plzni                    | plzen                 | ~plzni              | 0.8
    plzni                     | plzen                 |                     |
    hlavni 5 v ~plzni         | plzen                 | ~plzni              | 0.8
    nemcove                   | bozeny nemcove        | nemcove             | 1.5
    bozeny                    | bozeny nemcove        |                     |
    dlouhe                    | dlouhe namesti        | dlouhe              | 1.5
    bozeny velke nemcove      | bozeny nemcove        | nemcove             | 1.5
    hlavmi                    | hlavni                | hlavmi              | 2
    lse                       | les                   | lse                 | 2.8
    hlvani nam                | hlavni namesti        | hlvani nam          | 2.2
    prukynvoa                 | purkynova             | prukynvoa           | 3.2
    hlvanni                   | hlavnim               |                     |
    b. nemocve                | bozeny nemcove        | b. nemocve          | 2.3
    nemocve                   | bozeny nemcove        | nemocve             | 3.5
    hlavmi namesty            | hlavni namesti        | hlavmi              | 3.5
    prukynvoa                 | jana purkynova        |                     |
    listopadu                 | 17 listopadu          |                     |
    17 listopadu              | 17 listopadu          | 17 listopadu        | 0
    18 listopadu              | 17 listopadu          |                     |
    jana                      | jana xiii             |                     |
    xviii                     | xxiii                 |                     |
    nova                      | hlavni                |                     |
  `) {
    test(`"${typed}" is ${run === '' ? 'not ' : ''}${name}${cost === '' ? '' : `, ${cost}`}`, () => {
      const words = typedIn(typed)
      const found = alignName(words, 0, words.length, nameIn(name))
      const shown = found && [typed.split(' ').slice(found.from, found.to).join(' '), found.cost]
      assert.deepEqual(shown, run === '' ? undefined : [run, Number(cost)])
    })
  }

  test('only words of the run count', () => {
    const words = typedIn('hlavni namesti hlavni')
    assert.deepEqual(alignName(words, 1, 3, nameIn('hlavni')), { from: 2, to: 3, cost: 0 })
    assert.equal(alignName(words, 1, 2, nameIn('hlavni')), undefined)
  })
})

describe('words in another order', () => {
  for (const [typed, at, name, run] of cases<[string, string, string, string]>`
    stura ludovita            | 0 | ludovita stura | stura ludovita
    nova stura ludovita 5     | 2 | ludovita stura | stura ludovita
    stura nova ludovita       | 0 | ludovita stura |
    hlavni                    | 0 | hlavni         |
    hlavni hlavni             | 0 | hlavni mala    |
  `) {
    test(`"${typed}" is ${run === '' ? 'not ' : ''}${name}`, () => {
      const words = typedIn(typed)
      const found = alignReordered(words, [0, Number(at), words.length], nameIn(name))
      const shown = found && [typed.split(' ').slice(found.from, found.to).join(' '), found.cost]
      assert.deepEqual(shown, run === '' ? undefined : [run, 0.7])
    })
  }
})
