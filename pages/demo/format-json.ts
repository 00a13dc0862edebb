const TOKEN = /("(?:\\.|[^"\\])*")(\s*:)?|-?\d[\d.eE+-]*|true|false|null/g

/** Formats a JSON value with indentation, each key, text and literal in a `span` with a class for its colour. */
export function formatJson(value: unknown): DocumentFragment {
  const fragment = new DocumentFragment()
  const text = JSON.stringify(value, null, 2)
  let from = 0
  for (const { 0: token, 1: quoted, 2: colon, index } of text.matchAll(TOKEN)) {
    const element = document.createElement('span')
    element.className = colon ? 'key' : quoted ? 'text' : 'number'
    element.textContent = colon ? quoted! : token
    fragment.append(text.slice(from, index), element, colon ?? '')
    from = index + token.length
  }
  fragment.append(text.slice(from))
  return fragment
}
