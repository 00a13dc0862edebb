import { fc } from '../../src/stdx/testing/properties.ts'
import type { Schema } from './api-document.ts'

/** Texts of a parameter that its schema accepts, bounds included. Not encoded. */
export function soundText(schema: Schema): fc.Arbitrary<string> {
  const { type, enum: words, minimum = 0, maximum = 0, pattern } = schema
  if (words !== undefined) return fc.constantFrom(...words)
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern))
  switch (type) {
    case 'integer':
      return fc.oneof(fc.constantFrom(minimum, maximum), fc.integer({ min: minimum, max: maximum })).map(String)
    case 'number':
      return fc.oneof(
        fc.constantFrom(`${minimum}`, `${maximum}`, '0', '-0', '1e-3', '0.0', '1E0'),
        fc.double({ min: minimum, max: maximum, noNaN: true }).map(String),
      )
    default:
      return soundQuery(schema)
  }
}

/**
 * Encoded texts that the schema rejects, slightly and wildly wrong; no encoder writes some of them. `mark`: a word that
 * no response may repeat.
 */
export function wrongText(schema: Schema, mark: string): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 3, arbitrary: almostRight(schema).map(encodeURIComponent) },
    { weight: 1, arbitrary: fc.constantFrom(...BROKEN_ENCODINGS).map((broken) => `${mark}${broken}`) },
    { weight: 1, arbitrary: wildlyWrong(schema, mark).map(encodeURIComponent) },
  )
}

/**
 * Invalid encodings: half an escape, an overlong form, half a surrogate pair, a code point beyond Unicode, a byte that
 */
const BROKEN_ENCODINGS = ['%', '%2', '%zz', '%c0%af', '%ed%a0%80', '%f4%90%80%80', '%ff', '%e2%82', '%%', '%u0041']

function almostRight(schema: Schema): fc.Arbitrary<string> {
  const { type, enum: words, minimum = 0, maximum = 0, pattern } = schema
  if (words !== undefined) {
    const word = words[0]!
    return fc.constantFrom(
      '',
      ` ${word}`,
      `${word} `,
      word.toUpperCase(),
      `${word}${word}`,
      `${word},${words[1]}`,
      'de',
    )
  }
  if (pattern !== undefined) {
    const cut = fc.stringMatching(new RegExp(pattern)).map((text) => text.slice(1))
    return fc.oneof(
      cut,
      cut.map((text) => `${text}00`),
      cut.map((text) => `${text}x`),
      cut.map((text) => `-${text}`),
    )
  }
  const numbers = [
    '',
    ' 1',
    '1 ',
    '+1',
    '01',
    '0x1',
    '1_0',
    '1,5',
    '.5',
    '5.',
    '1e',
    'NaN',
    'Infinity',
    '-',
    '--1',
    '٣',
    '１',
  ]
  const beyond = [`${minimum - 1}`, `${maximum + 1}`, `${maximum}0`, `-${maximum}1`, '99999999999999999999', '1e400']
  switch (type) {
    case 'integer':
      return fc.oneof(fc.constantFrom(...beyond), fc.constantFrom(...numbers, '1.0', '1e0', '2.5'))
    case 'number':
      return fc.oneof(
        fc.constantFrom(...beyond, `${maximum}.0000001`, `${minimum}.0000001`),
        fc.constantFrom(...numbers),
      )
    default:
      return wrongQuery(schema)
  }
}

function wildlyWrong({ pattern, enum: words, type, maxLength = 0 }: Schema, mark: string): fc.Arbitrary<string> {
  const isText = pattern === undefined && words === undefined && type === 'string'
  // Nearly every query text is valid, so this one has a character too many.
  const long = (text: string): string => `${mark}${text}${isText ? 'ž'.repeat(maxLength) : ''}`
  return fc
    .oneof(fc.string({ unit: 'binary', maxLength: 60 }), fc.json({ maxDepth: 1 }))
    .map((text) => long(text.toWellFormed()))
}

