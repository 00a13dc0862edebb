import type { Address } from '../../records/address.ts'
import type { Company } from '../../records/company.ts'
import type { Dataset } from '../../records/dataset.ts'
import { formatSourceKey } from '../../records/source-key.ts'
import type { Reject, RowSink, SourceFile } from '../../registries/registries.ts'
import type { InputError } from '../../stdx/input-error.ts'
import { NumberSet } from '../../stdx/number-set.ts'
import { ValueSummary } from './value-summary.ts'

export interface InspectingOptions {
  readonly dataset: Dataset
  readonly signal: AbortSignal
  /** Rejects to keep; the others are only counted. */
  readonly rejectsMax: number
  fault(fault: InputError): void
  progress(state: { readonly rows: number; readonly bytes: number; readonly rejected: number }): void
}

/** Takes what a reader finds, keeps what an operator wants to know of it, and writes nothing. */
export class InspectingSink implements RowSink {
  readonly hasKnownRows = false
  readonly rowsByPath = new Map<string, number>()
  readonly firstRejects: Reject[] = []
  readonly rejectedBy = new Map<string, number>()
  readonly skippedBy: Record<string, number> = {}
  readonly missingBy: Record<string, number> = {}
  readonly values: ValueSummary
  /** Keys of which the register says only that the record ended. */
  readonly endings: number[] = []
  /** Keys of rows that said that their record is none. */
  readonly goneKeys: number[] = []
  readonly #options: InspectingOptions
  readonly #keys = new NumberSet()
  #file: SourceFile | undefined
  #bytes = 0
  rows = 0
  rejected = 0
  skipped = 0

  constructor(options: InspectingOptions) {
    this.#options = options
    this.values = new ValueSummary(options.dataset.keyForm)
  }

  get records(): number {
    return this.#keys.size
  }

  hasRecord(key: number): boolean {
    return this.#keys.has(key)
  }

  openFile(file: SourceFile): void {
    this.#file = file
    this.rowsByPath.set(file.path, 0)
  }

  isKnown(): boolean {
    this.rows += 1
    const path = this.#file?.path ?? ''
    this.rowsByPath.set(path, (this.rowsByPath.get(path) ?? 0) + 1)
    return false
  }

  dependsOn(): void {}

  record(key: number, record: Company | Address): void {
    if (this.#keys.add(key)) this.values.add(key, record)
    else this.rejectDuplicate(key)
  }

  ending(key: number): void {
    this.endings.push(key)
  }

  skip(reason: string, _key?: number, rows = 1): void {
    if (rows === 0) return
    this.skipped += rows
    this.skippedBy[reason] = (this.skippedBy[reason] ?? 0) + rows
  }

  gone(reason: string, key: number): void {
    this.skip(reason)
    this.goneKeys.push(key)
  }

  reject(reject: Reject): void {
    this.rejected += 1
    this.rejectedBy.set(reject.field, (this.rejectedBy.get(reject.field) ?? 0) + 1)
    if (this.firstRejects.length < this.#options.rejectsMax) this.firstRejects.push(reject)
  }

  rejectDuplicate(key: number): void {
    const text = formatSourceKey(key, this.#options.dataset.keyForm)
    const reason = 'stands twice in this set; the first one counts'
    this.reject({ file: this.#file?.name ?? '', key: text, field: 'key', reason })
  }

  fault(fault: InputError): void {
    this.#options.fault(fault)
  }

  missing(label: string): void {
    this.missingBy[label] = (this.missingBy[label] ?? 0) + 1
  }

  progress(bytes: number): void {
    this.#bytes += bytes
  }

  async drain(): Promise<void> {
    this.#options.signal.throwIfAborted()
    this.#options.progress({ rows: this.rows, bytes: this.#bytes, rejected: this.rejected })
  }
}
