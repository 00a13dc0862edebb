import { type Columns, findColumns } from '../../stdx/columns.ts'
import type { InputError } from '../../stdx/input-error.ts'
import { raise } from '../refuse-wrong-file.ts'

export type ResColumn = (typeof REQUIRED)[number] | 'NACE2025'

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
  'NACE',
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

/** 25 columns since January 2026, which added NACE2025; 24 before. */
export const RES_COLUMNS = { required: REQUIRED, optional: ['NACE2025'] } as const

export function findResColumns(
  header: readonly string[],
  file: string,
  fault: (fault: InputError) => void = raise,
): Columns<ResColumn> {
  return findColumns<ResColumn>(header, { file, ...RES_COLUMNS, report: fault })
}
