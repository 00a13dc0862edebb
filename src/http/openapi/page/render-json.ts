import { escapeHtml } from './markdown.ts'

const TOKEN = /("(?:\\.|[^"\\])*")(\s*:)?|-?\d[\d.eE+-]*|true|false|null/g

/** Formats a value as `page.js` formats an answer: each key, text and literal has a class for its colour. */
export function renderJson(value: unknown): string {
  const text = JSON.stringify(value, null, 2)
  let html = ''
  let from = 0
  for (const { 0: token, 1: quoted, 2: colon, index } of text.matchAll(TOKEN)) {
    const kind = colon ? 'key' : quoted ? 'text' : 'number'
    html += `${escapeHtml(text.slice(from, index))}<span class="${kind}">${escapeHtml(colon ? quoted! : token)}</span>${colon ?? ''}`
    from = index + token.length
  }
  return html + escapeHtml(text.slice(from))
}
