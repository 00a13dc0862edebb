import type { QueryArrayResult } from 'pg'
import type { SqlValue } from './database.ts'
import { InexactNumberError } from './inexact-number-error.ts'

/** The driver hands texts on as they came: of a value that cannot be read it would say neither the column nor that the connection is well. */
export const keepTexts = { getTypeParser: () => (text: string) => text }

/** Rows of values out of rows of texts. Throws InexactNumber. */
export function readRows({ fields, rows }: Pick<QueryArrayResult, 'fields' | 'rows'>): SqlValue[][] {
  const readers = fields.map(({ dataTypeID }) => READERS.get(dataTypeID) ?? keepText)
  return rows.map((texts: (string | null)[]) =>
    texts.map((text, i) => (text === null ? null : readers[i]!(text, fields[i]!.name))),
  )
}

type Reader = (text: string, column: string) => SqlValue

const keepText: Reader = (text) => text

/** By the numbers in PostgreSQL's catalog `pg_type`. Sums of `bigint` are `numeric`. Truth is 1 and 0, as in SQLite. What is not named here stays text. */
const READERS: ReadonlyMap<number, Reader> = new Map<number, Reader>([
  [16, (text) => (text === 't' ? 1 : 0)],
  [17, bytes],
  [20, wholeNumber],
  [21, Number],
  [23, Number],
  [700, Number],
  [701, Number],
  [1700, wholeNumber],
])

function wholeNumber(text: string, column: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new InexactNumberError(text, `column ${column}`)
  return number
}

/** `\x0af3` */
function bytes(text: string): Uint8Array {
  return Uint8Array.fromHex(text.slice(2))
}
