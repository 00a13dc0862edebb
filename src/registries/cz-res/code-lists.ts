import { readFile } from 'node:fs/promises'
import { readCsvTable } from '../../stdx/csv-table.ts'
import { givenError } from '../../stdx/given-error.ts'
import type { RowSink, SourceFile } from '../registry.ts'

/** Legal forms by code. */
export type LegalForms = ReadonlyMap<string, string>

export const LEGAL_FORMS_LIST = '56'
const LIST_BYTES_MAX = 64 << 20

/** Reads the lists and keeps the legal forms; other lists of the office are taken and passed over. */
export async function readLegalForms(files: readonly SourceFile[], sink: RowSink): Promise<LegalForms> {
  const forms = new Map<string, string>()
  let from: SourceFile | undefined
  for (const file of files) {
    const rows = await readList(file)
    sink.progress(file.bytes)
    const ours = rows.filter((row) => Number(row.list) === Number(LEGAL_FORMS_LIST))
    if (ours.length === 0) continue
    if (from !== undefined) {
      throw givenError({ file: file.name }, `is code list ${LEGAL_FORMS_LIST}, and so is ${from.name}. Leave one out`)
    }
    from = file
    sink.dependsOn(Buffer.from(JSON.stringify(ours)))
    for (const { code, text } of ours) forms.set(code, text)
  }
  return forms
}

interface ListRow {
  readonly list: string
  readonly code: string
  readonly text: string
}

/** The export writes its headers now in capitals, now in small letters, and has more columns than the three that we need. */
async function readList(file: SourceFile): Promise<ListRow[]> {
  if (LIST_BYTES_MAX < file.bytes) throw givenError({ file: file.name }, 'is too large for a code list')
  const bytes = await readFile(file.path)
  const newline = bytes.indexOf(10)
  const header = bytes.subarray(0, newline < 0 ? bytes.length : newline)
  const rows = await readCsvTable(bytes, {
    file: file.name,
    delimiter: header.includes(';') ? ';' : ',',
    required: ['KODCIS', 'CHODNOTA', 'TEXT'],
    renamed: { kodcis: 'KODCIS', chodnota: 'CHODNOTA', text: 'TEXT' },
    others: 'passed over',
  })
  return rows.map((row) => ({ list: row('KODCIS'), code: row('CHODNOTA'), text: row('TEXT') }))
}
