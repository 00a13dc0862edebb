/**
 * The `for` of each element of a `Forwarded` header (RFC 7239), from the right; undefined for an element that has none, or two. An element may quote what its caller sent, with
 * commas in it, so quotes are heeded; and from the right, so that nothing a caller wrote can change how his proxy's element is read.
 */
export function* forwardedNodes(header: string): Generator<string | undefined> {
  for (const element of splitFromRight(header, ',')) {
    const nodes = [...splitFromRight(element, ';')].map((pair) => PAIR.exec(pair)).filter((pair) => pair !== null)
    const [node, ...others] = nodes.map(([, quoted, token]) => quoted ?? token)
    yield others.length === 0 ? node : undefined
  }
}

const PAIR = /^\s*for=(?:"([^"\\]*)"|([^\s"]*))\s*$/i

function* splitFromRight(text: string, separator: string): Generator<string> {
  let end = text.length
  let where: 'plain' | 'quoted' = 'plain'
  for (let at = text.length - 1; 0 <= at; at--) {
    if (text[at] === '"' && !isEscaped(text, at, where)) where = where === 'plain' ? 'quoted' : 'plain'
    if (where === 'plain' && text[at] === separator) {
      yield text.slice(at + 1, end)
      end = at
    }
  }
  yield text.slice(0, end)
}

/** Only within quotes, after an odd number of backslashes. */
function isEscaped(text: string, at: number, where: 'plain' | 'quoted'): boolean {
  if (where === 'plain') return false
  let backslashes = 0
  while (text[at - 1 - backslashes] === '\\') backslashes++
  return backslashes % 2 === 1
}
