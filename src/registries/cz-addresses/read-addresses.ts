import type { Columns } from '../../stdx/columns.ts'
import { type CsvRow, readCsv } from '../../stdx/csv.ts'
import { isDigits } from '../../stdx/digits.ts'
import { type InputError, inputErrorAt } from '../../stdx/input-error.ts'
import { quoteValue, RowProblem, readOrProblem } from '../../stdx/row-problem.ts'
import { rawRow } from '../raw-row.ts'
import type { ImportSet, RowSink } from '../registry.ts'
import { checkEncoding } from './check-encoding.ts'
import { kindOfFile } from './files.ts'
import { type Places, readPlaces } from './places.ts'
import { findPointColumns, openPoints, type PointColumn, pointMembers } from './points-zip.ts'
import { toAddress } from './to-record.ts'

/** One pass over the municipalities, the next ones unpacked on another core meanwhile. */
export async function readAddresses(set: ImportSet, sink: RowSink): Promise<void> {
  const places = await readPlaces(set.files, sink)
  const points = set.files.find((file) => kindOfFile(file) === 'points')!
  const rows = new PointRows(places, sink)
  await using zip = await openPoints(points)
  sink.openFile(points)
  let bytesSeen = 0
  for await (const { member, content } of zip.contents(pointMembers(points, zip))) {
    const file = `${points.name}/${member.name}`
    await readCsv(
      slices(content),
      { file, delimiter: ';', encoding: 'windows-1250', rowLinesMax: 1 },
      {
        header: (columns) => rows.startFile(file, columns),
        row: (row) => rows.take(row),
        afterBlock: () => sink.drain(),
      },
    )
    sink.progress(member.bytesOnDisk)
    bytesSeen += member.bytesOnDisk
  }
  sink.progress(points.bytes - bytesSeen)
}

const SLICE_BYTES = 256 << 10

/** All rows of Praha at once would wait in memory for the consumer. */
async function* slices(content: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += SLICE_BYTES) yield content.subarray(at, at + SLICE_BYTES)
}

class PointRows {
  readonly #places: Places
  readonly #sink: RowSink
  readonly #missing = (label: string) => this.#sink.missing(label)
  readonly #fault = (fault: InputError): void => this.#sink.fault(fault)
  #file = ''
  #header: string | undefined
  #columns!: Columns<PointColumn>
  #width = 0

  constructor(places: Places, sink: RowSink) {
    this.#places = places
    this.#sink = sink
  }

  /**
   * All municipalities of one file have the same header; it decides how a row is understood, so the sink knows it too.
   */
  startFile(file: string, columns: readonly string[]): void {
    this.#file = file
    const header = columns.join(';')
    if (header === this.#header) return
    this.#columns = findPointColumns(columns, file, this.#fault)
    if (this.#header === undefined) this.#sink.dependsOn(Buffer.from(header))
    else {
      this.#fault(
        inputErrorAt(
          { file, line: 1 },
          'has another header than the municipalities before it; the zip is put together wrongly',
        ),
      )
    }
    this.#header = header
    this.#width = columns.length
  }

  take(row: CsvRow): void {
    if (this.#sink.isKnown(row.bytes)) return
    const fields = this.#split(row)
    if (fields instanceof RowProblem) {
      this.#reject(row, null, fields)
      return
    }
    checkEncoding(fields, this.#columns, { file: this.#file, line: row.line }, this.#fault)
    const key = fields[this.#columns['Kód ADM']]!
    const place = this.#places.byPart.get(fields[this.#columns['Kód části obce']] ?? '') ?? this.#places.unknown
    const address = toAddress(fields, this.#columns, place, this.#missing)
    if (address instanceof RowProblem) {
      this.#reject(row, key, address)
      return
    }
    for (const label of place.missing) this.#sink.missing(label)
    this.#sink.record(Number(key), address)
  }

  #split(row: CsvRow): string[] | RowProblem {
    const fields = readOrProblem(() => row.fields())
    if (fields instanceof RowProblem) return fields
    if (fields.length !== this.#width) {
      return new RowProblem('row', `has ${fields.length} fields, the header has ${this.#width}`)
    }
    const key = fields[this.#columns['Kód ADM']] ?? ''
    return isDigits(key) ? fields : new RowProblem('Kód ADM', `is ${quoteValue(key)}; digits are expected`)
  }

  /** Addresses name no persons, so the row itself is kept to help find the cause. */
  #reject(row: CsvRow, key: string | null, problem: RowProblem): void {
    const { field, reason } = problem
    this.#sink.reject({ file: this.#file, line: row.line, key, field, reason, row: rawRow(row.text()) })
  }
}
