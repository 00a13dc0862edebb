import { escapeHtml, renderFolded, renderInline, wrapTable } from './markdown.ts'
import type { DescribedResponse, Parameter, PlacedOperation } from './reference-document.ts'
import { renderFields, renderType } from './schema-tables.ts'
import { renderTryForm } from './try-form.ts'

/** Everything about one operation, with a form that sends it. */
export function renderOperation(placed: PlacedOperation): string {
  const { operation, parameters, responses, body } = placed
  const { operationId } = operation
  return `<section class="operation" aria-labelledby="${escapeHtml(operationId)}">
${renderTryForm(placed)}
${parameters.length === 0 ? '' : renderFolded('<h3>Parameters</h3>', renderParameters(parameters))}
${body === undefined ? '' : renderFolded('<h3>Body</h3>', renderFields(body))}
${renderFolded('<h3>Responses</h3>', renderResponses(responses))}
</section>`
}

function renderParameters(parameters: readonly Parameter[]): string {
  const rows = parameters.map(
    ({ name, in: place, required, description = '', schema }) =>
      `<tr><td><code>${escapeHtml(name)}</code></td><td>${escapeHtml(place)}${required ? ', required' : ''}</td><td>${renderType(schema)}</td><td>${renderInline(description)}</td></tr>`,
  )
  return wrapTable(
    `<thead><tr><th>Name</th><th>In</th><th>Type</th><th>Effect</th></tr></thead><tbody>${rows.join('')}</tbody>`,
    'stacked',
  )
}

function renderResponses(responses: Readonly<Record<string, DescribedResponse>>): string {
  const rows = Object.entries(responses).map(([status, { description, content }]) => {
    const schema = content?.['application/json']?.schema
    const type = schema === undefined ? '' : renderType(schema)
    return `<tr><td>${escapeHtml(status)}</td><td>${renderInline(description)}</td><td>${type}</td></tr>`
  })
  return wrapTable(
    `<thead><tr><th>Status</th><th>When</th><th>Body</th></tr></thead><tbody>${rows.join('')}</tbody>`,
    'stacked',
  )
}
