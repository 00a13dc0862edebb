import { DatabaseError, type DatabaseValue, type Queries, type SqlValue } from '../../storage/storage.ts'

/** The row of a table that has exactly one. Books without it are damaged, which is a fault of the database and no error of ours. */
export async function readSingleRow<Row extends readonly SqlValue[]>(
  queries: Queries,
  sql: string,
  ...values: readonly DatabaseValue[]
): Promise<Row> {
  const [row] = await queries.query<Row>(sql, ...values)
  if (row !== undefined) return row
  throw new DatabaseError(`the books are damaged: "${sql}" finds no row`, { outcome: 'not_done', reason: 'refused' })
}
