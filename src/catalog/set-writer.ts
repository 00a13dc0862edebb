import { hash } from 'node:crypto'
import { decodeCompany, encodeRecord } from '../records/canonical.ts'
import type { Company } from '../records/company.ts'
import { GivenError } from '../stdx/given-error.ts'
import type { Sqlite, Statement } from '../storage/storage.ts'
import { NO_FINGERPRINT } from './fingerprint.ts'
import { emptyCounts, type ImportCounts, recordsIn, rowsIn } from './import-counts.ts'
import { KnownRows } from './known-rows.ts'
import { recordTable } from './record-table.ts'

/** Records on their way from the thread that reads to the thread that writes: three arrays, not thousands of objects. */
export interface RecordBatch {
  /** The file of the set, by its place in the plan. */
  readonly file: number
  readonly keys: Float64Array
  readonly fingerprints: Float64Array
  /** Canonical bodies, one per line. For an ending (`endings`), the day. */
  readonly bodies: string
  readonly endings: boolean
}

/** What the reader counted: rows that never became a batch. */
export interface ReaderCounts {
  readonly unchanged: number
  readonly rejected: number
  readonly skippedBy: Readonly<Record<string, number>>
  readonly missingBy: Readonly<Record<string, number>>
}

export interface SetScope {
  readonly datasetId: number
  readonly generation: number
  readonly coverage: 'full' | 'changes'
  readonly complete: boolean
  readonly scope: string
  readonly observedOn: string
  /** File ids of the set, in the order of the plan. */
  readonly fileIds: readonly number[]
  /** Records of the last full set of this scope, 0 if there was none. */
  readonly recordsBefore: number
}

export interface FinishOptions {
  readonly allowShrink: boolean
  /** Share of rows that may be rejected before the whole set is refused. */
  readonly rejectShareMax: number
}

/** A full set may lose this share of its records before somebody has to say that it is right. */
const SHRINK_SHARE_MAX = 0.01

type Existing = readonly [
  fingerprint: number,
  sha256: Uint8Array,
  touched: number,
  retired: number | null,
  withdrawn: number,
  file: number,
]

/** Writes the records of one import set, inside the transaction that its opener began. */
export class SetWriter {
  readonly counts: ImportCounts = emptyCounts()
  readonly #database: Sqlite
  readonly #set: SetScope
  readonly #table: string
  readonly #wasEmpty: boolean
  readonly #append: Statement
  readonly #existing: Statement<Existing>
  readonly #replace: Statement
  readonly #touch: Statement
  readonly #keepOld: Statement
  readonly #body: Statement<readonly [string]>
  readonly #restored: Statement
  readonly #observedOfFile = new Map<number, string>()

