import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PREPOSITIONS } from '../../text/inflection.ts'
import { splitWords } from '../../text/words.ts'
import { hasPlaceWord } from './seat-words.ts'

const BRNO = 'Dlouhá 12/3, Zábrdovice, 60200 Brno'
const PRAGUE = 'Krátká 5, Strašnice, 10000 Praha'
for (const [seat, typed, expected] of [
  [BRNO, 'brno', true],
  [BRNO, 'zabrd', true],
  [BRNO, 'dlouha 12', true],
  [BRNO, '60200', true],
  [BRNO, 'v brne', true],
  [BRNO, 'na dlouhe', true],
  [BRNO, 'brne', false],
  [BRNO, 'zlin', false],
  [BRNO, 'brunn', true],
  ['Nová 1, 97401 Banská Bystrica', 'bb', true],
  ['Nová 1, 97401 Bystrica', 'bb', false],
  [BRNO, 'brno zlin', false],
  [PRAGUE, 'praha 10', true],
  [PRAGUE, 'v praze 10', true],
  [PRAGUE, 'praha 1', false],
  [PRAGUE.replace('10000', '11000'), 'praha 1', true],
  [PRAGUE.replace('10000', '11000'), 'praha 11', false],
] as const)
  test(`the seat '${seat}' has ${expected ? '' : 'not '}the words '${typed}'`, () => {
    const [words, places] = [splitWords(seat).map(({ text }) => text), typed.split(' ')]
    const has = places.every((word, i) => PREPOSITIONS.has(word) || hasPlaceWord(words, places, i))
    assert.equal(has, expected)
  })
