import { foldLetters } from '../text/fold-letters.ts'

/** A run of letters or of digits. */
export interface Token {
  readonly raw: string
  /** Folded. */
  readonly text: string
  /** The number of the field that it stands in. */
  readonly field: number
  /** Commas, brackets, dashes, line breaks and fields part a text into segments. */
  readonly segment: number
  /** The characters between the previous token and this one. */
  readonly before: string
  readonly hasDot: boolean
}

const RUNS = /[\p{L}\p{M}]+|\d+/gu
const JOINERS = /['’`´]/g
const PARTS_SEGMENTS = /[,;|()\n–-]/

export function tokenize(fields: readonly (string | undefined)[]): Token[] {
  const tokens: Token[] = []
  let segment = 0
  for (const [field, given] of fields.entries()) {
    if (!given) continue
    const text = given.replace(JOINERS, '')
    let end = 0
    for (const { 0: raw, index } of text.matchAll(RUNS)) {
      const before = text.slice(end, index)
      if (PARTS_SEGMENTS.test(before)) segment += 1
      end = index + raw.length
      tokens.push({ raw, text: foldLetters(raw), field, segment, before, hasDot: text[end] === '.' })
    }
    segment += 1
  }
  return tokens
}

export function isDigits(text: string): boolean {
  const code = text.charCodeAt(0)
  return 48 <= code && code <= 57
}
