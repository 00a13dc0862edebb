import { ListedRecords } from '../changes/changes.ts'
import type { Country, Kind } from '../records/country.ts'
import { parseIco } from '../records/ico.ts'
import { InputError } from '../stdx/input-error.ts'
import { findColumn, proposeColumns, readFirstRows } from './clean/choose-columns.ts'
import { detectFormat, readRows } from './clean/list-file.ts'

interface ListOfRecords {
  readonly records: ListedRecords
  /** Undefined: ids of either. */
  readonly kind: Kind | undefined
  /** Rows without an id or a number, or that cannot be read. */
  readonly withoutNumber: number
}

/** Reads the ids of a cleaned list, or the numbers of any other one, row by row. */
export async function readListedRecords(
  path: string,
  column: string | undefined,
  countries: readonly Country[],
): Promise<ListOfRecords> {
  const format = await detectFormat(path)
  const { columns } = format
  const isById = column === undefined && columns.includes('regista_id')
  const named = column ?? ['regista_id', 'regista_ico'].find((header) => columns.includes(header))
  const proposed =
    named === undefined ? proposeColumns('companies', format, await readFirstRows(format)).ico?.[0] : undefined
  const at = named === undefined ? proposed : findColumn(named, columns, path)
  if (at === undefined)
    throw new InputError(
      `${path} has no regista_id and no column of company numbers. Name it with --column. Its columns are ${columns.join(', ')}.`,
    )
  const records = new ListedRecords(isById ? 'id' : 'number')
  let withoutNumber = 0
  for await (const { isHeader, isBegun, bytes, fields, number } of readRows(format)) {
    if (isHeader || isBegun || bytes.length === 0) continue
    const cell = fields?.[at]?.trim() ?? ''
    const value = isById ? /^[0-9a-f]{32}$/.exec(cell)?.[0] : parseIco(cell)
    if (value === undefined) withoutNumber += 1
    else records.add(value, number, countries)
  }
  const kind = isById && !columns.includes('regista_ico') ? undefined : 'company'
  return { records, kind: kind ?? (columns.includes('regista_street') ? 'address' : undefined), withoutNumber }
}
