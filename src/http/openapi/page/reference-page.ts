import { readFileSync } from 'node:fs'
import { escapeHtml, renderMarkdown } from './markdown.ts'
import { renderOperation } from './operation-section.ts'
import type { PlacedOperation, ReferenceDocument, Schema } from './reference-document.ts'
import { renderSchema } from './schema-tables.ts'

export const PAGE_STYLE = readPart('page.css')
export const PAGE_SCRIPT = readPart('page.js')

function readPart(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8')
}

/** One HTML page with one style and one script of its own, and no outside resources. */
export function referencePage(document: ReferenceDocument): string {
  const { info, components } = document
  const operations = listOperations(document)
  const guide = renderMarkdown(info.description)
  const [intro, rest] = splitBeforeHeading(guide.html)
  const title = escapeHtml(info.title)
  const links = [
    ...operations.map(({ operation }) => link(operation.operationId, escapeHtml(operation.summary))),
    ...guide.headings.map(({ id, html }) => link(id, html)),
    link('schemas', 'All fields'),
  ]
  const schemas = Object.entries(components.schemas).map(([name, schema]) => renderSchema(name, schema))
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style>${PAGE_STYLE}</style></head><body>
<a class="skip" href="#content">Skip to the content</a>
<header><h1>${title} <small>${escapeHtml(info.version)}</small></h1>
<p>For programs: <a href="/openapi.json">/openapi.json</a></p></header>
<nav aria-label="Contents"><details open><summary>Contents</summary><ul>${links.join('')}</ul></details></nav>
<main id="content">
${intro}
<p>Every form below works with a session of your own browser: enter the client id of your project. It must allow the
origin of this page.</p>
<noscript><p class="note">The forms of this page need JavaScript. Everything else can be read without it.</p></noscript>
${operations.map(renderOperation).join('\n')}
<section>${rest}</section>
<section><h2 id="schemas">All fields</h2>
${schemas.join('\n')}</section>
</main><script>${PAGE_SCRIPT}</script></body></html>
`
}

/** The first paragraphs introduce the page; the sections follow the operations. */
function splitBeforeHeading(html: string): readonly [intro: string, rest: string] {
  const start = html.indexOf('<h2')
  return start === -1 ? [html, ''] : [html.slice(0, start), html.slice(start)]
}

/** A session comes first: the forms of the other operations use it. */
function listOperations({ paths, components }: ReferenceDocument): PlacedOperation[] {
  const resolve = (schema: Schema | undefined) =>
    schema?.$ref === undefined ? schema : components.schemas[schema.$ref.split('/').at(-1)!]
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => method !== 'options')
      .map(([method, operation]) => ({
        path,
        method: method.toUpperCase(),
        operation,
        body: resolve(operation.requestBody?.content['application/json']?.schema),
      })),
  )
  return all.toSorted((a, b) => Number(b.body !== undefined) - Number(a.body !== undefined))
}

function link(id: string, html: string): string {
  return `<li><a href="#${escapeHtml(id)}">${html}</a></li>`
}
