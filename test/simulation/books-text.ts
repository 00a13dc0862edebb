import type { Rows } from '../../src/ledger/books/rows.ts'

/** Everything that stands in the books, as text: equal for equal books, wherever they are kept. */
export async function booksText(rows: Rows): Promise<string> {
  const lines: unknown[] = [
    await rows.accounts(),
    await rows.periods(),
    await rows.lineStatesAll(),
    await rows.subjects(),
  ]
  for await (const grant of rows.grants()) lines.push(grant)
  // Not the hashes: they begin with the name of the books.
  for await (const { incarnation, seq, atMs, lines: debits } of rows.journal()) {
    lines.push([incarnation, seq, atMs, debits])
  }
  return lines.map((line) => JSON.stringify(ordered(line))).join('\n')
}

/** Whatever the order of the fields. */
function ordered(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(ordered)
  const record = value as Readonly<Record<string, unknown>>
  const inOrder: Record<string, unknown> = {}
  for (const name of Object.keys(record).sort()) inOrder[name] = ordered(record[name])
  return inOrder
}
