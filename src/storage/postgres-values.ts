import { assert } from '../stdx/assert.ts'

/** How the texts that PostgreSQL sends become values. What is not named here stays text. */
export const postgresTypes = {
  getTypeParser: (type: number): ((text: string) => unknown) => PARSERS.get(type) ?? asIs,
}

const asIs = (text: string): string => text

/** By the numbers in PostgreSQL's catalog `pg_type`. Sums of `bigint` are `numeric`. Truth is 1 and 0, as in SQLite. */
const PARSERS: ReadonlyMap<number, (text: string) => unknown> = new Map<number, (text: string) => unknown>([
  [16, (text) => (text === 't' ? 1 : 0)],
  [17, bytes],
  [20, wholeNumber],
  [21, Number],
  [23, Number],
  [700, Number],
  [701, Number],
  [1700, wholeNumber],
])

function wholeNumber(text: string): number {
  const number = Number(text)
  assert(Number.isSafeInteger(number), `${text} in the database is no whole number that can be exact`)
  return number
}

/** `\x0af3` */
function bytes(text: string): Uint8Array {
  return Uint8Array.fromHex(text.slice(2))
}
