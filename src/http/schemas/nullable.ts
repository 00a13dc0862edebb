import Type, { type TUnsafe } from 'typebox'

/** A text or null, in the one way that JSON Schema, OpenAPI 3.1 and the serialiser all read alike. */
export function nullableText(options: Readonly<Record<string, unknown>> = {}): TUnsafe<string | null> {
  return Type.Unsafe<string | null>({ type: ['string', 'null'], ...options })
}

/** One of some words, or null. */
export function nullableWord<const W extends string>(words: readonly W[]): TUnsafe<W | null> {
  return Type.Unsafe<W | null>({ type: ['string', 'null'], enum: [...words, null] })
}

export function word<const W extends string>(
  words: readonly W[],
  options: Readonly<Record<string, unknown>> = {},
): TUnsafe<W> {
  return Type.Unsafe<W>({ type: 'string', enum: [...words], ...options })
}
