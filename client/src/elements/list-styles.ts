/*
 * Pages theme the list by the custom properties and by `::part()`. System colours follow the color-scheme of the page.
 */

export const LIST_STYLES = `
:host {
  --accent: var(--regista-accent, light-dark(#0b57d0, #8ab4f8));
  --text: var(--regista-text, CanvasText);
  --background: var(--regista-background, light-dark(#fff, #1e2024));
  --border: var(--regista-border, color-mix(in srgb, var(--text) 16%, var(--background)));
  position: fixed;
  z-index: 2147483647;
  inset: auto;
  box-sizing: border-box;
  margin: 0;
  padding: 0;
  border: 0;
  overflow: visible;
  background: none;
  color: var(--text);
  font: inherit;
  text-align: start;
}
:host(:not([data-open])) { display: none !important }
[part='box'] {
  display: flex;
  flex-direction: column;
  box-sizing: border-box;
  max-height: inherit;
  overflow: hidden;
  border: 1px solid var(--border);
  border-radius: var(--regista-radius, .625rem);
  background: var(--background);
  box-shadow: var(--regista-shadow, 0 8px 28px rgb(0 0 0 / .16), 0 1px 3px rgb(0 0 0 / .1));
}
slot { display: block; flex: 0 1 auto; min-height: 0; overflow-y: auto; overscroll-behavior: contain; padding: .3125rem }
[part='message'] { padding: .75rem .9375rem; color: var(--regista-muted, var(--text)) }
[part='sources'] {
  padding: .4375rem .9375rem;
  border-top: 1px solid var(--border);
  color: var(--regista-muted, color-mix(in srgb, var(--text) 68%, var(--background)));
  font-size: .6875rem;
  line-height: 1.35;
}
::slotted(*) { display: block }
[hidden] { display: none !important }
`

export const OPTION_STYLES = `
:host { display: block; margin: 0; padding: 0; cursor: pointer }
[part='option'] {
  padding: .4375rem .625rem;
  border-radius: calc(var(--regista-radius, .625rem) - .25rem);
  line-height: 1.35;
  overflow-wrap: anywhere;
}
[part='note'] { color: var(--regista-muted, color-mix(in srgb, var(--text) 68%, var(--background))); font-size: .875em }
[part='match'] { color: var(--accent); font-weight: 650 }
[part='option'] { position: relative }
:host([data-more]) [part='title'] { padding-inline-end: 1.25rem }
:host([data-more]) [part='title']::after { content: '›' / ''; position: absolute; inset-inline-end: .75rem; color: var(--accent) }
:host(:hover) [part='option'] { background: color-mix(in srgb, var(--text) 6%, transparent) }
:host([aria-selected='true']) [part='option'] {
  background: var(--regista-active, color-mix(in srgb, var(--accent) 14%, transparent));
  box-shadow: inset 3px 0 var(--accent);
}
@media (pointer: coarse) { [part='option'] { padding-block: .6875rem } }
@media (forced-colors: active) {
  :host([aria-selected='true']) [part='option'] { outline: 2px solid Highlight; outline-offset: -2px }
}
`

/** Only screen readers perceive the announcements. */
export const STATUS_STYLES = `
:host {
  position: absolute !important;
  width: 1px !important;
  height: 1px !important;
  overflow: hidden !important;
  clip-path: inset(50%) !important;
  white-space: nowrap !important;
}
`

const sheets = new Map<string, CSSStyleSheet>()

/** A shadow root whose styles are constructed, as a strict content security policy demands. */
export function attachStyledShadow(host: Element, styles: string): ShadowRoot {
  let sheet = sheets.get(styles)
  if (!sheet) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(styles)
    sheets.set(styles, sheet)
  }
  const shadow = host.attachShadow({ mode: 'open' })
  shadow.adoptedStyleSheets = [sheet]
  return shadow
}
