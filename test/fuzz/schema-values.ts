import { fc } from '../../src/stdx/testing/properties.ts'
import type { Schema } from './api-document.ts'
import { weighted } from './arbitraries.ts'

/** Texts of a parameter that its schema accepts, bounds included. Not encoded. */
export function soundText(schema: Schema): fc.Arbitrary<string> {
  const { type, enum: words, minimum: min = 0, maximum: max = 0, pattern } = schema
  if (words !== undefined) return fc.constantFrom(...words)
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern))
  if (type === 'integer') return fc.oneof(fc.constantFrom(min, max), fc.integer({ min, max })).map(String)
  if (type !== 'number') return soundQuery(schema)
  const forms = fc.constantFrom(`${min}`, `${max}`, '0', '-0', '1e-3', '0.0', '1E0')
  return fc.oneof(forms, fc.double({ min, max, noNaN: true }).map(String))
}

/**
 * Encoded texts that the schema rejects, slightly and wildly wrong; no encoder writes some of them. `mark`: a word that
 * no response may repeat.
 */
export function wrongText(schema: Schema, mark: string): fc.Arbitrary<string> {
  return weighted(
    [3, almostRight(schema).map(encodeURIComponent)],
    [1, fc.constantFrom(...BROKEN_ENCODINGS).map((broken) => `${mark}${broken}`)],
    [1, wildlyWrong(schema, mark).map(encodeURIComponent)],
  )
}

/** Half an escape, an overlong form, half a surrogate pair, a code point beyond Unicode, and so on. */
const BROKEN_ENCODINGS = '% %2 %zz %c0%af %ed%a0%80 %f4%90%80%80 %ff %e2%82 %% %u0041'.split(' ')
const ODD_NUMBERS = ['', ' 1', '1 ', ...'+1 01 0x1 1_0 1,5 .5 5. 1e NaN Infinity - --1 ٣ １'.split(' ')]

function almostRight(schema: Schema): fc.Arbitrary<string> {
  const { type, enum: words, minimum = 0, maximum = 0, pattern } = schema
  if (words !== undefined) {
    const [word, other] = words as readonly [string, string]
    const forms = ['', ` ${word}`, `${word} `, word.toUpperCase(), `${word}${word}`, `${word},${other}`, 'de']
    return fc.constantFrom(...forms)
  }
  if (pattern !== undefined) {
    const cut = fc.stringMatching(new RegExp(pattern)).map((text) => text.slice(1))
    return fc.tuple(cut, fc.constantFrom('T', 'T00', 'Tx', '-T')).map(([text, form]) => form.replace('T', text))
  }
  if (type !== 'integer' && type !== 'number') return wrongQuery(schema)
  const beyond = [`${minimum - 1}`, `${maximum + 1}`, `${maximum}0`, `-${maximum}1`, '99999999999999999999', '1e400']
  const parts = [`${maximum}.0000001`, `${minimum}.0000001`]
  const own = type === 'integer' ? ['1.0', '1e0', '2.5'] : parts
  return fc.oneof(fc.constantFrom(...beyond, ...own), fc.constantFrom(...ODD_NUMBERS))
}

function wildlyWrong({ pattern, enum: words, type, maxLength = 0 }: Schema, mark: string): fc.Arbitrary<string> {
  const isText = pattern === undefined && words === undefined && type === 'string'
  // Nearly every query text is valid, so this one has a character too many.
  const end = isText ? 'ž'.repeat(maxLength) : ''
  const texts = fc.oneof(fc.string({ unit: 'binary', maxLength: 60 }), fc.json({ maxDepth: 1 }))
  return texts.map((text) => `${mark}${text.toWellFormed()}${end}`)
}

