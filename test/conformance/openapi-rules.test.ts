import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Compile } from 'typebox/compile'
import { API_ERRORS, type ErrorCode } from '../../src/http/errors.ts'
import {
  ANSWERS,
  COMMITTED,
  DOCUMENT,
  everySchema,
  examplesIn,
  type Json,
  OPERATIONS,
  resolveReference,
  type Schema,
} from './openapi-document.ts'

const SCHEMAS = everySchema()

const CREDITS = ['X-Credits-Charged-Units', 'X-Credits-Available-Units', 'X-Credits-Period', 'X-Credits-Reset-At']

/** As the contract has them: operation, method, path, what it may be asked with, and what it is asked. */
const CONTRACT: readonly (readonly [id: string, place: string, bearers: string, query: string])[] = [
  [
    'suggestAddresses',
    'get /v1/autocomplete/addresses',
    'serverKey browserSession',
    'q country? lang? limit? latitude? longitude?',
  ],
  ['suggestCompanies', 'get /v1/autocomplete/companies', 'serverKey browserSession', 'q country? lang? limit?'],
  ['createBrowserSession', 'post /v1/browser-sessions', '', ''],
  ['getUsage', 'get /v1/me/usage', 'serverKey', ''],
  ['readCompany', 'get /v1/companies/{country}/{ico}', 'serverKey browserSession', ''],
]

/** Words of JSON Schema 2020-12 that this document may use, with what each may have as a value. */
const KEYWORDS: Readonly<Record<string, (value: Json) => boolean>> = {
  type: (value) => [value].flat().every((one) => TYPES.includes(one as string)),
  enum: (value) => Array.isArray(value) && new Set(value).size === value.length,
  const: () => true,
  pattern: (value) => new RegExp(value as string, 'u') instanceof RegExp,
  format: (value) => ['date', 'date-time', 'uri'].includes(value as string),
  minimum: isNumber,
  maximum: isNumber,
  minLength: isNumber,
  maxLength: isNumber,
  minItems: isNumber,
  maxItems: isNumber,
  uniqueItems: (value) => value === true,
  items: isObject,
  properties: isObject,
  required: (value) => Array.isArray(value),
  additionalProperties: (value) => value === false,
  anyOf: (value) => Array.isArray(value) && 1 < value.length,
  default: () => true,
  description: (value) => /\.$/.test(value as string),
  examples: (value) => Array.isArray(value),
  'x-extensible-enum': (value) => Array.isArray(value),
  $ref: (value) => (value as string).split('/').at(-1)! in DOCUMENT.components.schemas,
}

const BOUNDS = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
] as const
const TYPES = ['object', 'array', 'string', 'integer', 'number', 'null']

function isNumber(value: Json): boolean {
  return typeof value === 'number'
}

function isObject(value: Json): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

