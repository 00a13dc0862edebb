import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Field } from './fill-fields.ts'
import { readCountry } from './read-country.ts'

/** What a select is for the function. */
function select(value: string, text: string, code?: string): Field {
  return { value, selectedOptions: [{ text, dataset: code === undefined ? {} : { code } }] } as unknown as Field
}

for (const [what, source, country] of [
  ['a code', 'sk', 'sk'],
  ['a code in capitals', 'CZ', 'cz'],
  ['another code', 'DE', undefined],
  ['a selector of no element', '#country', undefined],
  ['an input with a code', { value: 'SK' } as Field, 'sk'],
  ['an input with a name', { value: 'Česká republika' } as Field, 'cz'],
  ['an empty input', { value: '' } as Field, undefined],
  ['a value', select('CZ', 'Tschechische Republik'), 'cz'],
  ['a number with a code of the option', select('151', 'Ungarn', 'SK'), 'sk'],
  ['a number with another code', select('151', 'Polen', 'PL'), undefined],
  ['a number with a name', select('37', 'Slovensko'), 'sk'],
  ['a number with a longer name', select('37', 'Slovenská republika'), 'sk'],
  ['a number with an English name', select('37', 'Slovakia (Slovak Republic)'), 'sk'],
  ['a number with a German name', select('37', 'Slowakei'), 'sk'],
  ['Czechia in Czech', select('16', 'Česko'), 'cz'],
  ['Czechia in Slovak', select('16', 'Česká republika'), 'cz'],
  ['Czechia in English', select('16', 'Czech Republic'), 'cz'],
  ['Slovenia in Slovak', select('193', 'Slovinsko'), undefined],
  ['Slovenia in English', select('193', 'Slovenia'), undefined],
  ['Slovenia in German', select('193', 'Slowenien'), undefined],
  ['an empty select', { value: '', selectedOptions: [] } as unknown as Field, undefined],
] as const)
  test(`the country of ${what}`, () => {
    assert.equal(readCountry(source), country)
  })
