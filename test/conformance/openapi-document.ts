import { readFileSync } from 'node:fs'
import { OPENAPI_FILE } from './write-openapi.ts'

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }
export type Schema = Readonly<Record<string, Json>>
type Named<T> = Readonly<Record<string, T>>

interface Described {
  readonly description?: string
  readonly schema: Schema
}

interface Content {
  readonly 'application/json': { readonly schema: Schema; readonly example?: Json }
}

interface Parameter extends Described {
  readonly name: string
  readonly in: string
  readonly required: boolean
}

interface Response {
  readonly description: string
  readonly headers: Named<Described>
  readonly content?: Content
}

interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  readonly security: readonly Named<readonly string[]>[]
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly required: boolean; readonly content: Content }
  readonly responses: Named<Response>
}

interface OpenApiDocument {
  readonly openapi: string
  readonly info: { readonly version: string; readonly title: string; readonly description: string }
  readonly paths: Named<Named<Operation>>
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly components: Named<Named<Json>> & {
    readonly schemas: Named<Schema>
    readonly securitySchemes: Named<Named<string>>
  }
}

/** As it was committed. */
export const COMMITTED = readFileSync(OPENAPI_FILE, 'utf8')
export const DOCUMENT = JSON.parse(COMMITTED) as OpenApiDocument

export const OPERATIONS = Object.entries(DOCUMENT.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation: resolveNamed(operation) })),
)

/** Each response of each operation. */
export const ANSWERS = OPERATIONS.flatMap(({ operation }) =>
  Object.entries(operation.responses).map(([status, response]) => ({ id: operation.operationId, status, ...response })),
)

/** Each response with a body that has an example. */
export function examplesIn() {
  return ANSWERS.flatMap(({ id, status, content }) => {
    const { schema, example } = content?.['application/json'] ?? {}
    return schema === undefined || example === undefined ? [] : [{ id, status, schema, example }]
  })
}

export interface Place {
  /** Where it stands, for people. */
  readonly at: string
  readonly schema: Schema
}

/** Every schema of the document, those inside of others too. */
export function everySchema(): Place[] {
  const roots: Place[] = Object.entries(DOCUMENT.components.schemas).map(([at, schema]) => ({ at, schema }))
  for (const { operation } of OPERATIONS) {
    const { operationId: id, parameters, requestBody } = operation
    for (const { name, schema } of parameters) roots.push({ at: `${id} ${name}`, schema })
    if (requestBody) roots.push({ at: `${id} body`, schema: requestBody.content['application/json'].schema })
  }
  for (const { id, status, headers, content } of ANSWERS) {
    for (const [name, { schema }] of Object.entries(headers)) roots.push({ at: `${id} ${status} ${name}`, schema })
    if (content) roots.push({ at: `${id} ${status}`, schema: content['application/json'].schema })
  }
  return roots.flatMap(within)
}

function within({ at, schema }: Place): Place[] {
  const inner: Place[] = []
  for (const [name, one] of Object.entries((schema.properties ?? {}) as Named<Schema>))
    inner.push({ at: `${at}.${name}`, schema: one })
  if (schema.items !== undefined) inner.push({ at: `${at}[]`, schema: schema.items as Schema })
  for (const [i, one] of ((schema.anyOf ?? []) as readonly Schema[]).entries())
    inner.push({ at: `${at}|${i}`, schema: one })
  return [{ at, schema }, ...inner.flatMap(within)]
}

/** With each reference in place of itself what it refers to, so that a validator needs no other document. */
export function resolveReference(value: Json): Json {
  return resolveReferences(value, () => true)
}

/** With its parameters, headers and responses in place, and its schemas by name. */
function resolveNamed(operation: Operation): Operation {
  return resolveReferences(operation as unknown as Json, (kind) => kind !== 'schemas') as unknown as Operation
}

function resolveReferences(value: Json, isResolved: (kind: string) => boolean): Json {
  if (Array.isArray(value)) return value.map((one) => resolveReferences(one, isResolved))
  if (typeof value !== 'object' || value === null) return value
  const { $ref } = value as { readonly $ref?: string }
  const [kind, name] = $ref?.split('/').slice(-2) ?? []
  if (kind !== undefined && isResolved(kind))
    return resolveReferences(DOCUMENT.components[kind]![name!] as Json, isResolved)
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, resolveReferences(one, isResolved)]))
}
