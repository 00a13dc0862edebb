import { escapeHtml, renderInline, wrapTable } from './markdown.ts'
import type { DescribedResponse, Parameter, PlacedOperation } from './reference-document.ts'
import { renderFields, renderType } from './schema-tables.ts'
import { renderTryForm } from './try-form.ts'

/** Everything about one operation, with a form that sends it. */
export function renderOperation(placed: PlacedOperation): string {
  const { path, method, operation, body } = placed
  const { operationId, summary, description, parameters, responses } = operation
  const id = escapeHtml(operationId)
  return `<section class="operation" aria-labelledby="${id}">
<h2 id="${id}">${escapeHtml(summary)}</h2>
<p class="target"><b>${escapeHtml(method)}</b> <code>${escapeHtml(path)}</code> <small>${id}</small></p>
<p>${renderInline(description)}</p>
${renderParameters(parameters)}
${body === undefined ? '' : `<h3>Body</h3>${renderFields(body)}`}
${renderTryForm(placed)}
<h3>Responses</h3>
${renderResponses(responses)}
${renderExample(responses['200'])}
</section>`
}

function renderParameters(parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return '<p>No parameters.</p>'
  const rows = parameters.map(
    ({ name, in: place, required, description = '', schema }) =>
      `<tr><td><code>${escapeHtml(name)}</code></td><td>${escapeHtml(place)}${required ? ', required' : ''}</td><td>${renderType(schema)}</td><td>${renderInline(description)}</td></tr>`,
  )
  return `<h3>Parameters</h3>${wrapTable(`<thead><tr><th>Name</th><th>In</th><th>Type</th><th>Effect</th></tr></thead><tbody>${rows.join('')}</tbody>`, 'stacked')}`
}

function renderResponses(responses: Readonly<Record<string, DescribedResponse>>): string {
  const rows = Object.entries(responses).map(([status, { description, content }]) => {
    const schema = content?.['application/json']?.schema
    const type = schema?.$ref === undefined ? '' : renderType(schema)
    const inner = Object.values(schema?.properties ?? {}).map(renderType)
    return `<tr><td>${escapeHtml(status)}</td><td>${renderInline(description)}</td><td>${type}${inner.join(', ')}</td></tr>`
  })
  return wrapTable(
    `<thead><tr><th>Status</th><th>When</th><th>Body</th></tr></thead><tbody>${rows.join('')}</tbody>`,
    'stacked',
  )
}

function renderExample(response: DescribedResponse | undefined): string {
  const example = response?.content?.['application/json']?.example
  if (example === undefined) return ''
  const json = escapeHtml(JSON.stringify(example, null, 2))
  return `<details><summary>An example of the answer</summary><pre tabindex="0">${json}</pre></details>`
}
