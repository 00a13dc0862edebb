import { type Columns, findColumns } from '../../stdx/columns.ts'
import { type CsvRow, CsvRowError, readCsv } from '../../stdx/csv.ts'
import { fileChunks } from '../../stdx/file-chunks.ts'
import type { RowSink, SourceFile } from '../registry.ts'
import { csvDelimiter } from './arrange.ts'
import { CSV_COLUMNS, CSV_COLUMNS_ONCE, type CsvColumn, csvToRecord } from './csv-to-record.ts'
import { type AddressOutcome, rawRow } from './outcome.ts'

export async function readAddressCsv(file: SourceFile, sink: RowSink): Promise<void> {
  sink.openFile(file)
  const format = { file: file.name, delimiter: await csvDelimiter(file), encoding: 'utf-8' } as const
  const chunks = fileChunks(file.path, (bytes) => sink.progress(bytes))
  let header: Header | undefined
  await readCsv(chunks, format, {
    header(names) {
      const columns = findColumns(names, { file: file.name, required: CSV_COLUMNS, optional: CSV_COLUMNS_ONCE })
      // The same row means another address where the columns stand in another order.
      sink.dependsOn(Buffer.from(names.join()))
      header = { columns, count: names.length }
    },
    row: (row) => readRow(row, header!, file.name, sink),
    afterBlock: () => sink.drain(),
  })
}

interface Header {
  readonly columns: Columns<CsvColumn>
  readonly count: number
}

function readRow(row: CsvRow, header: Header, file: string, sink: RowSink): void {
  if (sink.isKnown(row.bytes)) return
  const outcome = outcomeOf(row, header)
  if (outcome.outcome === 'reject') {
    const { key, field, reason } = outcome
    sink.reject({ file, line: row.line, key, field, reason, row: rawRow(row.text()) })
    return
  }
  for (const label of outcome.missing) sink.missing(label)
  sink.record(outcome.key, outcome.address)
}

function outcomeOf(row: CsvRow, header: Header): AddressOutcome {
  try {
    const fields = row.fields()
    if (fields.length === header.count) return csvToRecord(fields, header.columns)
    return rowReject(`has ${fields.length} fields; ${header.count} were expected`)
  } catch (error) {
    if (!(error instanceof CsvRowError)) throw error
    return rowReject(error.reason)
  }
}

function rowReject(reason: string): AddressOutcome {
  return { outcome: 'reject', key: null, field: 'row', reason }
}
