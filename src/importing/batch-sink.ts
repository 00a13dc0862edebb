import { createHash } from 'node:crypto'
import { computeFingerprint, type KnownRows, type ReaderCounts, type RecordBatch } from '../catalog/catalog.ts'
import { encodeRecord } from '../records/canonical.ts'
import { parseSourceKey } from '../records/source-key.ts'
import { type EndDay, knownDay } from '../records/unknown-day.ts'
import type { ImportSet, Reject, RowSink } from '../registries/registries.ts'
import { assert } from '../stdx/assert.ts'
import type { InputError } from '../stdx/input-error.ts'

/** Rows are sent in batches of about this many: enough for cheap messages, few enough to keep both threads busy. */
const BATCH_ROWS = 2000

/** Further rejects are only counted: a file of another source may contain nothing but rejects. */
const REJECTS_MAX = 100_000

export interface ReadProgress {
  readonly rows: number
  readonly bytes: number
  readonly rejected: number
}

export interface SinkOutput {
  /** What follows is of this file of the set. */
  file(file: number): void
  batch(batch: RecordBatch): void
  rejects(rejects: Reject[]): void
  progress(progress: ReadProgress): void
  /** Resolves when the writer has caught up. */
  drained(): Promise<void>
}

/** Receives what an import writes, or ends with, from a reader that goes on as far as it can. */
export interface RowInspector {
  record(file: number, key: number, record: Parameters<RowSink['record']>[1]): void
  fault(fault: InputError): void
}

/** The reader's half of an import: asks what is known, turns records into batches, counts the rest. */
export class BatchSink implements RowSink {
  readonly #set: ImportSet
  readonly #output: SinkOutput
  readonly #inspector: RowInspector | undefined
  readonly #dependencies = createHash('sha256')
  readonly #dependenciesBefore: string | undefined
  #dependenciesNow: string | undefined
  #known: KnownRows | undefined
  #file = -1
  #fingerprint = -1
  #records = new Pending()
  #endings = new Pending()
  #rejects: Reject[] = []
  #rows = 0
  #bytes = 0
  #unchanged = 0
  #rejected = 0
  #rejectedWithoutKey = 0
  readonly #sparedKeys: number[] = []
  readonly #goneKeys: number[] = []
  readonly #skippedBy: Record<string, number> = {}
  readonly #missingBy: Record<string, number> = {}

  constructor(
    set: ImportSet,
    known: { readonly rows: KnownRows | undefined; readonly dependenciesBefore: string | undefined },
    output: SinkOutput,
    inspector?: RowInspector,
  ) {
    this.#set = set
    this.#known = known.rows
    this.#dependenciesBefore = known.dependenciesBefore
    this.#output = output
    this.#inspector = inspector
  }

  get rows(): number {
    return this.#rows
  }

  openFile(file: ImportSet['files'][number]): void {
    this.#flush()
    this.#file = this.#set.files.findIndex((one) => one.path === file.path)
    assert(0 <= this.#file, 'a reader opens files of its set only')
    this.#output.file(this.#file)
  }

  dependsOn(bytes: Uint8Array): void {
    assert(this.#dependenciesNow === undefined, 'dependencies come before the first row')
    this.#dependencies.update(bytes)
  }

  isKnown(row: Uint8Array): boolean {
    if (this.#dependenciesNow === undefined) this.#settleDependencies()
    this.#rows += 1
    this.#fingerprint = computeFingerprint(row)
    if (this.#known === undefined) return false
    const met = this.#known.meet(this.#fingerprint)
    if (met === 'known') this.#unchanged += 1
    if (met === 'again') {
      const file = this.#set.files[this.#file]!.name
      // The first of them counts, so no record is missing for it.
      this.#addReject({ file, key: null, field: '', reason: 'the same row stands twice in this set' })
    }
    return met !== 'unknown'
  }

  record(key: number, record: Parameters<RowSink['record']>[1]): void {
    if (this.#inspector !== undefined) {
      this.#inspector.record(this.#file, key, record)
      return
    }
    this.#records.push(key, this.#fingerprint, encodeRecord(record))
    if (this.#records.keys.length === BATCH_ROWS) this.#flush()
  }

  ending(key: number, endedOn: EndDay): void {
    this.#endings.push(key, this.#fingerprint, knownDay(endedOn) ?? '')
    if (this.#endings.keys.length === BATCH_ROWS) this.#flush()
  }

  skip(reason: string, key?: number): void {
    this.#skip(reason)
    if (key !== undefined) this.#sparedKeys.push(key)
  }

  gone(reason: string, key: number): void {
    this.#skip(reason)
    this.#goneKeys.push(key)
  }

  reject(reject: Reject): void {
    const key = reject.key === null ? undefined : parseSourceKey(reject.key, this.#set.dataset.keyForm)
    if (key === undefined) this.#rejectedWithoutKey += 1
    else this.#sparedKeys.push(key)
    this.#addReject(reject)
  }

  fault(fault: InputError): void {
    if (this.#inspector === undefined) throw fault
    this.#inspector.fault(fault)
  }

  missing(label: string): void {
    this.#missingBy[label] = (this.#missingBy[label] ?? 0) + 1
  }

  progress(bytes: number): void {
    this.#bytes += bytes
  }

  async drain(): Promise<void> {
    this.#output.progress({ rows: this.#rows, bytes: this.#bytes, rejected: this.#rejected })
    await this.#output.drained()
  }

  /** Hands over what is left and says what was counted. */
  end(): ReaderCounts {
    this.#flush()
    this.#settleDependencies()
    this.#output.progress({ rows: this.#rows, bytes: this.#bytes, rejected: this.#rejected })
    return {
      unchanged: this.#unchanged,
      rejected: this.#rejected,
      skippedBy: this.#skippedBy,
      missingBy: this.#missingBy,
      sparedKeys: this.#sparedKeys,
      goneKeys: this.#goneKeys,
      rejectedWithoutKey: this.#rejectedWithoutKey,
      dependencies: this.#dependenciesNow!,
    }
  }

  #addReject(reject: Reject): void {
    this.#rejected += 1
    if (REJECTS_MAX < this.#rejected) return
    this.#rejects.push(reject)
    if (this.#rejects.length === BATCH_ROWS) this.#flushRejects()
  }

  #skip(reason: string): void {
    this.#skippedBy[reason] = (this.#skippedBy[reason] ?? 0) + 1
  }

  #settleDependencies(): void {
    if (this.#dependenciesNow !== undefined) return
    this.#dependenciesNow = this.#dependencies.digest('hex')
    if (this.#dependenciesNow !== this.#dependenciesBefore) this.#known = undefined
  }

  #flush(): void {
    for (const [pending, endings] of [
      [this.#records, false],
      [this.#endings, true],
    ] as const) {
      if (pending.keys.length === 0) continue
      this.#output.batch({
        file: this.#file,
        keys: Float64Array.from(pending.keys),
        fingerprints: Float64Array.from(pending.fingerprints),
        bodies: pending.bodies.join('\n'),
        endings,
      })
      pending.clear()
    }
    this.#flushRejects()
  }

  #flushRejects(): void {
    if (this.#rejects.length === 0) return
    this.#output.rejects(this.#rejects)
    this.#rejects = []
  }
}

class Pending {
  keys: number[] = []
  fingerprints: number[] = []
  bodies: string[] = []

  push(key: number, fingerprint: number, body: string): void {
    this.keys.push(key)
    this.fingerprints.push(fingerprint)
    this.bodies.push(body)
  }

  clear(): void {
    this.keys = []
    this.fingerprints = []
    this.bodies = []
  }
}
