import { readFileSync } from 'node:fs'

/** A JSON schema, as far as parameters and bodies of requests use it. */
export interface Schema {
  readonly type?: 'string' | 'integer' | 'number' | 'array' | 'object'
  readonly enum?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly items?: Schema
  readonly minItems?: number
  readonly maxItems?: number
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly $ref?: string
}

export interface Parameter {
  readonly $ref?: string
  readonly name: string
  readonly in: 'query' | 'path' | 'header'
  readonly required: boolean
  readonly schema: Schema
}

export interface ApiOperation {
  readonly id: string
  readonly method: string
  /** `/v1/companies/{country}/{ico}` */
  readonly path: string
  readonly parameters: readonly Parameter[]
  readonly body: Schema | undefined
  readonly statuses: readonly number[]
}

interface Described {
  readonly operationId: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Schema } } }
  readonly responses: Readonly<Record<string, object>>
}

const FILE = new URL('../../src/http/openapi/openapi.json', import.meta.url)
const document = JSON.parse(readFileSync(FILE, 'utf8')) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** The part of the OpenAPI document about requests, the only source of requests. */
export const OPERATIONS: readonly ApiOperation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId, parameters = [], requestBody, responses }]) => ({
    id: operationId,
    method: method.toUpperCase(),
    path,
    parameters: parameters.map((one) => resolved(one)),
    body: requestBody && resolved(requestBody.content['application/json'].schema),
    statuses: Object.keys(responses).map(Number),
  })),
)

/** What a preflight may answer, as the text of the document says. */
const PREFLIGHT_STATUSES = [204, 400, 403, 413, 429, 503]

export function operationNamed(id: string): ApiOperation {
  return OPERATIONS.find((operation) => operation.id === id)!
}

/** The statuses that the document lists for a request; undefined if it does not have the request. */
export function statusesOf(method: string, path: string): readonly number[] | undefined {
  if (method === 'OPTIONS') return isKnownPath(path) ? PREFLIGHT_STATUSES : undefined
  return OPERATIONS.find((one) => one.method === method && patternOf(one.path).test(path))?.statuses
}

/** Whether the path exists, for any method. */
export function isKnownPath(path: string): boolean {
  return OPERATIONS.some((one) => patternOf(one.path).test(path))
}

const patterns = new Map<string, RegExp>()

function patternOf(path: string): RegExp {
  return patterns.getOrInsertComputed(path, () => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`))
}

function resolved<T extends { readonly $ref?: string }>(part: T): T {
  const [kind, name] = part.$ref?.split('/').slice(-2) ?? []
  return kind === undefined ? part : (document.components[kind]![name!] as T)
}
