/*
 * Pages theme the list by the custom properties `--regista-…` and by `::part()`. System colours follow the
 * color-scheme of the page. Every page loads this text, so it is written compactly.
 */
const STYLES = `
:host{display:block}
:host(regista-list){
--r-accent:var(--regista-accent,light-dark(#0b57d0,#8ab4f8));
--r-border:1px solid var(--regista-border,#8886);
--r-muted:var(--regista-muted,light-dark(#555,#bbb));
--r-radius:var(--regista-radius,10px);
all:unset;display:block;position:fixed;text-align:start}
:host(regista-status){position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
::slotted(*){display:block}
[part=box]{display:flex;flex-direction:column;box-sizing:border-box;max-height:inherit;overflow:hidden;
border:var(--r-border);border-radius:var(--r-radius);background:var(--regista-background,light-dark(#fff,#1e2024));
box-shadow:0 8px 28px #0003;line-height:1.35}
slot{display:block;overflow-y:auto;padding:5px}
[part=foot]{padding:8px 15px;border-top:var(--r-border);font-size:11px}
[hidden]+[part=foot]{border:0;font-size:1em}
[part=option]{padding:8px 10px;border-radius:calc(var(--r-radius) - 4px);overflow-wrap:anywhere;cursor:pointer}
[part=foot],[part=note]{color:var(--r-muted)}
[part=note]{font-size:.875em}
[part=match]{color:var(--r-accent);font-weight:600}
[part=option]:hover{background:#8882}
:host([aria-selected=true]) [part=option]{background:#8882;outline:2px solid var(--r-accent);outline-offset:-2px}
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
  const part = document.createElement(name === 'match' ? 'span' : 'div')
  part.setAttribute('part', name)
  part.append(...content)
  return part
}
