/** A JSON Schema of values of the type `T`. It is plain data, and the OpenAPI document contains it as it is. */
export interface Schema<T = unknown> {
  readonly [keyword: string]: unknown
  /** Only for the compiler. */
  readonly [VALUE]?: () => T
}

declare const VALUE: unique symbol

/** The type of the values that a schema describes. */
export type ValueOf<S> = S extends { readonly [VALUE]?: () => infer T } ? T : never

const OPTIONAL = Symbol('optional')

interface Optional {
  readonly [OPTIONAL]: true
}

type Fields = Readonly<Record<string, Schema>>
type OptionalNames<F extends Fields> = { [K in keyof F]: F[K] extends Optional ? K : never }[keyof F]
type ObjectOf<F extends Fields> = Flat<
  { -readonly [K in Exclude<keyof F, OptionalNames<F>>]: ValueOf<F[K]> } & {
    -readonly [K in OptionalNames<F>]?: ValueOf<F[K]>
  }
>
type Flat<T> = { [K in keyof T]: T[K] }

/** Keywords of JSON Schema beyond the type. */
type Keywords = Readonly<Record<string, unknown>>

export interface ObjectSchema<F extends Fields = Fields> extends Schema<ObjectOf<F>> {
  readonly properties: F
  readonly required?: readonly string[]
}

export function text(keywords: Keywords = {}): Schema<string> {
  return { type: 'string', ...keywords }
}

export function integer(keywords: Keywords = {}): Schema<number> {
  return { type: 'integer', ...keywords }
}

export function number(keywords: Keywords = {}): Schema<number> {
  return { type: 'number', ...keywords }
}

export function literal<const V extends string | number>(value: V, keywords: Keywords = {}): Schema<V> {
  return { type: typeof value, const: value, ...keywords }
}

export function stringEnum<const W extends string>(words: readonly W[], keywords: Keywords = {}): Schema<W> {
  return { type: 'string', enum: [...words], ...keywords }
}

/** A string or null, in a form that JSON Schema and OpenAPI 3.1 both understand. */
export function nullableText(keywords: Keywords = {}): Schema<string | null> {
  return { type: ['string', 'null'], ...keywords }
}

/** One of these strings, or null. */
export function nullableEnum<const W extends string>(words: readonly W[], keywords: Keywords = {}): Schema<W | null> {
  return { type: ['string', 'null'], enum: [...words, null], ...keywords }
}

export function nullableInteger(keywords: Keywords = {}): Schema<number | null> {
  return { type: ['integer', 'null'], ...keywords }
}

export function array<S extends Schema>(items: S, keywords: Keywords = {}): Schema<ValueOf<S>[]> {
  return { type: 'array', items, ...keywords }
}

export function orNull<S extends Schema>(schema: S, keywords: Keywords = {}): Schema<ValueOf<S> | null> {
  return { anyOf: [schema, { type: 'null' }], ...keywords }
}

/** A field that may be missing. */
export function optional<S extends Schema>(schema: S): S & Optional {
  return { ...schema, [OPTIONAL]: true }
}

/** Every object is closed: no fields beyond those listed. */
export function strictObject<const F extends Fields>(properties: F, keywords: Keywords = {}): ObjectSchema<F> {
  const required = Object.keys(properties).filter((name) => !(OPTIONAL in properties[name]!))
  return {
    type: 'object',
    ...(0 < required.length && { required }),
    properties,
    ...keywords,
    additionalProperties: false,
  }
}

/** The schema with a sentence for its reader. */
export function describe<S extends Schema>(schema: S, description: string): S {
  return { ...schema, description }
}
