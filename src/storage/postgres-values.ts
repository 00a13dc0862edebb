import type { QueryArrayResult } from 'pg'
import type { SqlValue } from './database.ts'
import { InexactNumberError } from './inexact-number-error.ts'

/** The driver returns texts unparsed. Its own parsers would not name the column of a bad value. */
export const keepTexts = { getTypeParser: () => (text: string) => text }

/** Parses rows of texts. Throws InexactNumberError. */
export function readRows({ fields, rows }: Pick<QueryArrayResult, 'fields' | 'rows'>): SqlValue[][] {
  const readers = fields.map(({ dataTypeID }) => READERS.get(dataTypeID) ?? keepText)
  return rows.map((texts: (string | null)[]) =>
    texts.map((text, i) => (text === null ? null : readers[i]!(text, fields[i]!.name))),
  )
}

type Reader = (text: string, column: string) => SqlValue

const keepText: Reader = (text) => text

/**
 * By type number in `pg_type`. A sum of `bigint` is `numeric`. Booleans are 1 and 0, as in SQLite. Others stay texts.
 */
const READERS: ReadonlyMap<number, Reader> = new Map<number, Reader>([
  [16, (text) => (text === 't' ? 1 : 0)],
  [17, parseBytes],
  [20, parseWholeNumber],
  [21, Number],
  [23, Number],
  [700, Number],
  [701, Number],
  [1700, parseWholeNumber],
])

function parseWholeNumber(text: string, column: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new InexactNumberError(text, `column ${column}`)
  return number
}

/** `\x0af3` */
function parseBytes(text: string): Uint8Array {
  return Uint8Array.fromHex(text.slice(2))
}
