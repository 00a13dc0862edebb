/** What a request asks for, taken apart by ourselves: a URL parser is kind, and would make one path of many. */
export interface RequestTarget {
  readonly path: string
  /** Without its question mark; still encoded. */
  readonly query: string
}

/** 480 bytes of a query text, each as three characters, and the rest. */
export const TARGET_LENGTH_MAX = 2048

/** Only the form `/path?query`. Undefined for everything else: a whole URL, `//host`, a fragment, an encoded path. None of our paths needs any of it. */
export function parseTarget(target: string): RequestTarget | undefined {
  const parts = splitTarget(target)
  return PATH.test(parts.path) && !parts.query.includes('#') ? parts : undefined
}

/** Of a target that was found sound. */
export function splitTarget(target: string): RequestTarget {
  const mark = target.indexOf('?')
  return mark === -1 ? { path: target, query: '' } : { path: target.slice(0, mark), query: target.slice(mark + 1) }
}

/** One slash, then letters of a path; a slash at once after the first would be a host. */
const PATH = /^\/(?!\/)[A-Za-z0-9._~/-]*$/
