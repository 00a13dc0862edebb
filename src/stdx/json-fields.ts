import { toOneLine } from './to-one-line.ts'

export type JsonObject = Readonly<Record<string, unknown>>

/** A longer text is a mistake: the longest known company name has under 500 characters. */
export const TEXT_LENGTH_MAX = 1000

/**
 * A member of a JSON object has a wrong type. It is thrown, so that nested readers need not pass it up; the reader of
 * the outermost object catches it. The message omits the value, which may be private.
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

/** Undefined: the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The text as one line; null if it is absent, null or blank. `path` leads to the object (`a.b.`), for the message. */
export function textField(object: JsonObject, name: string, path = ''): string | null {
  const value = object[name]
  if (value === undefined || value === null) return null
  if (typeof value !== 'string') throw wrongType(path + name, value, 'a text')
  return textValue(value, name, path)
}

/** The same for the text of a column: one line, null if it is blank. */
export function textValue(text: string, name: string, path = ''): string | null {
  if (TEXT_LENGTH_MAX < text.length) {
    throw new FieldError(path + name, `has ${text.length} characters; at most ${TEXT_LENGTH_MAX} were expected`)
  }
  const line = toOneLine(text)
  return line === '' ? null : line
}

export function numberField(object: JsonObject, name: string, path = ''): number | null {
  const value = object[name]
  if (value === undefined || value === null) return null
  if (typeof value !== 'number') throw wrongType(path + name, value, 'a number')
  return value
}

export function objectField(object: JsonObject, name: string, path = ''): JsonObject | null {
  const value = object[name]
  if (value === undefined || value === null) return null
  if (!isJsonObject(value)) throw wrongType(path + name, value, 'an object')
  return value
}

const NONE: readonly never[] = []

/** Empty if it is absent or null. */
export function arrayField(object: JsonObject, name: string, path = ''): readonly unknown[] {
  const value = object[name]
  if (value === undefined || value === null) return NONE
  if (!Array.isArray(value)) throw wrongType(path + name, value, 'an array')
  return value
}

export function objectsField(object: JsonObject, name: string, path = ''): readonly JsonObject[] {
  const values = arrayField(object, name, path)
  for (const value of values) {
    if (!isJsonObject(value))
      throw new FieldError(path + name, `holds ${describeType(value)}; only objects were expected`)
  }
  return values as readonly JsonObject[]
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function wrongType(field: string, value: unknown, wanted: string): FieldError {
  return new FieldError(field, `is ${describeType(value)}; ${wanted} was expected`)
}

function describeType(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object') return 'an object'
  return typeof value === 'string' ? 'a text' : `a ${typeof value}`
}
