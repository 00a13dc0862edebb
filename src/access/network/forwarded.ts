/** What one proxy says of the request that it received. */
export interface ForwardedElement {
  /** The `for`: the peer. Undefined if the element has none or two. */
  readonly node: string | undefined
  /** The `host`, by the same rule. */
  readonly host: string | undefined
}

/**
 * Yields the elements of a `Forwarded` header (RFC 7239) from the right. Elements may contain quoted commas. Reading
 * from the right keeps the client's text from changing how the proxies' elements are read.
 */
export function* readForwarded(header: string): Generator<ForwardedElement> {
  for (const element of splitFromRight(header, ',')) {
    const pairs = [...splitFromRight(element, ';')]
    yield { node: findOnly(pairs, NODE), host: findOnly(pairs, HOST) }
  }
}

const NODE = /^\s*for=(?:"([^"\\]*)"|([^\s"]*))\s*$/i
const HOST = /^\s*host=(?:"([^"\\]*)"|([^\s"]*))\s*$/i

function findOnly(pairs: readonly string[], name: RegExp): string | undefined {
  const found = pairs.map((pair) => name.exec(pair)).filter((pair) => pair !== null)
  const [value, ...others] = found.map(([, quoted, token]) => quoted ?? token)
  return others.length === 0 ? value : undefined
}

function* splitFromRight(text: string, separator: string): Generator<string> {
  let end = text.length
  let state: 'plain' | 'quoted' = 'plain'
  for (let at = text.length - 1; 0 <= at; at--) {
    if (text[at] === '"' && !isEscaped(text, at, state)) state = state === 'plain' ? 'quoted' : 'plain'
    if (state === 'plain' && text[at] === separator) {
      yield text.slice(at + 1, end)
      end = at
    }
  }
  yield text.slice(0, end)
}

/** Escapes exist only within quotes: an odd number of backslashes before the character. */
function isEscaped(text: string, at: number, state: 'plain' | 'quoted'): boolean {
  if (state === 'plain') return false
  let backslashes = 0
  while (text[at - 1 - backslashes] === '\\') backslashes++
  return backslashes % 2 === 1
}
