import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AddressComponents } from '../schemas/address.ts'
import { SeatComponents } from '../schemas/seat-components.ts'
import { openApiDocument } from './document.ts'

interface Schema {
  readonly $ref?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}

interface Operation {
  readonly description: string
  readonly parameters: readonly (Parameter | { readonly $ref: string })[]
}

interface Parameter {
  readonly name: string
  readonly description?: string
}

const document = openApiDocument({}) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly parameters: Readonly<Record<string, Parameter>>
  }
}
const { schemas } = document.components

/** Each field below a schema, with its path. A reference leads to a schema of its own. */
function* fieldsOf(schema: Schema, path: string): Generator<readonly [path: string, field: Schema]> {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    yield [`${path}.${name}`, field]
    yield* fieldsOf(field, `${path}.${name}`)
  }
  for (const part of [...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])]) yield* fieldsOf(part, path)
}

function isDescribed({ $ref, description }: Schema): boolean {
  const text = $ref === undefined ? description : schemas[$ref.split('/').at(-1)!]?.description
  return text !== undefined && /^.{3,}[.]$/.test(text)
}

test('every schema and every field of the document has a description that ends with a full stop', () => {
  for (const [name, schema] of Object.entries(schemas)) {
    assert(isDescribed(schema), name)
    for (const [path, field] of fieldsOf(schema, name)) assert(isDescribed(field), path)
  }
})

test('every operation and every parameter of the document has a description', () => {
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, { description, parameters }] of Object.entries(methods)) {
      assert(isDescribed({ description }), `${method} ${path}`)
      for (const one of parameters) {
        const { name, ...parameter } =
          '$ref' in one ? document.components.parameters[one.$ref.split('/').at(-1)!]! : one
        assert(isDescribed(parameter), `${method} ${path} ${name}`)
      }
    }
})

test('an address has 23 described parts, and a seat 14', () => {
  assert.equal(Object.keys(AddressComponents.properties).length, 23)
  assert.equal(Object.keys(SeatComponents.properties).length, 14)
})

test('the seat of a suggested company says that its parts need readCompany, its price and its scope', () => {
  const { description } = schemas.Company!.properties!.address!
  for (const word of ['readCompany', '10 units', 'companies:read', 'by default'])
    assert(description!.includes(word), word)
})
