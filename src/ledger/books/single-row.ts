import { DatabaseError, type DatabaseValue, type Queries, type SqlValue } from '../../storage/storage.ts'

/**
 * Reads a table that has exactly one row. If the row is missing the books are damaged: an error of the database, not
 * a bug of ours.
 */
export async function readSingleRow<Row extends readonly SqlValue[]>(
  queries: Queries,
  sql: string,
  ...values: readonly DatabaseValue[]
): Promise<Row> {
  const [row] = await queries.query<Row>(sql, ...values)
  if (row !== undefined) return row
  throw new DatabaseError(`the books are damaged: "${sql}" finds no row`, { outcome: 'not_done', reason: 'refused' })
}
