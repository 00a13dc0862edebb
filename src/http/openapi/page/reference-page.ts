import { readFileSync } from 'node:fs'
import { escapeHtml, renderFolded, renderMarkdown, type Section } from './markdown.ts'
import { renderOperation } from './operation-section.ts'
import { type PlacedOperation, type ReferenceDocument, resolvePart } from './reference-document.ts'
import { renderJson } from './render-json.ts'
import { renderSchema } from './schema-tables.ts'
import { EXAMPLE_QUERY } from './try-form.ts'

export const PAGE_STYLE = shorten(readPart('../../../../pages/colours/colours.css') + readPart('page.css'))
export const PAGE_SCRIPT = shorten(readPart('page.js'))

function readPart(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8')
}

/** Without the indentation and what only we read. No text of the style or the script has lines of its own. */
function shorten(text: string): string {
  return text.replaceAll(/^ *(\/\/.*|\/\*.*\*\/)?\n?/gm, '')
}

/** One HTML page with one style and one script of its own, and no outside resources. */
export function referencePage(document: ReferenceDocument, programVersion: string): string {
  const { info, components } = document
  const operations = listOperations(document)
  const { intro, sections } = renderMarkdown(info.description)
  const title = escapeHtml(info.title)
  const links = [
    link('first', 'A first request'),
    ...operations.map(({ operation }) => link(operation.operationId, escapeHtml(operation.summary))),
    ...sections.map((section) => link(section.id, section.title)),
    link('schemas', 'All fields'),
  ]
  const schemas = Object.entries(components.schemas).map(([name, schema]) => renderSchema(name, schema))
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><link rel="icon" href="data:,"><style>${PAGE_STYLE}</style></head><body>
<a class="skip" href="#content">Skip to the content</a>
<header class="top"><span class="brand">${LOGO} Regista</span> <span class="tag">API ${escapeHtml(info.version)} · program ${escapeHtml(programVersion)}</span>
<a href="/openapi.json">openapi.json</a></header>
<nav aria-label="Contents"><details open><summary>Contents</summary><input type="search" aria-label="Search in the page" placeholder="Search in the page"><ul>${links.join('')}</ul></details></nav>
<main id="content">
<section class="columns" aria-labelledby="first"><div class="text">
<h1 id="first">${title}</h1>
${intro}
<p>The forms below use a session of your own browser: enter the client id of your project in the first one. The project
must allow the origin of this page.</p>
<noscript><p class="note">The forms of this page need JavaScript. Everything else can be read without it.</p></noscript>
</div>${renderFirst(operations)}</section>
${operations.map(renderOperation).join('\n')}
<section class="guide">${sections.map(renderSection).join('\n')}</section>
<section class="guide"><h2 id="schemas">All fields</h2>
${schemas.join('\n')}</section>
</main><script>${PAGE_SCRIPT}</script></body></html>
`
}

const LOGO =
  '<svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true"><rect width="32" height="32" rx="8"/><circle cx="14" cy="14" r="6.2"/><path d="M18.8 18.8 24.4 24.4"/></svg>'

/** A request with its answer: what the API is for, before any word about it. */
function renderFirst(operations: readonly PlacedOperation[]): string {
  const shown = operations.find(({ operation }) => operation.operationId === 'suggestCompanies')
  const example = shown?.responses['200']?.content?.['application/json']?.example
  if (shown === undefined || example === undefined) return ''
  return `<div class="samples first"><p class="caption">A request of your server <button type="button" class="copy">Copy</button></p>
<pre class="code" tabindex="0" aria-label="A request">curl -H "Authorization: Bearer $REGISTA_KEY" \\
  '<span class="origin">https://regista.example.com</span>${escapeHtml(shown.path)}?q=${EXAMPLE_QUERY}'</pre>
<p class="caption">Its answer</p>
<pre class="reply" tabindex="0" aria-label="Its answer">${renderJson(example)}</pre></div>`
}

/** This section is open from the start: every request needs authentication. */
const OPENED = 'authentication'

function renderSection({ id, title, html }: Section): string {
  return renderFolded(`<h2 id="${id}">${title}</h2>`, html, id === OPENED ? ' open' : '')
}

/** A session comes first: the forms of the other operations use it. */
function listOperations(document: ReferenceDocument): PlacedOperation[] {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const body = operation.requestBody?.content['application/json']?.schema
      const responses = Object.entries(operation.responses)
      return {
        path,
        method: method.toUpperCase(),
        operation,
        parameters: operation.parameters.map((one) => resolvePart(document, one)),
        responses: Object.fromEntries(responses.map(([status, one]) => [status, resolvePart(document, one)])),
        body: body && resolvePart(document, body),
      }
    }),
  )
  return all.toSorted((a, b) => Number(b.body !== undefined) - Number(a.body !== undefined))
}

function link(id: string, html: string): string {
  return `<li><a href="#${escapeHtml(id)}">${html}</a></li>`
}
