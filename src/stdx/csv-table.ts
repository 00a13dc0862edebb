import { isUtf8 } from 'node:buffer'
import { type ColumnRules, findColumns } from './columns.ts'
import { readCsv } from './csv.ts'
import { inputErrorAt } from './input-error.ts'

/** Returns the value of a column in one row; '' for a column that the file lacks. */
export type TableRow<Name extends string> = (column: Name) => string

export interface CsvTableFormat<Name extends string> extends ColumnRules<Name> {
  readonly delimiter: ',' | ';'
}

/**
 * Reads a small list as a whole. Offices publish them in UTF-8 or windows-1250. Czech and Slovak text in windows-1250
 * is practically never valid UTF-8, so valid UTF-8 is UTF-8. A row with a wrong number of fields fails the list.
 */
export async function readCsvTable<Name extends string>(
  bytes: Buffer,
  format: CsvTableFormat<Name>,
): Promise<TableRow<Name>[]> {
  const encoding = isUtf8(bytes) ? 'utf-8' : 'windows-1250'
  const rows: TableRow<Name>[] = []
  let width = 0
  let at: Readonly<Record<Name, number>>
  await readCsv(
    once(bytes),
    { file: format.file, delimiter: format.delimiter, encoding },
    {
      header: (columns) => {
        at = findColumns(columns, format)
        width = columns.length
      },
      row: (row) => {
        const fields = row.fields()
        if (fields.length !== width) {
          throw inputErrorAt(
            { file: format.file, line: row.line },
            `has ${fields.length} fields, the header has ${width}`,
          )
        }
        rows.push((column) => fields[at[column]] ?? '')
      },
      afterBlock: async () => {},
    },
  )
  return rows
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}
