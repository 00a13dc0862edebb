/** The part of the OpenAPI document that the page shows. */
export interface ReferenceDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, object>> }
}

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: object }>> }
  readonly responses: Readonly<Record<string, Response>>
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly description?: string
  readonly schema: object
}

interface Response {
  readonly description: string
  readonly headers?: Readonly<Record<string, { readonly description?: string }>>
  readonly content?: Readonly<Record<string, { readonly schema: object; readonly example?: unknown }>>
}

/** One HTML page without scripts or external resources. */
export function referencePage({ info, paths, components }: ReferenceDocument): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => method !== 'options')
      .map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  const links = operations.map(
    ({ operation: o }) => `<li><a href="#${o.operationId}">${escapeHtml(o.summary)}</a></li>`,
  )
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) => `<h3 id="schema-${name}">${name}</h3>${jsonBlock(schema)}`,
  )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(info.title)}</title><style>${PAGE_STYLE}</style></head><body>
<h1>${escapeHtml(info.title)} <small>${escapeHtml(info.version)}</small></h1>
<p>${proseHtml(info.description)} For programs: <a href="/openapi.json">/openapi.json</a>.</p>
<nav><ul>${links.join('')}<li><a href="#schemas">Schemas</a></li></ul></nav>
${operations.map(operationSection).join('\n')}
<h2 id="schemas">Schemas</h2>
${schemas.join('\n')}
</body></html>
`
}

export const PAGE_STYLE = `
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1b1b1b;background:#fff}
h2{margin-top:3rem;border-top:1px solid #ccc;padding-top:1rem}
code,pre{font:14px/1.4 ui-monospace,monospace;background:#f4f4f4}
pre{padding:1rem;overflow:auto;max-height:30rem}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;vertical-align:top;padding:.3rem .6rem;border-bottom:1px solid #ddd}
@media(prefers-color-scheme:dark){body{color:#eee;background:#161616}code,pre{background:#262626}a{color:#8ab4f8}}
`

function operationSection(given: {
  readonly path: string
  readonly method: string
  readonly operation: Operation
}): string {
  const { path, method, operation } = given
  const { operationId, summary, description, parameters, requestBody, responses } = operation
  const body = requestBody?.content['application/json']
  const example = responses['200']?.content?.['application/json']?.example
  return `<section><h2 id="${operationId}">${escapeHtml(summary)}</h2>
<p><code>${method} ${escapeHtml(path)}</code></p><p>${proseHtml(description)}</p>
${parameters.length === 0 ? '<p>No parameters.</p>' : parameterTable(parameters)}
${body === undefined ? '' : `<h3>Body</h3>${jsonBlock(body.schema)}`}
<h3>Responses</h3>${responseTable(responses)}
${example === undefined ? '' : `<h3>Example</h3>${jsonBlock(example)}`}</section>`
}

function parameterTable(parameters: readonly Parameter[]): string {
  const rows = parameters.map(
    ({ name, in: place, required, description = '', schema }) =>
      `<tr><td><code>${name}</code></td><td>${place}${required ? ', required' : ''}</td><td>${proseHtml(description)} <code>${escapeHtml(JSON.stringify(schema))}</code></td></tr>`,
  )
  return `<table><tr><th>Parameter</th><th>In</th><th>Description</th></tr>${rows.join('')}</table>`
}

function responseTable(responses: Operation['responses']): string {
  const rows = Object.entries(responses).map(
    ([status, { description, headers = {} }]) =>
      `<tr><td>${status}</td><td>${proseHtml(description)}</td><td>${Object.keys(headers).map(escapeHtml).join('<br>')}</td></tr>`,
  )
  return `<table><tr><th>Status</th><th>When</th><th>Headers</th></tr>${rows.join('')}</table>`
}

/** JSON, with each reference as a link to its schema. */
function jsonBlock(value: unknown): string {
  const text = escapeHtml(JSON.stringify(value, null, 2))
  const linked = text.replaceAll(
    /&quot;#\/components\/schemas\/(\w+)&quot;/g,
    (whole, name) => `<a href="#schema-${name}">${whole}</a>`,
  )
  return `<pre>${linked}</pre>`
}

function proseHtml(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]*)`/g, '<code>$1</code>')
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
