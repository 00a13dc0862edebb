/*
 * Pages theme the list by the custom properties `--regista-…` and by `::part()`. System colours follow the
 * color-scheme of the page. Every page loads this text, so it is written compactly.
 */
const STYLES = `\
:host,slot{display:block}\
:host(regista-list){all:unset;display:block;position:fixed;text-align:start;line-height:1.4}\
[part=box]{display:flex;flex-flow:column;box-sizing:border-box;max-height:inherit;overflow:hidden;border:1px solid var(--regista-border,#8886);border-radius:var(--regista-radius,10px);background:var(--regista-background,Canvas);box-shadow:0 8px 28px #0003}\
slot{overflow:auto;padding:5px}\
[part=foot]{flex:none;padding:8px 15px;border-top:inherit;font-size:11px}\
[part=hint]{padding:0 15px 8px;font-size:11px}\
[part=notice]{padding:8px 15px 0;font-size:.875em}\
[hidden]+[part=foot]{border:0;font-size:1em}\
[part=option]{padding:8px 10px;border-radius:var(--regista-radius,6px);overflow-wrap:anywhere}\
[part=foot],[part=hint],[part=note],[part=notice]{color:var(--regista-muted,light-dark(#555,#bbb))}\
[part=note]{font-size:.875em}\
[part=match]{display:inline;color:var(--regista-accent,light-dark(#0b57d0,#8ab4f8));font-weight:600}\
[part=option]:hover,:host([aria-selected=true]) [part=option]{background:#8882}\
:host([aria-selected=true]) [part=option]{outline:2px solid var(--regista-accent,light-dark(#0b57d0,#8ab4f8));outline-offset:-2px}\
:host([hidden]),[hidden],[part]:empty{display:none}`

let sheet: CSSStyleSheet | undefined

/** Creates an element with a shadow root. Its styles are constructed, as a strict content security policy demands. */
export function createStyled(name: string, ...content: Node[]): HTMLElement {
  if (!sheet) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(STYLES)
  }
  const host = document.createElement(name)
  const shadow = host.attachShadow({ mode: 'open' })
  shadow.adoptedStyleSheets = [sheet]
  shadow.append(...content)
  return host
}

/** An element that pages can style by `::part(name)`. */
export function createPart(name: string, ...content: (Node | string)[]): HTMLElement {
  const part = document.createElement('div')
  part.setAttribute('part', name)
  part.append(...content)
  return part
}
