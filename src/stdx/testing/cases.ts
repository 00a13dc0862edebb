import assert from 'node:assert/strict'

/**
 * A table of cases, one a line: ` | ` parts the columns. A value that fills its column stays a value, and one within a
 * text becomes part of it.
 *
 *     cases<[what: string, content: string | Buffer, message: string]>`
 *       an empty file | ${''}            | data.csv: the file is empty; fetch it again
 *       a zip         | ${'PK\x03\x04'}  | data.csv: is packed
 *     `
 */
export function cases<Row extends readonly unknown[]>(texts: TemplateStringsArray, ...values: unknown[]): Row[] {
  const marked = texts.reduce((all, text, i) => `${all}\0${i - 1}\0${text}`)
  const lines = marked.split('\n').filter((line) => line.trim() !== '')
  const rows = lines.map((line) => line.split('|').map((cell) => cellOf(cell.trim(), values)))
  for (const row of rows) assert.equal(row.length, rows[0]!.length, `columns of the case ${String(row[0])}`)
  return rows as unknown as Row[]
}

function cellOf(text: string, values: readonly unknown[]): unknown {
  const parts = text.split('\0')
  if (parts.length === 3 && parts[0] === '' && parts[2] === '') return values[Number(parts[1])]
  return parts.map((part, i) => (i % 2 === 0 ? part : String(values[Number(part)]))).join('')
}

/** `a=1; b=c` in an object. A field without a text is null. */
export function fieldsIn(text: string): Record<string, string | null> {
  const fields = (text === '' ? [] : text.split('; ')).map((field) => [
    field.split('=', 1)[0]!,
    field.slice(field.indexOf('=') + 1) || null,
  ])
  return Object.fromEntries(fields)
}
