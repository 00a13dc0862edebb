import type { RecordBatch } from '../../catalog/catalog.ts'
import type { Address } from '../../records/address.ts'
import type { Company } from '../../records/company.ts'
import { formatSourceKey } from '../../records/source-key.ts'
import type { ImportSet, Reject } from '../../registries/registries.ts'
import { NumberSet } from '../../stdx/number-set.ts'
import type { RowInspector, SinkOutput } from '../batch-sink.ts'
import { duplicateKey } from '../rejects-file.ts'
import { ValueSummary } from './value-summary.ts'

/** Keeps what an operator wants to know of the rows that an import would write. */
export class InspectedRows implements Pick<SinkOutput & RowInspector, 'record' | 'batch' | 'rejects'> {
  readonly firstRejects: Reject[] = []
  readonly rejectedBy = new Map<string, number>()
  readonly values: ValueSummary
  /** Rows of which the register says only that the record ended. */
  readonly endings: { readonly file: number; readonly key: number }[] = []
  readonly keys = new NumberSet()
  readonly #set: ImportSet
  readonly #rejectsMax: number
  duplicates = 0

  constructor(set: ImportSet, rejectsMax: number) {
    this.#set = set
    this.#rejectsMax = rejectsMax
    this.values = new ValueSummary(set.dataset.keyForm)
  }

  record(file: number, key: number, record: Company | Address): void {
    if (this.keys.add(key)) this.values.add(key, record)
    else this.rejectDuplicate(file, key)
  }

  /** Takes what is no record. */
  batch({ file, keys }: RecordBatch): void {
    for (const key of keys) this.endings.push({ file, key })
  }

  rejects(rejects: readonly Reject[]): void {
    for (const reject of rejects) {
      this.rejectedBy.set(reject.field, (this.rejectedBy.get(reject.field) ?? 0) + 1)
      if (this.firstRejects.length < this.#rejectsMax) this.firstRejects.push(reject)
    }
  }

  rejectDuplicate(file: number, key: number): void {
    this.duplicates += 1
    const { files, dataset } = this.#set
    this.rejects([duplicateKey(files[file]!.name, formatSourceKey(key, dataset.keyForm), 'the first row counts')])
  }
}
