/** One element on a line of its own. */
export function tag(name: string, text: string): string {
  return `<are:${name}>${escaped(text)}</are:${name}>\n`
}

function escaped(text: string): string {
  return /[&<>]/.test(text) ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;') : text
}
