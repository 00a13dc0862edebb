import { type Columns, findColumns } from '../../stdx/columns.ts'
import { type InputError, raise } from '../../stdx/input-error.ts'

export type ResColumn = (typeof REQUIRED)[number] | (typeof OPTIONAL)[number]

const REQUIRED = [
  'ICO',
  'OKRESLAU',
  'DDATVZN',
  'DDATZAN',
  'ZPZAN',
  'DDATPAKT',
  'FORMA',
  'ROSFORMA',
  'KATPO',
  'ICZUJ',
  'FIRMA',
  'CISS2010',
  'KODADM',
  'TEXTADR',
  'PSC',
  'OBEC_TEXT',
  'COBCE_TEXT',
  'ULICE_TEXT',
  'TYPCDOM',
  'CDOM',
  'COR',
  'DATPLAT',
  'PRIZNAK',
] as const

/** NACE2025 came in January 2026. NACE, the older coding, is published beside it until the end of 2028. */
const OPTIONAL = ['NACE', 'NACE2025'] as const

export const RES_COLUMNS = { required: REQUIRED, optional: OPTIONAL } as const

export function findResColumns(
  header: readonly string[],
  file: string,
  fault: (fault: InputError) => void = raise,
): Columns<ResColumn> {
  return findColumns<ResColumn>(header, { file, ...RES_COLUMNS, report: fault })
}
