import { type Columns, findColumns } from '../../stdx/columns.ts'
import { type CsvRow, CsvRowError, readCsv } from '../../stdx/csv.ts'
import { type InputError, inputErrorAt } from '../../stdx/input-error.ts'
import { readChunks } from '../../stdx/read-chunks.ts'
import { rawRow } from '../raw-row.ts'
import type { RowSink, SourceFile } from '../registry.ts'
import { csvDelimiter } from './arrange.ts'
import { CSV_RULES, type CsvColumn, csvToRecord } from './csv-to-record.ts'
import type { AddressOutcome } from './outcome.ts'

export async function readAddressCsv(file: SourceFile, sink: RowSink): Promise<void> {
  sink.openFile(file)
  const delimiter = await csvDelimiter(file)
  const format = { file: file.name, delimiter, encoding: 'utf-8', rowLinesMax: 1 } as const
  const chunks = readChunks(file.path, (bytes) => sink.progress(bytes))
  let header: Header | undefined
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
      const isShort = readRow(row, header!, file.name, sink) === 'short'
      shortLine = isShort ? row.line : undefined
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

/**
 * A row with too few fields is one bad row among good ones; at the end of the file it says that the rest is lacking.
 */
function readRow(row: CsvRow, header: Header, file: string, sink: RowSink): 'whole' | 'short' {
  if (sink.isKnown(row.bytes)) return 'whole'
  const outcome = outcomeOf(row, header)
  if (outcome.outcome === 'skip') {
    sink.skip(outcome.reason)
    return 'whole'
  }
  if (outcome.outcome === 'reject') {
    const { key, field, reason } = outcome
    sink.reject({ file, line: row.line, key, field, reason, row: rawRow(row.text()) })
    return outcome.isShort ? 'short' : 'whole'
  }
  for (const label of outcome.missing) sink.missing(label)
  sink.record(outcome.key, outcome.address)
  return 'whole'
}

type RowOutcome = AddressOutcome & { readonly isShort?: boolean }

function outcomeOf(row: CsvRow, header: Header): RowOutcome {
  try {
    const fields = row.fields()
    if (fields.length === header.count) return csvToRecord(fields, header.columns)
    const reject = rowReject(`has ${fields.length} fields; ${header.count} were expected`)
    return { ...reject, isShort: fields.length < header.count }
  } catch (error) {
    if (!(error instanceof CsvRowError)) throw error
    return rowReject(error.reason)
  }
}

function rowReject(reason: string): AddressOutcome {
  return { outcome: 'reject', key: null, field: 'row', reason }
}
