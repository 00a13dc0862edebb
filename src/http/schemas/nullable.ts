import Type, { type TUnsafe } from 'typebox'

/** A string or null, in a form that JSON Schema and OpenAPI 3.1 both understand. */
export function nullableText(options: Readonly<Record<string, unknown>> = {}): TUnsafe<string | null> {
  return Type.Unsafe<string | null>({ type: ['string', 'null'], ...options })
}

/** One of these strings, or null. */
export function nullableEnum<const W extends string>(
  words: readonly W[],
  options: Readonly<Record<string, unknown>> = {},
): TUnsafe<W | null> {
  return Type.Unsafe<W | null>({ type: ['string', 'null'], enum: [...words, null], ...options })
}

export function stringEnum<const W extends string>(
  words: readonly W[],
  options: Readonly<Record<string, unknown>> = {},
): TUnsafe<W> {
  return Type.Unsafe<W>({ type: 'string', enum: [...words], ...options })
}
