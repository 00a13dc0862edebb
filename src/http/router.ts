import { DOCUMENTS, type Document } from './openapi/documents.ts'
import type { Operation } from './operations/operation.ts'
import { OPERATIONS } from './operations/operations.ts'

/** What a path leads to. */
export type Endpoint = Operation | Document

export interface Route {
  readonly endpoint: Endpoint
  /** In the order of the path. */
  readonly pathParameters: readonly (readonly [name: string, value: string])[]
}

interface Pattern {
  readonly segments: readonly string[]
  readonly endpoint: Endpoint
}

const ENDPOINTS: readonly Endpoint[] = [...OPERATIONS, ...DOCUMENTS]
const FIXED: ReadonlyMap<string, Route> = new Map(
  ENDPOINTS.filter(({ path }) => !path.includes('{')).map((endpoint) => [
    endpoint.path,
    { endpoint, pathParameters: [] },
  ]),
)
const PATTERNS: readonly Pattern[] = ENDPOINTS.filter(({ path }) => path.includes('{')).map((endpoint) => ({
  segments: endpoint.path.split('/'),
  endpoint,
}))

/** Undefined: nothing is at this path. */
export function findRoute(path: string): Route | undefined {
  const fixed = FIXED.get(path)
  if (fixed !== undefined) return fixed
  const segments = path.split('/')
  const pattern = PATTERNS.find((one) => matches(one.segments, segments))
  return pattern && { endpoint: pattern.endpoint, pathParameters: parametersIn(pattern.segments, segments) }
}

/** `{country}` is any text but an empty one. */
function matches(pattern: readonly string[], segments: readonly string[]): boolean {
  if (pattern.length !== segments.length) return false
  return pattern.every((part, i) => (part.startsWith('{') ? segments[i] !== '' : part === segments[i]))
}

function parametersIn(pattern: readonly string[], segments: readonly string[]): (readonly [string, string])[] {
  return pattern.flatMap((part, i) => (part.startsWith('{') ? [[part.slice(1, -1), segments[i]!] as const] : []))
}