describe('the description of the API', () => {
  test('is OpenAPI 3.1 with the version of the contract, formatted as JSON.stringify does', () => {
    assert.match(DOCUMENT.openapi, /^3\.1\.\d+$/)
    assert.equal(DOCUMENT.info.version, '1.0.0-pilot')
    assert.deepEqual(Object.keys(DOCUMENT).toSorted(), ['components', 'info', 'openapi', 'paths', 'servers', 'tags'])
    assert.equal(COMMITTED, `${JSON.stringify(DOCUMENT, null, 2)}\n`)
  })

  test('has the five operations of the contract and no others; a tag each, and each tag is described', () => {
    const places = OPERATIONS.map(({ path, method, operation }) => `${operation.operationId} ${method} ${path}`)
    assert.deepEqual(places.toSorted(), CONTRACT.map(([id, place]) => `${id} ${place}`).toSorted())
    const tags = new Set(OPERATIONS.map(({ operation: { tags } }) => tags.join()))
    assert.deepEqual([...tags].toSorted(), DOCUMENT.tags.map(({ name }) => name).toSorted())
    for (const { description } of DOCUMENT.tags) assert.match(description, /\.$/)
  })

  for (const [id, , bearers, query] of CONTRACT)
    test(`${id} takes the credentials and parameters of the contract and no others`, () => {
      const { operation } = OPERATIONS.find((one) => one.operation.operationId === id)!
      assert.equal(operation.security.flatMap(Object.keys).join(' '), bearers)
      const inQuery = operation.parameters.filter((one) => one.in === 'query')
      assert.equal(inQuery.map(({ name, required }) => `${name}${required ? '' : '?'}`).join(' '), query)
    })

  test('names exactly the security schemes that operations use', () => {
    const used = new Set(OPERATIONS.flatMap(({ operation }) => operation.security.flatMap(Object.keys)))
    assert.deepEqual([...used].toSorted(), Object.keys(DOCUMENT.components.securitySchemes).toSorted())
    for (const { type, scheme } of Object.values(DOCUMENT.components.securitySchemes))
      assert.deepEqual([type, scheme], ['http', 'bearer'])
  })

  test('has a request id on every answer, Retry-After on 429 and 503 and nowhere else, Allow on 405, credits on 200', () => {
    for (const { id, status, headers } of ANSWERS) {
      const names = Object.keys(headers)
      const where = `${id} ${status}`
      assert(names.includes('X-Request-Id'), where)
      assert.equal(names.includes('Retry-After'), ['429', '503'].includes(status), where)
      assert.equal(names.includes('Allow'), status === '405', where)
      const credits = names.filter((name) => name.startsWith('X-Credits'))
      assert.deepEqual(credits, status === '200' ? CREDITS : [], where)
    }
  })

  test('says in its text what a preflight answers: 204, and the statuses for wrong headers, a body and too many', () => {
    const [, text] = /^## Preflights\n(.+?)^## /ms.exec(DOCUMENT.info.description)!
    for (const status of ['204', '400', '403', '413', '429', '503']) assert(text!.includes(status), status)
  })

  test('has a body for every answer: JSON, a named answer for each success, ApiError for each error', () => {
    for (const { id, status, content, description } of ANSWERS) {
      const where = `${id} ${status}`
      assert.match(description, /\.$/, where)
      assert.deepEqual(Object.keys(content!), ['application/json'], where)
      const { $ref } = content!['application/json'].schema
      assert.match(String($ref), status === '200' ? /\w+Answer$/ : /\/schemas\/ApiError$/, where)
    }
  })

  test('names every error code at its status', () => {
    // For paths and requests that belong to no operation.
    const nowhere: readonly ErrorCode[] = ['not_found', 'request_timeout']
    for (const code of Object.keys(API_ERRORS) as ErrorCode[]) {
      const { status } = API_ERRORS[code]
      const places = OPERATIONS.filter(({ operation }) =>
        operation.responses[status]?.description.includes(`\`${code}\``),
      )
      assert.equal(0 < places.length, !nowhere.includes(code), code)
    }
  })

  test('describes each operation, has a type for each parameter, and requires each path parameter', () => {
    for (const { operation } of OPERATIONS) {
      assert.match(operation.description, /\.$/)
      assert.notEqual(operation.summary, '')
      for (const { in: place, name, required, schema } of operation.parameters) {
        assert(['query', 'path', 'header'].includes(place), name)
        assert(schema.type !== undefined, `${operation.operationId} ${name}`)
        if (place === 'path') assert.equal(required, true)
      }
      assert.equal(new Set(operation.parameters.map(({ name }) => name)).size, operation.parameters.length)
    }
  })

  test('uses everything that it names, and names no schema like a class of all languages', () => {
    const { securitySchemes: _, ...components } = DOCUMENT.components
    for (const [kind, named] of Object.entries(components))
      for (const name of Object.keys(named)) assert(COMMITTED.includes(`"$ref": "#/components/${kind}/${name}"`), name)
    for (const name of ['Error', 'Exception', 'Object', 'Response']) assert(!(name in components.schemas), name)
  })

  test('has every error code as a word to which others may be added', () => {
    const { properties } = resolveReference(DOCUMENT.components.schemas.ApiError!) as never as {
      properties: { error: { properties: { code: Schema } } }
    }
    assert.deepEqual(properties.error.properties.code['x-extensible-enum'], Object.keys(API_ERRORS))
  })

  test('has only keywords of JSON Schema 2020-12, with valid values', () => {
    for (const { at, schema } of SCHEMAS)
      for (const [word, value] of Object.entries(schema)) {
        assert(Object.hasOwn(KEYWORDS, word), `${at}: ${word}`)
        assert(KEYWORDS[word]!(value), `${at}: ${word} ${JSON.stringify(value)}`)
      }
    assert(100 < SCHEMAS.length)
  })

  test('has only schemas that some value meets and some value fails', () => {
    for (const { at, schema } of SCHEMAS) {
      const says = ['type', '$ref', 'anyOf', 'const'].filter((word) => word in schema)
      assert(0 < says.length, at)
      for (const [least, most] of BOUNDS)
        if (least in schema && most in schema) assert((schema[least] as number) <= (schema[most] as number), at)
      if ('default' in schema) assert(Compile(plain(schema)).Check(schema.default), at)
    }
  })

  test('forbids other fields in every object, and requires only fields that are defined', () => {
    for (const { at, schema } of SCHEMAS.filter((one) => one.schema.type === 'object')) {
      assert.equal(schema.additionalProperties, false, at)
      const fields = Object.keys((schema.properties ?? {}) as object)
      for (const name of (schema.required ?? []) as readonly string[]) assert(fields.includes(name), `${at}.${name}`)
    }
  })

  test('has real answers as examples, which its schemas accept, and which one field more or less makes invalid', () => {
    for (const { id, status, schema, example } of examplesIn()) {
      const checked = Compile(plain(schema))
      const where = `${id} ${status}`
      assert(checked.Check(example), where)
      assert(!checked.Check({ ...(example as object), more: 1 }), where)
      for (const name of Object.keys(example as object)) {
        const { [name]: _, ...less } = example as Record<string, Json>
        assert(!checked.Check(less), `${where} without ${name}`)
      }
    }
    assert(9 <= examplesIn().length)
  })

  test('has no secret: the token of its example was never issued', () => {
    const tokens = COMMITTED.match(/rg[bk]_[0-9a-f]{64}/g) ?? []
    for (const token of tokens) assert.match(token, /^rgb_(0123456789abcdef){4}$/)
  })
})

function plain(schema: Schema): never {
  return resolveReference(schema) as never
}
