/** The parts of a request target. A URL parser is lenient and would map several targets to one path. */
export interface RequestTarget {
  readonly path: string
  /** Without its question mark; still encoded. */
  readonly query: string
}

/** 480 bytes of a query text, each as three characters, and the rest. */
export const TARGET_LENGTH_MAX = 2048

/**
 * Accepts only `/path?query`: no whole URL, no `//host`, no fragment and no encoded path. No path of ours needs them.
 */
export function parseTarget(target: string): RequestTarget | undefined {
  const mark = target.indexOf('?')
  const path = mark === -1 ? target : target.slice(0, mark)
  const query = mark === -1 ? '' : target.slice(mark + 1)
  return PATH.test(path) && !query.includes('#') ? { path, query } : undefined
}

/** One slash, then the unreserved characters of a path. Two slashes would begin a host. */
const PATH = /^\/(?!\/)[A-Za-z0-9._~/-]*$/
