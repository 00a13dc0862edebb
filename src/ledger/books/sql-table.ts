import type { SqlValue } from '../../storage/storage.ts'

/** How rows of one kind stand in their table. */
export interface SqlTable<Row> {
  /** For a select list. */
  readonly columns: string
  /** The same of a table that is called so in the statement. */
  columnsOf(alias: string): string
  /** Inserts a row, or replaces the one with its key; wants `values`. */
  readonly put: string
  /** The same for many rows in one statement of PostgreSQL, given as an array for each column. Fields that are not named here are numbers. */
  putMany(types: Readonly<Partial<Record<keyof Row & string, 'text' | 'bytea'>>>): string
  values(row: Row): SqlValue[]
  read(values: readonly SqlValue[]): Row
}

/** `fields`: the names in the row, those of the key first; the columns are called the same in small letters. */
export function sqlTable<Row>(name: string, keys: number, fields: readonly (keyof Row & string)[]): SqlTable<Row> {
  const columns = fields.map(
    (field) => COLUMN_NAMES[field] ?? field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  )
  const onConflict = `on conflict (${columns.slice(0, keys).join(', ')}) do update set`
  const changes = columns.slice(keys).map((column) => `${column} = excluded.${column}`)
  return {
    columns: columns.join(', '),
    columnsOf: (alias) => columns.map((column) => `${alias}.${column}`).join(', '),
    put: `insert into ${name} (${columns.join(', ')}) values (${columns.map((_, i) => `$${i + 1}`).join(', ')})
          ${onConflict} ${changes.join(', ')}`,
    putMany(types) {
      const arrays = fields.map((field, i) => `$${i + 1}::${types[field] ?? 'bigint'}[]`)
      return `insert into ${name} (${columns.join(', ')}) select * from unnest(${arrays.join(', ')})
              ${onConflict} ${changes.join(', ')}`
    },
    values: (row) => fields.map((field) => row[field] as SqlValue),
    read(values) {
      // A third of the time that `Object.fromEntries` takes: a heartbeat and an acquire read many rows.
      const row: Partial<Record<keyof Row, SqlValue | undefined>> = {}
      for (let i = 0; i < fields.length; i++) row[fields[i]!] = values[i]
      return row as Row
    },
  }
}

/** `grant` is a word of SQL. */
const COLUMN_NAMES: Readonly<Record<string, string>> = { grant: 'grant_id' }