/** A typed query: 2 to 120 characters, at most 480 bytes, with a letter or digit, no controls. */
function soundQuery({ minLength = 0, maxLength = 0 }: Schema): fc.Arbitrary<string> {
  const letter = fc.constantFrom('a', 'ž', 'Ľ', '7', 'ß', 'ŉ', 'ﷺ', '𝒜', '中', '١', 'Ⅷ', 'ǅ')
  const rest = fc.string({
    unit: fc.oneof(fc.constantFrom(...TRICKS), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 })),
    maxLength: 40,
  })
  const bounds = fc
    .tuple(fc.constantFrom('a', 'ž', '𝒜', 'ﷺ', '9'), fc.constantFrom(minLength, maxLength))
    .map(([one, times]) => one.repeat(times))
  return fc.oneof(
    fc.tuple(letter, letter, rest).map(([one, other, more]) =>
      Array.from(`${one}${other}${cleaned(more)}`)
        .slice(0, maxLength)
        .join(''),
    ),
    bounds,
  )
}

/**
 * Direction marks, joiners, combining marks, characters that change when they are normalised, and characters with a
 * meaning in other formats.
 */
const TRICKS = [
  ' ',
  '\u00a0',
  '\u202e',
  '\u200d',
  '\u200b',
  '\ufeff',
  '\u0301',
  '\u0345',
  'ﬁ',
  'İ',
  '"',
  '\\',
  '<',
  "'",
  '%',
  '&',
  '+',
  '/',
  '😀',
  '\u{e0041}',
  '\u{10fffd}',
  '*',
  '-',
  '.',
]

function cleaned(text: string): string {
  return Array.from(text.toWellFormed())
    .filter((one) => !/[\p{Cc}\p{Noncharacter_Code_Point}]/u.test(one))
    .join('')
}

function wrongQuery({ minLength = 0, maxLength = 0 }: Schema): fc.Arbitrary<string> {
  const tooShort = 'x'.repeat(minLength - 1)
  return fc.oneof(
    fc.constantFrom(
      '',
      tooShort,
      '😀',
      'x'.repeat(maxLength + 1),
      'ž'.repeat(maxLength + 1),
      '𝒜'.repeat(maxLength + 1),
    ),
    fc.constantFrom('!!', '  ', '\u0301\u0301', '---', '„"', '😀😀', '\u200b\u200b\u200b', '§§'),
    fc
      .constantFrom('\u0000', '\u0007', '\n', '\u007f', '\u0085', '\ufffe', '\ufdd0', '\u{1ffff}')
      .map((one) => `ml${one}yn`),
  )
}

/** Encodes a text for a query: escapes only what it must, escapes everything, or encodes as a form does. */
export function encodings(text: string): fc.Arbitrary<string> {
  const escaped = encodeURIComponent(text)
  const everything = Array.from(Buffer.from(text), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
  // No text may be longer than a request target.
  const all = everything.length < 1_500 ? [escaped, everything, escaped.replaceAll('%20', '+')] : [escaped]
  return fc.constantFrom(...all)
}

/** Bodies that a schema accepts, as JSON values. */
export function soundValue(schema: Schema): fc.Arbitrary<unknown> {
  const { type, items, minItems = 0, maxItems = 9, properties = {}, required = [] } = schema
  if (type === 'object') {
    const values = Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, soundValue(one)]))
    return fc.record(values, { requiredKeys: [...required] })
  }
  if (type === 'array') return fc.uniqueArray(soundValue(items!), { minLength: minItems, maxLength: maxItems })
  return soundText(schema)
}

/** Bodies that the schema rejects, each with one fault. */
export function wrongValue(schema: Schema, mark: string): fc.Arbitrary<unknown> {
  const others = fc.constantFrom<unknown>(null, true, 0, -1.5, '', [], {}, [[]], mark)
  if (schema.type === 'object') {
    const { properties = {}, required = [] } = schema
    const sound = soundValue(schema) as fc.Arbitrary<Record<string, unknown>>
    const broken = Object.entries(properties).map(([name, one]) =>
      fc.tuple(sound, wrongValue(one, mark)).map(([value, wrong]) => ({ ...value, [name]: wrong })),
    )
    const missing = required.map((name) => sound.map(({ [name]: _, ...rest }) => rest))
    const more = fc
      .constantFrom(mark, '__proto__', 'constructor', 'CLIENT_ID', '')
      .chain((name) => sound.map((value) => Object.fromEntries([...Object.entries(value), [name, mark]])))
    return fc.oneof(...broken, ...missing, more, others)
  }
  if (schema.type === 'array') {
    const item = soundValue(schema.items!)
    return fc.oneof(
      others,
      fc.array(item, { minLength: (schema.maxItems ?? 9) + 1, maxLength: 9 }),
      item.map((one) => [one, one]),
      wrongValue(schema.items!, mark).map((one) => [one]),
    )
  }
  return fc.oneof(others, almostRight(schema))
}
