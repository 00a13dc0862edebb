import { isUtf8 } from 'node:buffer'
import { type ColumnRules, findColumns } from './columns.ts'
import { readCsv } from './csv.ts'
import { inputErrorAt } from './input-error.ts'

/** One row of a table; the value of a column that the file does not have is ''. */
export type TableRow<Name extends string> = (column: Name) => string

export interface CsvTableFormat<Name extends string> extends ColumnRules<Name> {
  readonly delimiter: ',' | ';'
}

/**
 * A small list, read whole. Offices publish such lists now in UTF-8, now in windows-1250; Czech and Slovak text in windows-1250 is
 * practically never valid UTF-8, so what is valid UTF-8 is UTF-8. A row with too few or too many fields fails the list.
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
          throw inputErrorAt({ file: format.file, line: row.line }, `has ${fields.length} fields, its header ${width}`)
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