/** A typed query: 2 to 120 characters, at most 480 bytes, with a letter or digit, no controls. */
function soundQuery({ minLength = 0, maxLength = 0 }: Schema): fc.Arbitrary<string> {
  const letter = fc.constantFrom('a', 'ž', 'Ľ', '7', 'ß', 'ŉ', 'ﷺ', '𝒜', '中', '١', 'Ⅷ', 'ǅ')
  const unit = fc.oneof(fc.constantFrom(...TRICKS), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }))
  const mixed = fc.tuple(letter, letter, fc.string({ unit, maxLength: 40 })).map(([one, other, more]) => {
    const sound = Array.from(more.toWellFormed()).filter((sign) => !/[\p{Cc}\p{Noncharacter_Code_Point}]/u.test(sign))
    return [one, other, ...sound].slice(0, maxLength).join('')
  })
  const bounds = fc
    .tuple(fc.constantFrom('a', 'ž', '𝒜', 'ﷺ', '9'), fc.constantFrom(minLength, maxLength))
    .map(([one, times]) => one.repeat(times))
  return fc.oneof(mixed, bounds)
}

/**
 * Direction marks, joiners, combining marks, characters that change when they are normalised, and characters with a
 * meaning in other formats.
 */
const TRICKS = [
  ...[' ', '\u00a0', '\u202e', '\u200d', '\u200b', '\ufeff', '\u0301', '\u0345', '\u{e0041}', '\u{10fffd}'],
  ...['ﬁ', 'İ', '"', '\\', '<', "'", '%', '&', '+', '/', '😀', '*', '-', '.'],
]
const CONTROLS = ['\u0000', '\u0007', '\n', '\u007f', '\u0085', '\ufffe', '\ufdd0', '\u{1ffff}']
const NO_LETTERS = ['!!', '  ', '\u0301\u0301', '---', '„"', '😀😀', '\u200b\u200b\u200b', '§§']

function wrongQuery({ minLength = 0, maxLength = 0 }: Schema): fc.Arbitrary<string> {
  const short = ['', 'x'.repeat(minLength - 1), '😀']
  const long = ['x', 'ž', '𝒜'].map((one) => one.repeat(maxLength + 1))
  return fc.oneof(
    fc.constantFrom(...short, ...long),
    fc.constantFrom(...NO_LETTERS),
    fc.constantFrom(...CONTROLS).map((one) => `ml${one}yn`),
  )
}

/** Encodes a text for a query: escapes only what it must, escapes everything, or encodes as a form does. */
export function encoded(texts: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.tuple(texts, fc.nat({ max: 2 })).map(([text, form]) => {
    const escaped = encodeURIComponent(text)
    const everything = Array.from(Buffer.from(text), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
    // No text may be longer than a request target.
    return everything.length < 1_500 ? [escaped, everything, escaped.replaceAll('%20', '+')][form]! : escaped
  })
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
  const { type, items, maxItems = 9, properties = {}, required = [] } = schema
  const others = fc.constantFrom<unknown>(null, true, 0, -1.5, '', [], {}, [[]], mark)
  if (type === 'object') {
    const sound = soundValue(schema) as fc.Arbitrary<Record<string, unknown>>
    const broken = Object.entries(properties).map(([name, one]) =>
      fc.tuple(sound, wrongValue(one, mark)).map(([value, wrong]) => ({ ...value, [name]: wrong })),
    )
    const missing = required.map((name) => sound.map(({ [name]: _, ...rest }) => rest))
    const more = fc
      .tuple(fc.constantFrom(mark, '__proto__', 'constructor', 'CLIENT_ID', ''), sound)
      .map(([name, value]) => Object.fromEntries([...Object.entries(value), [name, mark]]))
    return fc.oneof(...broken, ...missing, more, others)
  }
  if (type === 'array') {
    const item = soundValue(items!)
    const long = fc.array(item, { minLength: maxItems + 1, maxLength: 9 })
    return fc.oneof(
      others,
      long,
      item.map((one) => [one, one]),
      wrongValue(items!, mark).map((one) => [one]),
    )
  }
  return fc.oneof(others, almostRight(schema))
}
