import { type Columns, findColumns } from '../../stdx/columns.ts'

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

/** 25 columns since January 2026, 24 before: NACE2025 came. */
export function findResColumns(header: readonly string[], file: string): Columns<ResColumn> {
  return findColumns<ResColumn>(header, { file, required: REQUIRED, optional: ['NACE2025'] })
}
