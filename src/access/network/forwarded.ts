/**
 * Yields the `for` of each element of a `Forwarded` header (RFC 7239) from the right; undefined if it has none or two.
 * Elements may contain quoted commas. Reading from the right keeps the client's text from changing how the proxies'
 * elements are read.
 */
export function* readForwardedNodes(header: string): Generator<string | undefined> {
  for (const element of splitFromRight(header, ',')) {
    const nodes = [...splitFromRight(element, ';')].map((pair) => PAIR.exec(pair)).filter((pair) => pair !== null)
    const [node, ...others] = nodes.map(([, quoted, token]) => quoted ?? token)
    yield others.length === 0 ? node : undefined
  }
}

const PAIR = /^\s*for=(?:"([^"\\]*)"|([^\s"]*))\s*$/i

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
