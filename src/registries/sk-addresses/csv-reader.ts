import { type Columns, findColumns } from '../../stdx/columns.ts'
import { type CsvRow, readCsv } from '../../stdx/csv.ts'
import { type InputError, inputErrorAt } from '../../stdx/input-error.ts'
import { readChunks } from '../../stdx/read-chunks.ts'
import { RowProblem, readOrProblem } from '../../stdx/row-problem.ts'
import type { RowSink, SourceFile } from '../registry.ts'
import { csvDelimiter } from './arrange.ts'
import { CSV_RULES, type CsvColumn, csvToRecord } from './csv-to-record.ts'
import { type AddressOutcome, deliver } from './outcome.ts'

export async function readAddressCsv(file: SourceFile, sink: RowSink): Promise<void> {
  sink.openFile(file)
  const delimiter = await csvDelimiter(file)
  const format = { file: file.name, delimiter, encoding: 'utf-8', rowLinesMax: 1 } as const
  const chunks = readChunks(file.path, (bytes) => sink.progress(bytes))
  let header: Header | undefined
  // A row with too few fields is one bad row among good ones; at the end of the file it says that the rest is lacking.
  let shortLine: number | undefined
  await readCsv(chunks, format, {
    header(names) {
      const fault = (fault: InputError) => sink.fault(fault)
      const columns = findColumns(names, { file: file.name, ...CSV_RULES, report: fault })
      // The same row means another address where the columns stand in another order.
      sink.dependsOn(Buffer.from(names.join()))
      header = { columns, count: names.length }
    },
    row(row) {
      shortLine = undefined
      if (sink.isKnown(row.bytes)) return
      const outcome = outcomeOf(row, header!)
      if (outcome.isShort) shortLine = row.line
      deliver(outcome, { file: file.name, line: row.line }, row, sink)
    },
    afterBlock: () => sink.drain(),
  })
  if (shortLine === undefined) return
  sink.fault(
    inputErrorAt(
      { file: file.name, line: shortLine },
      'the file ends in the middle of a row: it was cut off. Fetch it again',
    ),
  )
}

interface Header {
  readonly columns: Columns<CsvColumn>
  readonly count: number
}

function outcomeOf(row: CsvRow, { columns, count }: Header): AddressOutcome & { readonly isShort?: boolean } {
  const fields = readOrProblem(() => row.fields())
  if (fields instanceof RowProblem) return rowReject(fields.reason)
  if (fields.length === count) return csvToRecord(fields, columns)
  return { ...rowReject(`has ${fields.length} fields; ${count} were expected`), isShort: fields.length < count }
}

function rowReject(reason: string): AddressOutcome {
  return { outcome: 'reject', key: null, field: 'row', reason }
}
