import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findHighlights } from './highlights.ts'

/** Brackets stand around what is highlighted. */
const CASES: readonly (readonly [what: string, typed: string, expected: string])[] = [
  ['a beginning', 'hlav', '[Hlav]ná 12, 97401 Banská Bystrica'],
  ['a beginning without diacritics', 'zlut', '[Žluť]oučký kůň s.r.o.'],
  ['words in any order', 'bystrica hlavna', '[Hlavná], 97401 Banská [Bystrica]'],
  ['the equal word before one that only begins so', 'nova', 'Novák a [Nová] s.r.o.'],
  ['the first of several words that begin so', 'nov', '[Nov]ák a Novotný'],
  ['one place for each typed word', 'novak novak', '[Novák] a [Novák] a Novák'],
  ['the last letter typed', 'hlavna b', '[Hlavná], [B]ratislava'],
  ['a house number that is equal', 'mlynska 5', '[Mlynská] [5], 52341 Obec'],
  ['both numbers of a house', 'hlavna 1143/12', '[Hlavná] [1143]/[12], 97401 Obec'],
  ['the letter of a house number', 'hlavna 12a', '[Hlavná] [12A], 97401 Obec'],
  ['the beginning of a postal code from three digits on', 'obec 974', '[974]01 [Obec]'],
  ['the beginning of a company number', '0036', '[0036]1234'],
  ['the letters of a legal form', 'mlyn s.r.o.', '[Mlyn] pri moste, [s].[r].[o].'],
  ['a name inside of quotation marks', 'mlyn', '„[Mlyn]“'],
  ['a name with an apostrophe that was not typed', 'oneill', "[O'Neill] s.r.o."],
  ['a letter of two code points as a whole', 'caf', '[Cáf]é'.normalize('NFD')],
  ['a letter outside of the basic plane', '𝐚lf', '[Alf]a'],
  ['a letter that folds to two', 'strass', '[Straß]e'],
  ['nothing inside of such a letter', 'stras', 'Straße'],
  ['nothing for a typing error', 'hlavan', 'Hlavná 12'],
  ['nothing inside of a word', 'lavna', 'Hlavná 12'],
  ['nothing for a word that goes on', 'hlavnej', 'Hlavná 12'],
  ['nothing for another text, such as a former name', 'tatra', 'Mlyn pri moste'],
  ['nothing for an abbreviation with a dot', 'gen. stefanika', 'Generála [Štefánika] 1'],
  ['nothing for a short word before others', 'ul hlavna', '[Hlavná], Úľany nad Žitavou'],
  ['nothing for two digits that a postal code begins with', 'mlynska 52', '[Mlynská], 52341 Obec'],
  ['nothing for digits without shift', 'mlynska č', '[Mlynská] 4, Cífer'],
  ['nothing for signs', '.,-', 'Hlavná 12'],
]

for (const [what, typed, expected] of CASES)
  test(`highlights ${what}`, () => {
    const text = expected.replace(/[[\]]/g, '')
    let marked = ''
    let at = 0
    for (const { start, end } of findHighlights(text, typed)) {
      marked += `${text.slice(at, start)}[${text.slice(start, end)}]`
      at = end
    }
    assert.equal(marked + text.slice(at), expected)
  })
