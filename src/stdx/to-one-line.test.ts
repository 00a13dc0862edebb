import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from './testing/properties.ts'
import { toOneLine } from './to-one-line.ts'

for (const [what, given, wanted] of [
  ['a clean name stays', 'Hurbanova Ves, s.r.o.', 'Hurbanova Ves, s.r.o.'],
  ['line breaks and tabs become a space', 'Žiar\r\nnad\tHronom', 'Žiar nad Hronom'],
  ['runs of spaces become one', '  a   b ', 'a b'],
  ['a space that does not break is a space', 'a\u00a0b\u2009c', 'a b c'],
  ['control characters are no letters', 'a\u0000b\u0085c\u007f', 'a b c'],
  ['invisible characters are removed', 'a\u00adb\u200bc\u202ed\ufeff', 'abcd'],
  ['half a surrogate pair is replaced, a whole one stays', '\ud800a😀', '\ufffda😀'],
  ['typographic marks stay', '„ALFA“ – beta', '„ALFA“ – beta'],
  ['white space alone is nothing', ' \n ', ''],
  ['nothing is nothing', '', ''],
] as const) {
  test(what, () => assert.equal(toOneLine(given), wanted))
}

test('the fast check agrees with the cleaning', () => {
  const spaces = [' ', '\n', '\u00a0', '\u2003']
  const letter = fc.constantFrom('a', 'ž', '„', '😀', '\ud83d', '\u00ad', '\u0080', '\u200b', ...spaces)
  fc.assert(
    fc.property(fc.string({ unit: letter, maxLength: 8 }), (text) => {
      const slow = text
        .toWellFormed()
        .replace(/\p{Cf}/gu, '')
        .split(/[\p{Cc}\s]+/u)
        .filter(Boolean)
        .join(' ')
      assert.equal(toOneLine(text), slow)
    }),
  )
})
