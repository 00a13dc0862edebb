import { assert } from '../../stdx/assert.ts'
import type { Schema } from '../schemas/schema.ts'

export type ValueCheck = (value: unknown) => boolean

/**
 * Says whether a parameter or a field of a body fits its schema. Knows the keywords that requests use, and throws for a
 * schema with others.
 */
export function checkOf(schema: Schema): ValueCheck {
  const { type, anyOf } = schema
  if (anyOf !== undefined) return anyFits((anyOf as readonly Schema[]).map(checkOf))
  if (type === 'null') return (value) => value === null
  if (Array.isArray(type)) return anyFits(type.map((one) => checkOf({ ...schema, type: one })))
  assert(isCheckedType(type), `a schema of a request has the type ${String(type)}, which is not checked`)
  const known: readonly string[] = KEYWORDS[type]
  const unknown = Object.keys(schema).find((keyword) => !known.includes(keyword) && !ANNOTATIONS.includes(keyword))
  assert(unknown === undefined, `a schema of a request has the keyword ${unknown}, which is not checked`)
  return CHECKS[type](schema)
}

const KEYWORDS = {
  string: ['type', 'enum', 'pattern', 'minLength', 'maxLength'],
  integer: ['type', 'minimum', 'maximum'],
  number: ['type', 'minimum', 'maximum'],
  array: ['type', 'items', 'minItems', 'maxItems', 'uniqueItems'],
  object: ['type', 'properties', 'required', 'additionalProperties'],
} as const

/** These demand nothing. */
const ANNOTATIONS = ['title', 'description', 'default']

const CHECKS: Readonly<Record<keyof typeof KEYWORDS, (schema: Schema) => ValueCheck>> = {
  string: checkOfString,
  integer: checkOfNumber,
  number: checkOfNumber,
  array: checkOfArray,
  object: checkOfObject,
}

function anyFits(checks: readonly ValueCheck[]): ValueCheck {
  return (value) => checks.some((check) => check(value))
}

/** A closed object: no fields beyond those listed. */
function checkOfObject({ properties, required = [], additionalProperties }: Schema): ValueCheck {
  assert(additionalProperties === false, 'an object that allows other fields, which is not checked')
  const checks = new Map(
    Object.entries(properties as Record<string, Schema>).map(([name, one]) => [name, checkOf(one)]),
  )
  return (value) =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    (required as readonly string[]).every((name) => Object.hasOwn(value, name)) &&
    Object.entries(value).every(([name, field]) => checks.get(name)?.(field) === true)
}

function isCheckedType(type: unknown): type is keyof typeof KEYWORDS {
  return Object.hasOwn(KEYWORDS, String(type))
}

/** The length counts code points, as JSON Schema does. */
function checkOfString({ enum: values, pattern, minLength = 0, maxLength = Infinity }: Schema): ValueCheck {
  const form = pattern === undefined ? undefined : new RegExp(pattern as string, 'u')
  return (value) => {
    if (typeof value !== 'string') return false
    if (values !== undefined && !(values as readonly string[]).includes(value)) return false
    if (form !== undefined && !form.test(value)) return false
    const length = [...value].length
    return (minLength as number) <= length && length <= (maxLength as number)
  }
}

function checkOfNumber({ type, minimum = -Infinity, maximum = Infinity }: Schema): ValueCheck {
  return (value) =>
    typeof value === 'number' &&
    (type === 'integer' ? Number.isInteger(value) : Number.isFinite(value)) &&
    (minimum as number) <= value &&
    value <= (maximum as number)
}

function checkOfArray({ items, minItems = 0, maxItems = Infinity, uniqueItems }: Schema): ValueCheck {
  const check = checkOf(items as Schema)
  return (value) =>
    Array.isArray(value) &&
    (minItems as number) <= value.length &&
    value.length <= (maxItems as number) &&
    value.every(check) &&
    (uniqueItems !== true || new Set(value).size === value.length)
}
