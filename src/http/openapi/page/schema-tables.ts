import { escapeHtml, renderFolded, renderInline, wrapTable } from './markdown.ts'
import type { Schema } from './reference-document.ts'

/** A schema with a table of all its fields; those of an inner object follow it, with its name before them. */
export function renderSchema(name: string, schema: Schema): string {
  const text = schema.description === undefined ? '' : `<p>${renderInline(schema.description)}</p>`
  return renderFolded(`<h3 id="schema-${escapeHtml(name)}">${escapeHtml(name)}</h3>`, text + renderFields(schema))
}

export function renderFields(schema: Schema): string {
  const rows = rowsOf(schema, '')
  if (rows.length === 0) return ''
  return wrapTable(
    `<thead><tr><th>Field</th><th>Type</th><th>Description</th></tr></thead><tbody>${rows.join('')}</tbody>`,
    'stacked',
  )
}

function rowsOf(schema: Schema, before: string): string[] {
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
    `<tr><td><code>${escapeHtml(before + name)}</code></td><td>${renderType(field)}</td><td>${renderInline(field.description ?? '')}</td></tr>`,
    ...rowsOf(field, `${before}${name}.`),
  ])
  const inner = schema.items === undefined ? [] : rowsOf(schema.items, before.replace(/\.$/, '[].'))
  return [...fields, ...inner, ...(schema.anyOf ?? []).flatMap((part) => rowsOf(part, before))]
}

/** In words, such as `string or null`; a reference is a link to its schema. */
export function renderType(schema: Schema): string {
  if (schema.$ref !== undefined) {
    const name = escapeHtml(schema.$ref.split('/').at(-1)!)
    return `<a href="#schema-${name}">${name}</a>`
  }
  if (schema.anyOf !== undefined) return schema.anyOf.map(renderType).join(' or ')
  if (schema.items !== undefined) return `array of ${renderType(schema.items)}`
  if (schema.const !== undefined) return `<code>${escapeHtml(JSON.stringify(schema.const))}</code>`
  const words = schema.enum?.map((word) => `<code>${escapeHtml(String(word))}</code>`).join(', ')
  return words ?? escapeHtml([schema.type ?? 'object'].flat().join(' or '))
}
