/** What stands below a heading of the second level. */
export interface Section {
  readonly id: string
  readonly title: string
  readonly html: string
}

/** The part of CommonMark that our guide uses: headings, paragraphs, lists, tables and code. Everything is escaped. */
export function renderMarkdown(text: string): { readonly intro: string; readonly sections: readonly Section[] } {
  const [intro = '', ...sections] = text.split(/^(?=## )/m)
  return {
    intro: renderBlocks(intro),
    sections: sections.map((section) => {
      const [heading = '', ...lines] = section.slice(3).split('\n')
      return { id: slugOf(heading), title: renderInline(heading), html: renderBlocks(lines.join('\n')) }
    }),
  }
}

function renderBlocks(text: string): string {
  const blocks = text.split(/\n{2,}/).filter((block) => block.trim() !== '')
  const html = blocks.map((block) => {
    const lines = block.replace(/^\n/, '')
    if (lines.startsWith('    ')) return `<pre tabindex="0">${escapeHtml(lines.replaceAll(/^ {4}/gm, ''))}</pre>`
    if (lines.startsWith('|')) return renderTable(lines.split('\n'))
    if (lines.startsWith('- ')) return renderList(lines)
    return `<p>${renderInline(lines.replaceAll('\n', ' '))}</p>`
  })
  return joinCode(html.join('\n'))
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

/** Folded until a visitor opens it, or follows a link to something in it. */
export function renderFolded(heading: string, html: string, attributes = ''): string {
  return `<details${attributes}><summary>${heading}</summary>${html}</details>`
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
