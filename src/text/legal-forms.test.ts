import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fc } from '../stdx/testing/properties.ts'
import { parseCompanyName } from './company-name.ts'
import { LEGAL_FORMS, splitLegalForm, splitTypedForm, splitUnfinishedForm } from './legal-forms.ts'
import { splitWords } from './words.ts'

const formName = (form: number): string => (form < 0 ? '–' : LEGAL_FORMS[form]!.name)

describe('a name splits into words and a legal form:', () => {
  for (const [name, words, form] of [
    ['Alfa s.r.o.', 'alfa', 's.r.o.'],
    ['Alfa, s. r. o.', 'alfa', 's.r.o.'],
    ['ALFA sro', 'alfa', 's.r.o.'],
    ['Alfa, spol. s r.o.', 'alfa', 's.r.o.'],
    ['Alfa spol. s.r.o.', 'alfa', 's.r.o.'],
    ['Alfa, spoločnosť s ručením obmedzeným', 'alfa', 's.r.o.'],
    ['Alfa, společnost s ručením omezeným', 'alfa', 's.r.o.'],
    ['Alfa s.r.o., odštepný závod', 'alfa odstepny zavod', 's.r.o.'],
    ['Alfa s.r.o. v likvidácii', 'alfa v likvidacii', 's.r.o.'],
    ['Beta, a.s.', 'beta', 'a.s.'],
    ['Beta a. s. v likvidaci', 'beta v likvidaci', 'a.s.'],
    ['Beta AS', 'beta', 'a.s.'],
    ['Beta, akciová společnost', 'beta', 'a.s.'],
    ['Akciová spoločnosť Beta', 'beta', 'a.s.'],
    ['AS Trading', 'as trading', '–'],
    ['Gama, v.o.s.', 'gama', 'v.o.s.'],
    ['Gama k.s.', 'gama', 'k.s.'],
    ['Delta, komanditní společnost', 'delta', 'k.s.'],
    ['Sokol Lipová, z.s.', 'sokol lipova', 'z.s.'],
    ['ZŠ Lipová', 'zs lipova', '–'],
    ['Zapsaný spolek Sokol', 'sokol', 'z.s.'],
    ['Horal, o.z.', 'horal', 'o.z.'],
    ['Horal - občianske združenie', 'horal', 'o.z.'],
    ['Pomoc n.o.', 'pomoc', 'n.o.'],
    ['Pomoc, o.p.s.', 'pomoc', 'o.p.s.'],
    ['Pomoc, z.ú.', 'pomoc', 'z.ú.'],
    ['Lesy, š.p.', 'lesy', 'š.p.'],
    ['Omega SE', 'omega', 'SE'],
    ['Start j.s.a.', 'start', 'j.s.a.'],
    ['s.r.o.', 'sro', '–'],
    ['Novák & syn, s.r.o.', 'novak syn', 's.r.o.'],
    ['Novák a syn', 'novak syn', '–'],
    ['Vitamín A', 'vitamin a', '–'],
    ['A and B', 'ab', '–'],
    ['M. T. dental s.r.o.', 'mt dental', 's.r.o.'],
    ['MT dental', 'mt dental', '–'],
    ['A 1 B', 'a 1 b', '–'],
    ['Bytové družstvo', 'bytove', 'družstvo'],
    ['Družstvo Rovina', 'druzstvo rovina', '–'],
  ] as const) {
    test(`${name}: ${words} | ${form}`, () => {
      const split = parseCompanyName(name)
      assert.equal(split.words.join(' '), words)
      assert.equal(formName(split.form), form)
    })
  }
})

const typed = (text: string): string[] => splitWords(text).map((word) => word.text)

describe('a query may have a form anywhere:', () => {
  for (const [text, words, form] of [
    ['alfa sro', 'alfa', 's.r.o.'],
    ['s.r.o. alfa', 'alfa', 's.r.o.'],
    ['alfa as brno', 'alfa brno', 'a.s.'],
    ['alfa spol s r o zlin', 'alfa zlin', 's.r.o.'],
    ['alfa z.s.', 'alfa', 'z.s.'],
    ['a.s. alfa', 'alfa', 'a.s.'],
    ['zs lipova', 'lipova', 'z.s.'],
  ] as const) {
    test(text, () => {
      const split = splitTypedForm(typed(text))!
      assert.equal(`${split.words.join(' ')} | ${formName(split.form)}`, `${words} | ${form}`)
    })
  }
  for (const text of ['alfa', 'sro', 'a s']) {
    test(`${text}: none`, () => assert.equal(splitTypedForm(typed(text)), undefined))
  }
})

describe('the end of a query may be an unfinished form:', () => {
  for (const [text, words, forms] of [
    ['alfa s', 'alfa', 's.r.o. š.p. SE'],
    ['alfa s r', 'alfa', 's.r.o.'],
    ['alfa spol', 'alfa', 's.r.o.'],
    ['alfa spol s', 'alfa', 's.r.o.'],
    ['alfa spoločnosť s ruč', 'alfa', 's.r.o.'],
    ['alfa a', 'alfa', 'a.s.'],
    ['alfa akc', 'alfa', 'a.s.'],
    ['alfa z', 'alfa', 'z.s. z.ú.'],
  ] as const) {
    test(text, () => {
      const split = splitUnfinishedForm(typed(text))!
      assert.equal(`${split.words.join(' ')} | ${split.forms.map(formName).join(' ')}`, `${words} | ${forms}`)
    })
  }
  for (const text of ['s', 'alfa stav', 'alfa']) {
    test(`${text}: none`, () => assert.equal(splitUnfinishedForm(typed(text)), undefined))
  }
})

test('every beginning of every spelling may become its form, and no text takes the place of another', () => {
  const spellings = LEGAL_FORMS.flatMap((one, form) => [...one.anywhere, ...one.end].map((text) => ({ text, form })))
  for (const { text } of spellings)
    for (let length = 1; length < text.length; length++) {
      const begun = text.slice(0, length).trim()
      const forms = spellings.filter((one) => one.text !== begun && one.text.startsWith(begun)).map(({ form }) => form)
      const split = splitUnfinishedForm(['alfa', ...begun.split(' ')])
      assert.deepEqual(split, { words: ['alfa'], forms: [...new Set(forms)] }, begun)
    }
})

test('every spelling of a form is removed from a name', () => {
  for (const { name, anywhere, end } of LEGAL_FORMS) {
    for (const writing of [...anywhere, ...end]) {
      const split = splitLegalForm(['vzor', ...writing.split(' ')])
      assert.deepEqual([split.words, formName(split.form)], [['vzor'], name], writing)
    }
  }
})

test('no name loses all its words', () => {
  const word = fc.constantFrom('s', 'r', 'o', 'a', 'as', 'spol', 'sro', 'v', 'likvidacii', 'alfa')
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 8 }), (words) => {
      assert(0 < parseCompanyName(words.join(' ')).words.length)
    }),
    { numRuns: 2000 },
  )
})
