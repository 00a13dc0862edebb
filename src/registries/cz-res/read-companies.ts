import { parseDay } from '../../records/date.ts'
import { type Ico, parseIco } from '../../records/ico.ts'
import { assert } from '../../stdx/assert.ts'
import type { Columns } from '../../stdx/columns.ts'
import { type CsvRow, readCsv } from '../../stdx/csv.ts'
import { type InputError, inputErrorAt } from '../../stdx/input-error.ts'
import { readChunks } from '../../stdx/read-chunks.ts'
import { RowProblem, readOrProblem } from '../../stdx/row-problem.ts'
import { endOf, NOT_A_DAY } from '../lost-values.ts'
import { attempt } from '../refuse-wrong-file.ts'
import type { ImportSet, RowSink } from '../registry.ts'
import { type LegalForms, readLegalForms } from './code-lists.ts'
import { findResColumns, type ResColumn } from './columns.ts'
import { type Context, toCompany } from './to-record.ts'

/** FIRMA and TEXTADR may have several lines. More lines mean an unclosed quote. */
const ROW_LINES_MAX = 20

/** The last file of the set is the snapshot, the others are code lists. */
export async function readCompanies(set: ImportSet, sink: RowSink): Promise<void> {
  const file = set.files.at(-1)!
  assert(set.observedOn !== null, 'arrange read the day of the snapshot')
  const faults = { fault: (fault: InputError) => sink.fault(fault) }
  const legalForms = await attempt(faults, () => readLegalForms(set.files.slice(0, -1), sink))
  sink.openFile(file)
  const rows = new CompanyRows({ file: file.name, snapshot: set.observedOn, legalForms: legalForms ?? new Map(), sink })
  await readCsv(
    readChunks(file.path, (bytes) => sink.progress(bytes)),
    { file: file.name, delimiter: ',', encoding: 'utf-8', rowLinesMax: ROW_LINES_MAX },
    {
      header: (columns) => rows.header(columns),
      row: (row) => rows.take(row),
      afterBlock: () => sink.drain(),
    },
  )
  rows.end()
}

interface Reading {
  readonly file: string
  readonly snapshot: string
  readonly legalForms: LegalForms
  readonly sink: RowSink
}

const COMMA = 44

class CompanyRows {
  readonly #reading: Reading
  readonly #sink: RowSink
  readonly #snapshotBytes: Uint8Array
  #columns!: Columns<ResColumn>
  #context!: Context
  #width = 0
  #endsInSnapshot = false
  /** Line of the last row if it had too few fields: at the end of a file that means it was cut off. */
  #shortLine: number | undefined

  constructor(reading: Reading) {
    this.#reading = reading
    this.#sink = reading.sink
    this.#snapshotBytes = Buffer.from(reading.snapshot)
  }

  header(columns: readonly string[]): void {
    this.#columns = findResColumns(columns, this.#reading.file, (fault) => this.#sink.fault(fault))
    const { legalForms } = this.#reading
    this.#context = { at: this.#columns, legalForms, missing: (label) => this.#sink.missing(label) }
    this.#width = columns.length
    this.#endsInSnapshot = this.#columns.DATPLAT === this.#width - 2 && this.#columns.PRIZNAK === this.#width - 1
    this.#sink.dependsOn(Buffer.from(columns.join()))
  }

  take(row: CsvRow): void {
    this.#shortLine = undefined
    if (this.#sink.isKnown(this.#withoutSnapshot(row.bytes))) return
    const fields = this.#split(row)
    if (fields instanceof RowProblem) {
      this.#reject(row, null, fields)
      return
    }
    const ico = parseIco(fields[this.#columns.ICO] ?? '')
    if (ico === undefined) {
      this.#reject(row, null, new RowProblem('ICO', 'is not a number of at most eight digits'))
      return
    }
    const problem = this.#otherDay(row, fields) ?? this.#subject(ico, fields)
    if (problem !== undefined) this.#reject(row, ico, problem)
  }

  end(): void {
    if (this.#shortLine === undefined) return
    const place = { file: this.#reading.file, line: this.#shortLine }
    this.#sink.fault(inputErrorAt(place, 'the file ends in the middle of a row: it was cut off. Fetch it again'))
  }

  #subject(ico: Ico, fields: readonly string[]): RowProblem | undefined {
    return (fields[this.#columns.FIRMA] ?? '') === '' ? this.#nameless(ico, fields) : this.#named(ico, fields)
  }

  #named(ico: Ico, fields: readonly string[]): RowProblem | undefined {
    const company = toCompany(ico, fields, this.#context)
    if (company instanceof RowProblem) return company
    if (company.legalForm?.name === null) this.#sink.missing('legal form without a name')
    if (company.seat.postalCode === null && (fields[this.#columns.PSC] ?? '') !== '') {
      this.#sink.missing('PSC is not five digits')
    }
    this.#sink.record(Number(ico), company)
    return undefined
  }

  /** Half a million rows of ended persons have only the number and the day. */
  #nameless(ico: Ico, fields: readonly string[]): RowProblem | undefined {
    const endedOn = readOrProblem(() => endOf(fields[this.#columns.DDATZAN] || null, 'DDATZAN', this.#context.missing))
    if (endedOn instanceof RowProblem) return endedOn
    if (endedOn === null) this.#sink.skip('no name', Number(ico))
    else this.#sink.ending(Number(ico), endedOn)
    return undefined
  }

  #split(row: CsvRow): string[] | RowProblem {
    const fields = readOrProblem(() => row.fields())
    if (fields instanceof RowProblem) return fields
    if (fields.length !== this.#width) {
      if (fields.length < this.#width) this.#shortLine = row.line
      return new RowProblem('row', `has ${fields.length} fields, the header has ${this.#width}`)
    }
    return fields
  }

  /**
   * Another day means that two snapshots are mixed, so no row can be trusted. An invalid day is a fault of its row.
   */
  #otherDay(row: CsvRow, fields: readonly string[]): RowProblem | undefined {
    const { file, snapshot } = this.#reading
    const day = fields[this.#columns.DATPLAT] ?? ''
    if (day === snapshot) return undefined
    if (parseDay(day) === undefined) return new RowProblem('DATPLAT', NOT_A_DAY)
    this.#sink.fault(
      inputErrorAt(
        { file, line: row.line, column: 'DATPLAT' },
        `is ${day}, in the first row it was ${snapshot}: two snapshots are mixed. Fetch the file again`,
      ),
    )
    return undefined
  }

  /**
   * The row up to DATPLAT and PRIZNAK, which change with every snapshot while the subject does not. A row of another
   * snapshot is returned complete, so it is not recognised but parsed, and then rejected.
   */
  #withoutSnapshot(row: Uint8Array): Uint8Array {
    if (!this.#endsInSnapshot) return row
    let last = row.length - 1
    while (0 <= last && row[last] !== COMMA) last -= 1
    const snapshot = this.#snapshotBytes
    const end = last - snapshot.length - 1
    if (end < 0 || row[end] !== COMMA) return row
    for (let i = 0; i < snapshot.length; i++) if (row[end + 1 + i] !== snapshot[i]) return row
    return row.subarray(0, end)
  }

  #reject(row: CsvRow, key: string | null, problem: RowProblem): void {
    const { field, reason } = problem
    this.#sink.reject({ file: this.#reading.file, line: row.line, key, field, reason })
  }
}
