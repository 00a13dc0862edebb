import { readFile } from 'node:fs/promises'
import { readCsvTable } from '../../stdx/csv-table.ts'
import { inputErrorAt } from '../../stdx/input-error.ts'
import type { RowSink, SourceFile } from '../registry.ts'
import { compareAge, type ListItem, parseListDay } from './list-item.ts'

/** Legal forms by code. */
export type LegalForms = ReadonlyMap<string, string>

export const LEGAL_FORMS_LIST = '56'
const LIST_BYTES_MAX = 64 << 20

/**
 * Reads the lists and keeps the legal forms; other lists of the office are skipped. List 56 is published in two
 * editions, and companies that ended may have a form that only the historical one still has. Where both name a code,
 * the current name counts.
 */
export async function readLegalForms(files: readonly SourceFile[], sink: RowSink): Promise<LegalForms> {
  const current = new Map<string, ListItem>()
  for (const file of files) {
    for (const item of await readItems(file)) {
      const other = current.get(item.code)
      const age = other === undefined ? -1 : compareAge(item, other)
      if (age === undefined && item.text !== other!.text) sink.fault(undecided(item, other!))
      if (age !== undefined && age < 0) current.set(item.code, item)
    }
    sink.progress(file.bytes)
  }
  const forms = [...current.values()].map(({ code, text }) => [code, text] as const)
  if (forms.length !== 0) sink.dependsOn(Buffer.from(JSON.stringify(forms.toSorted())))
  return new Map(forms)
}

function undecided(item: ListItem, other: ListItem) {
  return inputErrorAt(
    { file: item.file },
    `gives code ${item.code} of list ${LEGAL_FORMS_LIST} another name than ${other.file} does, and neither shows which is current. ` +
      'Put "hist" into the name of the historical edition',
  )
}

export const LIST_COLUMNS = {
  required: ['KODCIS', 'CHODNOTA', 'TEXT'],
  optional: ['ADMPLOD', 'ADMNEPO'],
  renamed: { kodcis: 'KODCIS', chodnota: 'CHODNOTA', text: 'TEXT', admplod: 'ADMPLOD', admnepo: 'ADMNEPO' },
  others: 'ignored',
} as const

/** The export writes its headers in capitals or in small letters, and its validity columns may be absent. */
async function readItems(file: SourceFile): Promise<ListItem[]> {
  if (LIST_BYTES_MAX < file.bytes) throw inputErrorAt({ file: file.name }, 'is too large for a code list')
  const bytes = await readFile(file.path)
  const newline = bytes.indexOf(10)
  const header = bytes.subarray(0, newline < 0 ? bytes.length : newline)
  const rows = await readCsvTable(bytes, {
    file: file.name,
    delimiter: header.includes(';') ? ';' : ',',
    ...LIST_COLUMNS,
  })
  return rows
    .filter((row) => Number(row('KODCIS')) === Number(LEGAL_FORMS_LIST))
    .map((row) => ({
      file: file.name,
      code: row('CHODNOTA'),
      text: row('TEXT'),
      validFrom: parseListDay(row('ADMPLOD')),
      validTo: parseListDay(row('ADMNEPO')),
    }))
}