  constructor(database: Sqlite, set: SetScope) {
    this.#database = database
    this.#set = set
    this.#table = recordTable(set.datasetId)
    this.#wasEmpty = database.prepare(`select 1 from ${this.#table} limit 1`).get() === undefined
    this.#append = database.prepare(
      `insert or ignore into ${this.#table} (key, file, fingerprint, sha256, body, touched) values (?, ?, ?, ?, ?, ?)`,
    )
    this.#existing = database.prepare(
      `select fingerprint, sha256, touched, retired, withdrawn, file from ${this.#table} where key = ?`,
    )
    this.#replace = database.prepare(
      `update ${this.#table} set file = ?, fingerprint = ?, sha256 = ?, body = ?, touched = ?, retired = null, withdrawn = 0 where key = ?`,
    )
    this.#touch = database.prepare(
      `update ${this.#table} set fingerprint = ?, touched = ?, retired = null where key = ?`,
    )
    this.#keepOld = database.prepare(
      `insert or replace into revision (dataset, key, ended_in, file, sha256, body)
       select ?, key, ?, file, sha256, body from ${this.#table} where key = ?`,
    )
    this.#body = database.prepare(`select body from ${this.#table} where key = ?`)
    this.#restored = database.prepare('delete from withdrawal where dataset = ? and key = ? and restoring = 1')
  }

  /** Rows that need not be read again, or nothing if this set is too small to be worth a look through the whole table. */
  loadKnownRows(): KnownRows | undefined {
    if (this.#wasEmpty || this.#set.coverage === 'changes') return undefined
    const [count] = this.#database
      .prepare<readonly [number]>('select records from dataset where id = ?')
      .get(this.#set.datasetId)!
    const known = KnownRows.forRows(count)
    const rows = this.#database.prepare<readonly [number, number]>(
      `select key, fingerprint from ${this.#table} where retired is null and fingerprint <> ? ${this.#inScope()}`,
    )
    for (const [key, fingerprint] of rows.iterate(NO_FINGERPRINT)) known.add(fingerprint, key)
    return known
  }

  /** Returns the places in the batch whose key stood in the set before: rejects, the first one counts. */
  write(batch: RecordBatch): number[] {
    const bodies = batch.bodies.split('\n')
    const fileId = this.#set.fileIds[batch.file]!
    const duplicates: number[] = []
    for (let i = 0; i < batch.keys.length; i++) {
      const key = batch.keys[i]!
      const fingerprint = batch.fingerprints[i]!
      const outcome = batch.endings
        ? this.#end(key, fingerprint, bodies[i]!, fileId)
        : this.#put(key, fingerprint, bodies[i]!, fileId)
      if (outcome === 'duplicate') duplicates.push(i)
    }
    this.counts.rejected += duplicates.length
    return duplicates
  }

  /** Everything is read: retires what is gone and says whether the set may stand. Throws a GivenError if not. */
  finish(reader: ReaderCounts, known: KnownRows | undefined, options: FinishOptions): void {
    const counts = this.counts
    counts.unchanged += reader.unchanged
    counts.rejected += reader.rejected
    for (const [reason, rows] of Object.entries(reader.skippedBy)) this.#skip(reason, rows)
    for (const [label, rows] of Object.entries(reader.missingBy)) counts.missingBy[label] = rows
    refuseBadSet(counts, this.#set, options)
    if (this.#set.coverage === 'full' && this.#set.complete && !this.#wasEmpty) this.#retire(known)
  }

  #put(key: number, fingerprint: number, body: string, fileId: number): 'done' | 'duplicate' {
    const { generation } = this.#set
    const sha256 = hash('sha256', body, 'buffer')
    if (this.#wasEmpty) {
      if (Number(this.#append.run(key, fileId, fingerprint, sha256, body, generation).changes) === 0) return 'duplicate'
      this.counts.added += 1
      return 'done'
    }
    const existing = this.#existing.get(key)
    if (existing === undefined) {
      this.#append.run(key, fileId, fingerprint, sha256, body, generation)
      this.counts.added += 1
      return 'done'
    }
    const [, oldSha256, touched, retired, withdrawn, oldFile] = existing
    if (touched === generation) return 'duplicate'
    if (withdrawn === 1 && Number(this.#restored.run(this.#set.datasetId, key).changes) === 0) {
      this.#touch.run(fingerprint, generation, key)
      this.counts.unchanged += 1
      return 'done'
    }
    if (this.#set.observedOn < this.#observedOn(oldFile)) {
      this.#database.prepare(`update ${this.#table} set touched = ? where key = ?`).run(generation, key)
      this.counts.keptNewer += 1
      return 'done'
    }
    if (retired !== null) this.counts.returned += 1
    else if (withdrawn === 0 && Buffer.compare(sha256, oldSha256) === 0) this.counts.unchanged += 1
    else this.counts.changed += 1
    if (withdrawn === 0 && Buffer.compare(sha256, oldSha256) === 0) {
      this.#touch.run(fingerprint, generation, key)
      return 'done'
    }
    if (withdrawn === 0) this.#keepOld.run(this.#set.datasetId, generation, key)
    this.#replace.run(fileId, fingerprint, sha256, body, generation, key)
    return 'done'
  }

  #end(key: number, fingerprint: number, endedOn: string, fileId: number): 'done' | 'duplicate' {
    const { generation, datasetId } = this.#set
    const existing = this.#wasEmpty ? undefined : this.#existing.get(key)
    if (existing === undefined) {
      this.#skip('ended and never known here', 1)
      return 'done'
    }
    if (existing[2] === generation) return 'duplicate'
    this.counts.ended += 1
    const company: Company = decodeCompany(this.#body.get(key)![0])
    if (existing[4] === 1 || company.dissolvedOn === endedOn) {
      this.#touch.run(fingerprint, generation, key)
      return 'done'
    }
    const body = encodeRecord({ ...company, dissolvedOn: endedOn })
    this.#keepOld.run(datasetId, generation, key)
    this.#replace.run(fileId, fingerprint, hash('sha256', body, 'buffer'), body, generation, key)
    return 'done'
  }

  #skip(reason: string, rows: number): void {
    this.counts.skipped += rows
    this.counts.skippedBy[reason] = (this.counts.skippedBy[reason] ?? 0) + rows
  }

  /** A record that a complete set lacks is gone from the source, unless a later daily has told of it. */
  #retire(known: KnownRows | undefined): void {
    const { generation, observedOn } = this.#set
    const files = this.#filesOfScope()
    const candidates = known === undefined ? this.#untouched() : known.neverMet()
    const retire = this.#database.prepare(
      `update ${this.#table} set retired = ? where key = ? and touched <> ? and retired is null`,
    )
    const fileOf = this.#database.prepare<readonly [number]>(`select file from ${this.#table} where key = ?`)
    for (const key of candidates) {
      const [file] = fileOf.get(key)!
      if (!files.has(file) || observedOn < this.#observedOn(file)) continue
      this.counts.retired += Number(retire.run(generation, key, generation).changes)
    }
  }

  #untouched(): number[] {
    const rows = this.#database.prepare<readonly [number]>(
      `select key from ${this.#table} where touched <> ? and retired is null`,
    )
    return rows.all(this.#set.generation).map(([key]) => key)
  }

  /** A condition on `file` where the dataset has several scopes; a region's file says nothing of another region's records. */
  #inScope(): string {
    const scopes = this.#database
      .prepare<readonly [number]>('select count(distinct scope) from import_set where dataset = ?')
      .get(this.#set.datasetId)![0]
    return scopes === 1 ? '' : `and file in (${[...this.#filesOfScope()].join(', ') || 'null'})`
  }

  /** Files of this set's scope: a region's file says nothing of the records of another region. */
  #filesOfScope(): Set<number> {
    const files = this.#database.prepare<readonly [number]>(
      `select import_file.id from import_file join import_set using (generation) where dataset = ? and scope = ?`,
    )
    return new Set(files.all(this.#set.datasetId, this.#set.scope).map(([id]) => id))
  }

  #observedOn(file: number): string {
    let observed = this.#observedOfFile.get(file)
    if (observed === undefined) {
      const row = this.#database
        .prepare<readonly [string]>(
          'select observed_on from import_set join import_file using (generation) where import_file.id = ?',
        )
        .get(file)
      observed = row![0]
      this.#observedOfFile.set(file, observed)
    }
    return observed
  }
}

function refuseBadSet(counts: ImportCounts, set: SetScope, options: FinishOptions): void {
  const rows = rowsIn(counts)
  if (rows * options.rejectShareMax < counts.rejected) {
    throw new GivenError(
      `${counts.rejected} of ${rows} rows were rejected, more than ${options.rejectShareMax * 100} %: nothing was imported. Look at the rejects file; if the rows are rightly refused, allow more with --max-rejects PERCENT.`,
    )
  }
  if (set.coverage === 'changes' || options.allowShrink) return
  const records = recordsIn(counts)
  if (records < set.recordsBefore * (1 - SHRINK_SHARE_MAX)) {
    throw new GivenError(
      `the set has ${records} records, the last one had ${set.recordsBefore}: nothing was imported. A file may be cut off; if the register really shrank, say so with --allow-shrink.`,
    )
  }
}
