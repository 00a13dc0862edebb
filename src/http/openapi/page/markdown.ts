/** A heading of the second level. */
export interface Heading {
  readonly id: string
  readonly html: string
}

/** The part of CommonMark that our guide uses: headings, paragraphs, lists, tables and code. Everything is escaped. */
export function renderMarkdown(text: string): { readonly html: string; readonly headings: readonly Heading[] } {
  const headings: Heading[] = []
  const blocks = text.split(/\n{2,}/).filter((block) => block.trim() !== '')
  const html = blocks.map((block) => {
    if (block.startsWith('## ')) {
      const heading = { id: slugOf(block.slice(3)), html: renderInline(block.slice(3)) }
      headings.push(heading)
      return `<h2 id="${heading.id}">${heading.html}</h2>`
    }
    if (block.startsWith('    ')) return `<pre tabindex="0">${escapeHtml(block.replaceAll(/^ {4}/gm, ''))}</pre>`
    if (block.startsWith('|')) return renderTable(block.split('\n'))
    if (block.startsWith('- ')) return renderList(block)
    return `<p>${renderInline(block.replaceAll('\n', ' '))}</p>`
  })
  return { html: joinCode(html.join('\n')), headings }
}

/** An empty line within code does not end it. */
function joinCode(html: string): string {
  return html.replaceAll('</pre>\n<pre tabindex="0">', '\n\n')
}

function renderList(block: string): string {
  const items = block.slice(2).split('\n- ')
  return `<ul>${items.map((item) => `<li>${renderInline(item.replaceAll(/\n */g, ' '))}</li>`).join('')}</ul>`
}

function renderTable([head, , ...rows]: readonly string[]): string {
  const cellsOf = (line: string, tag: string) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => `<${tag}>${renderInline(cell.trim())}</${tag}>`)
      .join('')
  const body = rows.map((row) => `<tr>${cellsOf(row, 'td')}</tr>`).join('')
  return wrapTable(`<thead><tr>${cellsOf(head!, 'th')}</tr></thead><tbody>${body}</tbody>`)
}

/** On a phone the table scrolls, and not the page. `stacked`: its cells stand below each other there. */
export function wrapTable(rows: string, layout: 'scrolled' | 'stacked' = 'scrolled'): string {
  return `<div class="table ${layout}" tabindex="0"><table>${rows}</table></div>`
}

/** Code, bold and emphasis. */
export function renderInline(text: string): string {
  return escapeHtml(text)
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? `<code>${part.slice(1, -1)}</code>` : renderEmphasis(part)))
    .join('')
}

function renderEmphasis(html: string): string {
  return html.replaceAll(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>').replaceAll(/\*([^*]+)\*/g, '<em>$1</em>')
}

function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
