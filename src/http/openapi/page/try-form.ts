import { escapeHtml, renderInline } from './markdown.ts'
import type { Parameter, PlacedOperation, Schema } from './reference-document.ts'
import { renderJson } from './render-json.ts'

/** The languages of the example calls, as `page.js` writes them. */
const LANGUAGES = [
  ['curl', 'curl'],
  ['javascript', 'JavaScript'],
  ['php', 'PHP'],
  ['python', 'Python'],
] as const

/** It matches names in the example of the document and in the data of `npm start`. */
export const EXAMPLE_QUERY = 'fela'

/** What the forms are filled with, so that Send works at once. */
const FILLED: Readonly<Record<string, string>> = {
  'suggestAddresses-q': 'hlavna',
  'suggestCompanies-q': EXAMPLE_QUERY,
}

const HINTS: Readonly<Record<string, string>> = {
  readCompany: 'Send “Suggest companies” first: its first company is filled in here.',
}

/** The form of an operation, the same call in four languages and an answer. One for keys alone has no button. */
export function renderTryForm(placed: PlacedOperation): string {
  const { path, method, operation, parameters, responses, body } = placed
  const { operationId, summary, description, security } = operation
  const id = escapeHtml(operationId)
  const fields = parameters.filter(({ in: place }) => place !== 'header').map((one) => renderField(id, one))
  const kind = body !== undefined ? 'session' : security.some((one) => 'browserSession' in one) ? 'send' : 'key'
  const example = responses['200']?.content?.['application/json']?.example
  return `<form class="try columns" data-kind="${kind}" data-method="${escapeHtml(method)}" data-path="${escapeHtml(path)}" autocomplete="off" novalidate>
<div class="text">
<h2 id="${id}">${escapeHtml(summary)}</h2>
<p class="target"><b>${escapeHtml(method)}</b> <code>${escapeHtml(path)}</code> <small>${id}</small></p>
<p>${renderInline(description)}</p>
<div class="fields">${fields.join('\n')}${id in HINTS ? `<small class="hint">${HINTS[id]}</small>` : ''}${body === undefined ? '' : renderBodyFields(id, body)}</div>
${kind === 'key' ? KEY_ONLY : `<p class="actions"><button type="submit">${kind === 'session' ? 'Create the session' : 'Send'}</button> <span class="session"></span></p>`}
<div class="answer" role="status"></div>
</div>
<div class="samples">
<fieldset class="languages"><legend class="unseen">The same call in</legend>
${LANGUAGES.map(([value, label], i) => `<label><input type="radio" name="language-${id}" value="${value}"${i === 0 ? ' checked' : ''}><span>${label}</span></label>`).join(' ')}
<button type="button" class="copy">Copy</button></fieldset>
<pre class="code" tabindex="0" aria-label="The same call as code"></pre>
<p class="caption">An example of the answer</p>
<pre class="reply" tabindex="0" aria-label="The answer">${example === undefined ? '' : renderJson(example)}</pre>
</div>
</form>`
}

const KEY_ONLY =
  '<p class="note">Only a server key may send this. Never type a key into a page: paste the line into a terminal of your server, where <code>$REGISTA_KEY</code> is set.</p>'

function renderField(operation: string, { name, in: place, required, schema }: Parameter): string {
  const id = `${operation}-${escapeHtml(name)}`
  const filled = id in FILLED ? ` value="${FILLED[id]}"` : ''
  const given = `id="${id}" name="${escapeHtml(name)}" data-in="${escapeHtml(place)}"${filled}${required ? ' required' : ''}`
  const label = `<label for="${id}">${escapeHtml(name)}${required ? ' <small>required</small>' : ''}</label>`
  return `<div class="field">${label}${schema.enum === undefined ? renderInput(given, schema) : renderSelect(given, { required, schema })}</div>`
}

function renderSelect(given: string, { required, schema }: Pick<Parameter, 'required' | 'schema'>): string {
  const unset = schema.default === undefined ? 'default' : `default: ${escapeHtml(String(schema.default))}`
  const options = (schema.enum ?? []).map((word) => `<option>${escapeHtml(String(word))}</option>`)
  return `<select ${given}>${required ? '' : `<option value="">${unset}</option>`}${options.join('')}</select>`
}

function renderInput(given: string, { type, maxLength, pattern, default: unset }: Schema): string {
  const isNumber = type === 'integer' || type === 'number'
  const rules = [
    ...(maxLength === undefined ? [] : [`maxlength="${maxLength}"`]),
    ...(pattern === undefined ? [] : [`pattern="${escapeHtml(pattern)}"`]),
    ...(unset === undefined ? [] : [`placeholder="${escapeHtml(String(unset))}"`]),
    ...(isNumber ? ['inputmode="decimal"'] : []),
  ]
  return `<input ${given} type="text" spellcheck="false" ${rules.join(' ')}>`
}

/** The body of a new session: a text, and a box for each word of a list. */
function renderBodyFields(operation: string, { properties = {}, required = [] }: Schema): string {
  return Object.entries(properties)
    .map(([name, schema]) =>
      schema.items?.enum === undefined
        ? renderField(operation, { name, in: 'body', required: required.includes(name), schema })
        : `<fieldset class="words" data-name="${escapeHtml(name)}"><legend>${escapeHtml(name)}</legend>${schema.items.enum
            .map(
              (word) =>
                `<label><input type="checkbox" value="${escapeHtml(String(word))}"> ${escapeHtml(String(word))}</label>`,
            )
            .join('')}</fieldset>`,
    )
    .join('\n')
}
