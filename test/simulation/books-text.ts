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
  return lines.map((line) => sorted(line)).join('\n')
}

/** Whatever the order of the fields. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => {
    const isRecord = typeof part === 'object' && part !== null && !Array.isArray(part)
    return isRecord ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part
  })
}
