import type { SqlValue } from '../../storage/storage.ts'

/** How rows of one kind stand in their table. */
export interface SqlTable<Row> {
  /** For a select list. */
  readonly columns: string
  /** Inserts a row, or replaces the one with its key; wants `values`. */
  readonly put: string
  values(row: Row): SqlValue[]
  read(values: readonly SqlValue[]): Row
}

/** `fields`: the names in the row, those of the key first; the columns are called the same in small letters. */
export function sqlTable<Row>(name: string, keys: number, fields: readonly (keyof Row & string)[]): SqlTable<Row> {
  const columns = fields.map(
    (field) => COLUMN_NAMES[field] ?? field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  )
  const changes = columns.slice(keys).map((column) => `${column} = excluded.${column}`)
  return {
    columns: columns.join(', '),
    put: `insert into ${name} (${columns.join(', ')}) values (${columns.map((_, i) => `$${i + 1}`).join(', ')})
          on conflict (${columns.slice(0, keys).join(', ')}) do update set ${changes.join(', ')}`,
    values: (row) => fields.map((field) => row[field] as SqlValue),
    read: (values) => Object.fromEntries(fields.map((field, i) => [field, values[i]])) as Row,
  }
}

/** `grant` is a word of SQL. */
const COLUMN_NAMES: Readonly<Record<string, string>> = { grant: 'grant_id' }
