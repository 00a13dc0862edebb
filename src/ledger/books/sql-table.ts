import type { Dialect, Queries, SqlValue } from '../../storage/storage.ts'

/** A row has `bytes` in hexadecimal. */
type ColumnType = 'number' | 'text' | 'bytes'

/** A table whose rows are read and written whole. */
export class SqlTable<Row extends object> {
  readonly columns: string
  readonly #name: string
  readonly #fields: readonly (keyof Row & string)[]
  readonly #put: Readonly<Record<Dialect, string>>
  /** Most rows are put one at a time, and SQLite spends half of the time of such a statement on the JSON. */
  readonly #putOneInSqlite: string
  /** The statements of `select`. Texts that are built for each call would cost as much as small statements. */
  readonly #selects = new Map<string, string>()

  /**
   * `types`: the fields of a row and their types, the key's fields first. A column has the field's name in snake
   * case.
   */
  constructor(name: string, keys: number, types: Readonly<Record<keyof Row & string, ColumnType>>) {
    this.#name = name
    this.#fields = Object.keys(types) as (keyof Row & string)[]
    const columns = this.#fields.map(columnOf)
    this.columns = columns.join(', ')
    const changes = columns.slice(keys).map((column) => `${column} = excluded.${column}`)
    const ofTypes = Object.values<ColumnType>(types)
    const put = (rows: string): string =>
      `insert into ${name} (${this.columns}) ${rows}
       on conflict (${columns.slice(0, keys).join(', ')}) do update set ${changes.join(', ')}`
    this.#put = forDialects((dialect) => put(`${selectJsonRows(dialect, ...ofTypes)} where true`))
    const values = ofTypes.map((type, i) => (type === 'bytes' ? `unhex($${i + 1})` : `$${i + 1}`))
    this.#putOneInSqlite = put(`values (${values.join(', ')})`)
  }

  /** `rest`: the SQL after the table's name. */
  async select(queries: Queries, rest: string, ...values: readonly SqlValue[]): Promise<Row[]> {
    let sql = this.#selects.get(rest)
    if (sql === undefined) {
      sql = `select ${this.columns} from ${this.#name} ${rest}`
      this.#selects.set(rest, sql)
    }
    const rows = await queries.query(sql, ...values)
    return rows.map((row) => this.read(row))
  }

  /** Inserts rows, or replaces those with the same keys. */
  async put(queries: Queries, dialect: Dialect, rows: readonly Row[]): Promise<void> {
    if (rows.length === 1 && dialect === 'sqlite') {
      await queries.run(this.#putOneInSqlite, ...this.#valuesOf(rows[0]!))
      return
    }
    for (let i = 0; i < rows.length; i += ROWS_AT_ONCE) {
      const values = rows.slice(i, i + ROWS_AT_ONCE).map((row) => this.#valuesOf(row))
      await queries.run(this.#put[dialect], JSON.stringify(values))
    }
  }

  #valuesOf(row: Row): SqlValue[] {
    return this.#fields.map((field) => row[field] as SqlValue)
  }

  /** The columns for a select list in which the table has this alias. */
  columnsOf(alias: string): string {
    return this.#fields.map((field) => `${alias}.${columnOf(field)}`).join(', ')
  }

  read(values: readonly SqlValue[]): Row {
    // Takes a third of the time of `Object.fromEntries`. A heartbeat and an acquire read many rows.
    const row: Partial<Record<keyof Row, SqlValue>> = {}
    for (let i = 0; i < this.#fields.length; i++) {
      const value = values[i]!
      row[this.#fields[i]!] = value instanceof Uint8Array ? value.toHex() : value
    }
    return row as Row
  }
}

/**
 * A select from a list of rows. The first parameter of the statement is the list as JSON, an array of arrays, so the
 * statement is the same for any number of rows.
 */
export function selectJsonRows(dialect: Dialect, ...types: readonly ColumnType[]): string {
  const values = types.map((type, i) => {
    if (type === 'text') return `value ->> ${i}`
    if (type === 'number') return `cast(value ->> ${i} as bigint)`
    return dialect === 'sqlite' ? `unhex(value ->> ${i})` : `decode(value ->> ${i}, 'hex')`
  })
  const list = dialect === 'sqlite' ? 'json_each($1)' : 'json_array_elements($1::json) as list (value)'
  return `select ${values.join(', ')} from ${list}`
}

/** The text of a statement, written once: building a long one costs as much as executing a small one. */
export function forDialects(write: (dialect: Dialect) => string): Readonly<Record<Dialect, string>> {
  return { sqlite: write('sqlite'), postgres: write('postgres') }
}

const ROWS_AT_ONCE = 2000

function columnOf(field: string): string {
  return COLUMN_NAMES[field] ?? field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** `grant`, `from` and `to` are keywords of SQL. */
const COLUMN_NAMES: Readonly<Record<string, string>> = { grant: 'grant_id', from: 'units_from', to: 'units_to' }
