import { ROUTES } from './routes.ts'

/** Pages that are no operation: the description of the API, as a document and to be read. */
export const DOCUMENT_PATHS = ['/openapi.json', '/docs'] as const

interface Place {
  readonly method: 'GET' | 'POST'
  readonly segments: readonly string[]
}

const PLACES: readonly Place[] = [
  ...ROUTES.map(({ method, path }) => ({ method, segments: path.split('/') })),
  ...DOCUMENT_PATHS.map((path) => ({ method: 'GET', segments: path.split('/') }) as const),
]

/** The one method of a path beside OPTIONS; undefined if there is nothing at it. */
export function methodAt(path: string): 'GET' | 'POST' | undefined {
  const segments = path.split('/')
  return PLACES.find((place) => matches(place.segments, segments))?.method
}

/** `{country}` is any text but an empty one. */
function matches(pattern: readonly string[], segments: readonly string[]): boolean {
  if (pattern.length !== segments.length) return false
  return pattern.every((part, i) => (part.startsWith('{') ? segments[i] !== '' : part === segments[i]))
}
