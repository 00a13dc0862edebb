/** What may stand inside an element. Nothing is shown for null. */
export type Content = Node | string | null | readonly Content[]

type Attributes = Readonly<Record<string, string | number | boolean>>

/** Makes an element. Texts become text nodes and never markup. */
export function html(name: string, attributes: Attributes = {}, ...content: readonly Content[]): HTMLElement {
  return fill(document.createElement(name), attributes, content)
}

export function svg(name: string, attributes: Attributes = {}, ...content: readonly Content[]): SVGElement {
  return fill(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, content)
}

function fill<E extends Element>(element: E, attributes: Attributes, content: readonly Content[]): E {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, '')
    else if (value !== false) element.setAttribute(name, String(value))
  }
  element.append(...flatten(content))
  return element
}

function flatten(content: Content): (Node | string)[] {
  if (content === null) return []
  if (typeof content === 'string' || content instanceof Node) return [content]
  return content.flatMap(flatten)
}

/** A section of the page with a heading. */
export function card(title: string, aside: Content, ...content: readonly Content[]): HTMLElement {
  const heading = html('h2', {}, title)
  return html('section', { class: 'card stack' }, html('header', {}, heading, aside), ...content)
}

export function quiet(...content: readonly Content[]): HTMLElement {
  return html('p', { class: 'quiet' }, ...content)
}

/** A name or a command, which breaks at its separators. A command gets the data folder, to be pasted as it stands. */
export function code(text: string, attributes: Attributes = {}): HTMLElement {
  const whole = text.startsWith('regista ') ? text.replaceAll(/(?= &&|$)/g, ` ${dataOption}`) : text
  return html(
    'code',
    attributes,
    whole.split(/(?<=\w[_./-])(?=\w)/).flatMap((part) => [html('wbr'), part]),
  )
}

/** A command line to copy. */
export function command(text: string): HTMLElement {
  return html('p', {}, code(text, { class: 'command' }))
}

let dataOption = ''

export function nameDataFolder(option: string): void {
  dataOption = option
}

export type Mood = 'good' | 'warn' | 'bad' | 'quiet'

/** A state in words, with a dot in its colour. */
export function badge(mood: Mood, text: string): HTMLElement {
  return html('span', { class: `badge ${mood}` }, text)
}

export interface Column {
  readonly title: string
  readonly kind?: 'number' | 'fill'
}

/** A table; the first cell of each row is its heading. */
export function table(caption: string, columns: readonly Column[], rows: readonly (readonly Content[])[]): HTMLElement {
  const kindOf = (column: Column | undefined): Attributes => (column?.kind === undefined ? {} : { class: column.kind })
  const head = columns.map((column) => html('th', { scope: 'col', ...kindOf(column) }, column.title))
  const body = rows.map((row) =>
    html(
      'tr',
      {},
      row.map((cell, i) => (i === 0 ? html('th', { scope: 'row' }, cell) : html('td', kindOf(columns[i]), cell))),
    ),
  )
  return html(
    'div',
    // A table that is wider than the screen scrolls, also by the keyboard.
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': caption },
    html(
      'table',
      {},
      html('caption', { class: 'unseen' }, caption),
      html('thead', {}, html('tr', {}, head)),
      html('tbody', {}, body),
    ),
  )
}

export function facts(entries: readonly (readonly [name: string, value: Content])[]): HTMLElement {
  return html(
    'dl',
    { class: 'facts' },
    entries.map(([name, value]) => [html('dt', {}, name), html('dd', {}, value)]),
  )
}
