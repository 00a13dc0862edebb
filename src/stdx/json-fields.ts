import { toOneLine } from './to-one-line.ts'

export type JsonObject = Readonly<Record<string, unknown>>

/** Longer texts are mistakes: the longest name of a company that is known has under 500 characters. */
export const TEXT_LENGTH_MAX = 1000

/**
 * A member has another type than it should have. Thrown, though it is the sender's mistake: it would otherwise have to be handed up through every
 * level of a nested object. Whoever takes an object apart catches it there. It says nothing of the value, which may be private.
 */
export class FieldError extends Error {
  readonly field: string
  readonly reason: string

  constructor(field: string, reason: string) {
    super(`${field} ${reason}`)
    this.field = field
    this.reason = reason
  }
}

/** The text as one line; null if it is absent, null or blank. `within` is the way to the object, as `a.b.`, for the message. */
export function textField(object: JsonObject, name: string, within = ''): string | null {
  const value = object[name]
  if (value === undefined || value === null) return null
  if (typeof value !== 'string') throw wrongType(within + name, value, 'a text')
  if (TEXT_LENGTH_MAX < value.length) {
    throw new FieldError(within + name, `has ${value.length} characters; at most ${TEXT_LENGTH_MAX} were expected`)
  }
  const line = toOneLine(value)
  return line === '' ? null : line
}

export function numberField(object: JsonObject, name: string, within = ''): number | null {
  const value = object[name]
  if (value === undefined || value === null) return null
  if (typeof value !== 'number') throw wrongType(within + name, value, 'a number')
  return value
}

export function objectField(object: JsonObject, name: string, within = ''): JsonObject | null {
  const value = object[name]
  if (value === undefined || value === null) return null
  if (!isJsonObject(value)) throw wrongType(within + name, value, 'an object')
  return value
}

const NONE: readonly never[] = []

/** Empty if it is absent or null. */
export function arrayField(object: JsonObject, name: string, within = ''): readonly unknown[] {
  const value = object[name]
  if (value === undefined || value === null) return NONE
  if (!Array.isArray(value)) throw wrongType(within + name, value, 'an array')
  return value
}

export function objectsField(object: JsonObject, name: string, within = ''): readonly JsonObject[] {
  const values = arrayField(object, name, within)
  for (const value of values) {
    if (!isJsonObject(value)) throw new FieldError(within + name, `holds ${kind(value)}; only objects were expected`)
  }
  return values as readonly JsonObject[]
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function wrongType(field: string, value: unknown, wanted: string): FieldError {
  return new FieldError(field, `is ${kind(value)}; ${wanted} was expected`)
}

function kind(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object') return 'an object'
  return typeof value === 'string' ? 'a text' : `a ${typeof value}`
}
