import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Compile } from 'typebox/compile'
import { fc } from '../../stdx/testing/properties.ts'
import { isRejection } from '../errors.ts'
import { BrowserSessionRequest } from '../schemas/browser-session.ts'
import { AddressParameters, CompanyParameters, DetailParameters, NoParameters } from '../schemas/parameters.ts'
import {
  array,
  integer,
  nullableInteger,
  number,
  type ObjectSchema,
  optional,
  orNull,
  type Schema,
  strictObject,
  text,
} from '../schemas/schema.ts'
import { bodyReader } from './json-body.ts'
import { checkOf } from './value-check.ts'

const SCHEMAS = {
  BrowserSessionRequest,
  CompanyParameters,
  AddressParameters,
  DetailParameters,
  NoParameters,
  ends: strictObject({ n: number({ minimum: -1, maximum: 1 }), i: integer({ minimum: 0, maximum: 3 }) }),
  nested: strictObject({
    days: optional(nullableInteger({ minimum: 1, maximum: 3 })),
    limit: orNull(strictObject({ n: integer({ minimum: 0, maximum: 3 }), i: optional(text({ maxLength: 2 })) })),
  }),
  lists: array(text({ minLength: 1, maxLength: 2 }), { minItems: 1, maxItems: 3, uniqueItems: true }),
}

/** Values near the ends of what a schema allows, and others. */
const scalar = fc.oneof(
  fc.constantFrom(null, true, -0, 1, 0.5, 1.5, 3, 4, 10, 11, 90, -180, Number.NaN, Number.POSITIVE_INFINITY, ''),
  fc.constantFrom(
    'sk',
    'cz',
    'en',
    'a',
    'ab',
    '😀😀',
    '😀😀😀',
    '01234567',
    '0123456',
    'addresses:suggest',
    'companies:read',
  ),
  fc.constantFrom(`rgp_${'0a'.repeat(16)}`, `rgp_${'0A'.repeat(16)}`, `x rgp_${'0a'.repeat(16)}`),
  fc.double(),
  fc.string(),
)
const list = fc.array(scalar, { maxLength: 4 })

/** Values that mostly fit. */
function valuesOf(schema: Schema): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 8, arbitrary: fitting(schema) },
    { weight: 1, arbitrary: scalar },
    { weight: 1, arbitrary: list },
  )
}

function fitting(schema: Schema): fc.Arbitrary<unknown> {
  const { type, enum: words, pattern, minimum, maximum, items, properties, anyOf } = schema
  if (anyOf !== undefined) return fc.oneof(...(anyOf as readonly Schema[]).map(fitting))
  if (type === 'null') return fc.constant(null)
  if (Array.isArray(type)) return fc.oneof(...type.map((one) => fitting({ ...schema, type: one })))
  if (words !== undefined) return fc.constantFrom(...(words as readonly string[]))
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern as string))
  if (type === 'integer') return fc.integer({ min: (minimum as number) - 1, max: (maximum as number) + 1 })
  if (type === 'number') return fc.double({ min: minimum as number, max: maximum as number })
  if (type === 'string') return fc.string({ maxLength: 3 })
  if (type === 'array') return fc.array(valuesOf(items as Schema), { maxLength: 4 })
  const fields = Object.entries(properties as Readonly<Record<string, Schema>>)
  const known = Object.fromEntries(fields.map(([name, one]) => [name, valuesOf(one)]))
  return fc.oneof(
    { weight: 9, arbitrary: fc.record(known, { requiredKeys: [] }) },
    { weight: 1, arbitrary: fc.record({ ...known, other: scalar }) },
  )
}

/** As the service reads it: an object from a body, anything else by itself. */
function reads(schema: Schema): (value: unknown) => boolean {
  if (schema.type !== 'object') return checkOf(schema)
  const read = bodyReader(schema as ObjectSchema)
  return (value) => !isRejection(read(Buffer.from(JSON.stringify(value)), 'application/json'))
}

/** JSON knows no infinity and no minus zero. */
function asRead(schema: Schema, value: unknown): unknown {
  return schema.type === 'object' ? JSON.parse(JSON.stringify(value)) : value
}

for (const [name, schema] of Object.entries(SCHEMAS)) {
  test(`a value fits the schema of a request exactly if it does by JSON Schema: ${name}`, () => {
    const fits = reads(schema)
    const reference = Compile(schema)
    fc.assert(
      fc.property(valuesOf(schema), (value) => assert.equal(fits(value), reference.Check(asRead(schema, value)))),
      { numRuns: 2_000 },
    )
  })
}

test('each schema of a request has values that fit and values that do not', () => {
  for (const schema of Object.values(SCHEMAS)) {
    const fits = fc.sample(valuesOf(schema), { numRuns: 5_000, seed: 1 }).map(reads(schema))
    assert.deepEqual([...new Set(fits)].toSorted(), [false, true])
  }
})

test('a keyword or type that is not checked is refused', () => {
  assert.throws(() => checkOf(text({ format: 'date' })), /format/)
  assert.throws(() => checkOf(integer({ enum: [1, 2] })), /enum/)
  assert.throws(() => checkOf({ type: 'boolean' }), /boolean/)
  assert.throws(() => checkOf({ ...strictObject({}), additionalProperties: true }), /other fields/)
  assert.throws(() => bodyReader({ ...strictObject({}), additionalProperties: true }), /other fields/)
  assert.throws(() => bodyReader(strictObject({ deep: array(text({ contentEncoding: 'base64' })) })), /contentEncoding/)
})
