import { hash } from 'node:crypto'
import { decodeCompany, encodeRecord } from '../records/canonical.ts'
import { parseSourceKey } from '../records/source-key.ts'
import { ON_UNKNOWN_DAY } from '../records/unknown-day.ts'
import type { Sqlite, Statement } from '../storage/storage.ts'
import { NO_FINGERPRINT } from './fingerprint.ts'
import { createCounts, type ImportCounts, UNKNOWN_ENDING } from './import-counts.ts'
import type { ImportPlan } from './import-plan.ts'
import { KnownRows } from './known-rows.ts'
import { selectLastConfirmedDay } from './last-confirmed-day.ts'
import { recordTable } from './record-table.ts'
import { reduceBody } from './reduce-body.ts'
import { type FinishOptions, refuseBadSet } from './refuse-bad-set.ts'

/** Records for the writing thread: three arrays are cheaper to send than thousands of objects. */
export interface RecordBatch {
  /** The index of the file in the plan. */
  readonly file: number
  readonly keys: Float64Array
  readonly fingerprints: Float64Array
  /** One canonical body per line. With `endings`, the day of the end, or nothing if it is unknown. */
  readonly bodies: string
  readonly endings: boolean
}

/** The rows that the reader did not put in a batch. */
export interface ReaderCounts {
  readonly unchanged: number
  readonly rejected: number
  readonly skippedBy: Readonly<Record<string, number>>
  readonly missingBy: Readonly<Record<string, number>>
  /** Keys of rejected and skipped rows: the source still has these records, so they are not retired. */
  readonly sparedKeys: readonly number[]
  /** Keys of rows that said that their record is none. */
  readonly goneKeys: readonly number[]
  /** Rejected rows without a key. They may belong to any record. */
  readonly rejectedWithoutKey: number
  /** The digest of the code lists and other files that the rows depend on. */
  readonly dependencies: string
}

export interface SetScope extends Pick<ImportPlan, 'dataset' | 'coverage' | 'complete' | 'scope'> {
  readonly datasetId: number
  readonly generation: number
  readonly observedOn: string
  /** File ids of the set, in the order of the plan. */
  readonly fileIds: readonly number[]
  /**
   * The same changes were imported before. They write only restored records, because the others may have later data.
   */
  readonly isRepeated: boolean
  /** Records of the last full set of this scope, 0 if there was none. */
  readonly recordsBefore: number
  /** The known number of rows of a full set, or 0. */
  readonly expectedRows: number
}

export interface ImportFinish extends FinishOptions {
  /** Receives keys with a known row and another row in this set. The other row counts, the known one is rejected. */
  readonly onDuplicates: (keys: readonly number[]) => void
}

type Existing = readonly [
  fingerprint: number,
  sha256: Uint8Array,
  touched: number,
  retired: number | null,
  withdrawn: number,
]

/** `duplicate`: the set had a row with the key before. */
type RowOutcome = 'done' | 'duplicate'

/** Writes the records of one import set, inside the transaction that its opener began. */
export class SetWriter {
  readonly counts: ImportCounts = createCounts()
  readonly #database: Sqlite
  readonly #set: SetScope
  readonly #table: string
  readonly #wasEmpty: boolean
  readonly #withdrawn: ReadonlySet<number>
  readonly #restoring: ReadonlySet<number>
  /** Keys of the set whose records were not written. A second row with the key is a duplicate. */
  readonly #keptKeys = new Set<number>()
  #known: KnownRows | undefined
  /** Records without a fingerprint. They are not in the known rows, so retirement checks them separately. */
  readonly #withoutFingerprint: number[] = []
  /** The previous fingerprints of records that this set changes. */
  readonly #replacedFingerprints: number[] = []
  readonly #append: Statement
  readonly #existing: Statement<Existing>
  readonly #replace: Statement
  readonly #touch: Statement
  readonly #keepOld: Statement
  readonly #keepRetirement: Statement
  readonly #body: Statement<readonly [string]>
  readonly #endRestoring: Statement
  readonly #selectLastConfirmed: Statement<readonly [string]>
  readonly #lastConfirmedDays = new Map<number, string>()

  constructor(database: Sqlite, set: SetScope) {
    this.#database = database
    this.#set = set
    this.#table = recordTable(set.datasetId)
    this.#wasEmpty = database.prepare(`select 1 from ${this.#table} limit 1`).get() === undefined
    this.#withdrawn = this.#withdrawnKeys()
    const restoring = database.prepare<readonly [number]>('select key from restoring where dataset = ?')
    this.#restoring = new Set(restoring.all(set.datasetId).map(([key]) => key))
    this.#append = database.prepare(
      `insert or ignore into ${this.#table} (key, file, fingerprint, sha256, body, touched, withdrawn) values (?, ?, ?, ?, ?, ?, ?)`,
    )
    this.#existing = database.prepare(
      `select fingerprint, sha256, touched, retired, withdrawn from ${this.#table} where key = ?`,
    )
    this.#replace = database.prepare(
      `update ${this.#table} set file = ?, fingerprint = ?, sha256 = ?, body = ?, touched = ?, retired = null, withdrawn = ? where key = ?`,
    )
    this.#touch = database.prepare(
      `update ${this.#table} set fingerprint = ?, touched = ?, retired = null where key = ?`,
    )
    this.#keepOld = database.prepare(
      `insert or ignore into revision (dataset, key, ended_in, file, sha256, body)
       select ?, key, ?, file, sha256, body from ${this.#table} where key = ?`,
    )
    this.#keepRetirement = database.prepare(
      'insert into retirement (dataset, key, retired_in, ended_in) values (?, ?, ?, ?)',
    )
    this.#body = database.prepare(`select body from ${this.#table} where key = ?`)
    this.#endRestoring = database.prepare('delete from restoring where dataset = ? and key = ?')
    this.#selectLastConfirmed = database.prepare(selectLastConfirmedDay('?', 'confirming.generation < ?'))
  }

  /** The rows that need not be parsed again. For changes undefined: reading the table would take longer. */
  loadKnownRows(): KnownRows | undefined {
    if (this.#wasEmpty || this.#set.coverage === 'changes') return undefined
    const [count] = this.#database
      .prepare<readonly [number]>('select records from dataset where id = ?')
      .get(this.#set.datasetId)!
    this.#known = KnownRows.forRows(count)
    const rows = this.#database.prepare<readonly [number, number]>(
      `select key, fingerprint from ${this.#table} where retired is null ${this.#inScope()}`,
    )
    for (const [key, fingerprint] of rows.iterate()) {
      if (fingerprint === NO_FINGERPRINT) this.#withoutFingerprint.push(key)
      else this.#known.add(fingerprint, key)
    }
    return this.#known
  }

  /** Returns the indexes in the batch whose key the set had before. The first row counts, the others are rejects. */
  write(batch: RecordBatch): number[] {
    const bodies = batch.bodies.split('\n')
    const fileId = this.#set.fileIds[batch.file]!
    const duplicates: number[] = []
    for (let i = 0; i < batch.keys.length; i++) {
      const row: Row = { key: batch.keys[i]!, fingerprint: batch.fingerprints[i]!, body: bodies[i]!, fileId }
      const outcome = batch.endings ? this.#end(row) : this.#put(row)
      if (outcome === 'duplicate') duplicates.push(i)
    }
    this.counts.rejected += duplicates.length
    return duplicates
  }

  /** Everything is read: retires what is gone and says whether the set may stand. Throws an InputError if not. */
  finish(reader: ReaderCounts, known: KnownRows | undefined, options: ImportFinish): void {
    const counts = this.counts
    counts.unchanged += reader.unchanged
    counts.rejected += reader.rejected
    for (const [reason, rows] of Object.entries(reader.skippedBy)) this.#skip(reason, rows)
    for (const [label, rows] of Object.entries(reader.missingBy)) counts.missingBy[label] = rows
    const duplicates = known === undefined ? [] : known.keysMet(this.#replacedFingerprints)
    counts.unchanged -= duplicates.length
    counts.rejected += duplicates.length
    options.onDuplicates(duplicates)
    this.#retireGone(reader.goneKeys)
    // A record that is none any more is no loss.
    refuseBadSet(counts, { ...this.#set, recordsBefore: this.#set.recordsBefore - counts.retired }, options)
    if (this.#wasEmpty) return
    if (this.#set.coverage === 'changes') return
    if (!this.#set.complete) counts.notRetired = 'the set is not known to be complete'
    else if (0 < reader.rejectedWithoutKey) counts.notRetired = 'refused rows without a key may be any record'
    else this.#retire(this.#missing(known), new Set(reader.sparedKeys))
  }

  #put(row: Row): RowOutcome {
    const { key } = row
    const existing = this.#wasEmpty ? undefined : this.#existing.get(key)
    if (existing === undefined) return this.#add(row)
    const unchanged = this.#outcomeIfKept(key, existing)
    if (unchanged !== undefined) return unchanged
    const [, oldSha256, , retired, withdrawn] = existing
    const body = this.#withdrawn.has(key) ? reduceBody(this.#set.dataset, key, row.body) : row.body
    const sha256 = hash('sha256', body, 'buffer')
    const same = Buffer.compare(sha256, oldSha256) === 0 && (withdrawn === 1) === this.#withdrawn.has(key)
    if (retired !== null) this.counts.returned += 1
    else if (same) this.counts.unchanged += 1
    else this.counts.changed += 1
    if (this.#restoring.has(key)) this.#endRestoring.run(this.#set.datasetId, key)
    if (same) this.#touch.run(row.fingerprint, this.#set.generation, key)
    else {
      // Versions of a withdrawn record are not kept.
      if (withdrawn === 0 && !this.#withdrawn.has(key))
        this.#keepOld.run(this.#set.datasetId, this.#set.generation, key)
      this.#write(row, body, sha256)
    }
    return 'done'
  }

  /**
   * Undefined if the row may change its record, which is retired no longer. Otherwise it is a duplicate, a repetition,
   * or older than the record.
   */
  #outcomeIfKept(key: number, [fingerprint, , touched, retired]: Existing): RowOutcome | undefined {
    if (touched === this.#set.generation || this.#keptKeys.has(key)) return 'duplicate'
    if (this.#known !== undefined && fingerprint !== NO_FINGERPRINT) this.#replacedFingerprints.push(fingerprint)
    if (this.#set.isRepeated && !this.#restoring.has(key)) {
      this.#keptKeys.add(key)
      this.counts.unchanged += 1
      return 'done'
    }
    if (this.#lastConfirmedDay(touched) <= this.#set.observedOn) {
      if (retired !== null) this.#keepRetirement.run(this.#set.datasetId, key, retired, this.#set.generation)
      return undefined
    }
    // Also for a restored record: an older version must not replace the one that was withdrawn.
    this.#keptKeys.add(key)
    this.counts.keptNewer += 1
    return 'done'
  }

  #add(row: Row): RowOutcome {
    const withdrawn = this.#withdrawn.has(row.key)
    const body = withdrawn ? reduceBody(this.#set.dataset, row.key, row.body) : row.body
    const { fileId, fingerprint, key } = row
    const sha256 = hash('sha256', body, 'buffer')
    const { changes } = this.#append.run(
      key,
      fileId,
      fingerprint,
      sha256,
      body,
      this.#set.generation,
      withdrawn ? 1 : 0,
    )
    if (Number(changes) === 0) return 'duplicate'
    this.counts.added += 1
    return 'done'
  }

  #write({ key, fileId, fingerprint }: Row, body: string, sha256: Uint8Array): void {
    const withdrawn = this.#withdrawn.has(key) ? 1 : 0
    this.#replace.run(fileId, fingerprint, sha256, body, this.#set.generation, withdrawn, key)
  }

  /** Handles an ending: `body` is the day, or empty if it is unknown. */
  #end(row: Row): RowOutcome {
    const { key, fingerprint } = row
    const existing = this.#wasEmpty ? undefined : this.#existing.get(key)
    if (existing === undefined) {
      this.#skip(UNKNOWN_ENDING, 1)
      return 'done'
    }
    const unchanged = this.#outcomeIfKept(key, existing)
    if (unchanged !== undefined) return unchanged
    this.counts.ended += 1
    const company = decodeCompany(this.#body.get(key)![0])
    const [, , , , withdrawn] = existing
    const isRestored = Number(this.#endRestoring.run(this.#set.datasetId, key).changes) === 1
    const endedOn = row.body === '' ? ON_UNKNOWN_DAY : row.body
    // An end on an unknown day does not contradict a day that is known.
    const isSame = company.dissolvedOn === endedOn || (endedOn === ON_UNKNOWN_DAY && company.dissolvedOn !== null)
    if (!isRestored && (withdrawn === 1 || isSame)) {
      this.#touch.run(fingerprint, this.#set.generation, key)
      return 'done'
    }
    const body = encodeRecord({ ...company, dissolvedOn: endedOn })
    if (withdrawn === 0) this.#keepOld.run(this.#set.datasetId, this.#set.generation, key)
    this.#write(row, body, hash('sha256', body, 'buffer'))
    return 'done'
  }

  #skip(reason: string, rows: number): void {
    this.counts.skipped += rows
    this.counts.skippedBy[reason] = (this.counts.skippedBy[reason] ?? 0) + rows
  }

  /** Keys that may be those of records that the set lacks. */
  #missing(known: KnownRows | undefined): readonly Iterable<number>[] {
    return known === undefined ? [this.#untouched()] : [known.neverMet(), this.#withoutFingerprint]
  }

  /** Retires records that are none, unless the set or later data have them. Older data must not bring them back. */
  #retireGone(keys: readonly number[]): void {
    if (this.#wasEmpty || keys.length === 0) return
    this.#retire([keys])
    const touch = this.#database.prepare(`update ${this.#table} set touched = ? where key = ? and retired = ?`)
    for (const key of keys) touch.run(this.#set.generation, key, this.#set.generation)
  }

  /** Retires these records, unless the set or later data have them. */
  #retire(candidates: readonly Iterable<number>[], spared: ReadonlySet<number> = new Set()): void {
    const { generation, observedOn, datasetId } = this.#set
    const files = this.#filesOfScope()
    const retire = this.#database.prepare(`update ${this.#table} set retired = ?, withdrawn = ? where key = ?`)
    const standing = this.#database.prepare<readonly [number, number, number]>(
      `select file, touched, withdrawn from ${this.#table} where key = ? and retired is null`,
    )
    for (const keys of candidates) {
      for (const key of keys) {
        const row = standing.get(key)
        if (row === undefined || spared.has(key)) continue
        const [file, touched, withdrawn] = row
        if (touched === generation || !files.has(file) || observedOn < this.#lastConfirmedDay(touched)) continue
        // A record that waited to be restored is gone from the source: it stops waiting.
        const restored = Number(this.#endRestoring.run(datasetId, key).changes) === 1
        retire.run(generation, restored ? 0 : withdrawn, key)
        this.counts.retired += 1
      }
    }
  }

  #untouched(): number[] {
    const rows = this.#database.prepare<readonly [number]>(
      `select key from ${this.#table} where touched <> ? and retired is null`,
    )
    return rows.all(this.#set.generation).map(([key]) => key)
  }

  #withdrawnKeys(): ReadonlySet<number> {
    const { country, kind, keyForm } = this.#set.dataset
    const rows = this.#database.prepare<readonly [string]>(
      'select source_key from withdrawal where country = ? and kind = ?',
    )
    const keys = rows.all(country, kind).map(([text]) => parseSourceKey(text, keyForm))
    return new Set(keys.filter((key) => key !== undefined))
  }

  /** SQL: a condition on `file` if the dataset has several scopes. */
  #inScope(): string {
    const scopes = this.#database
      .prepare<readonly [number]>('select count(distinct scope) from import_set where dataset = ?')
      .get(this.#set.datasetId)![0]
    return scopes === 1 ? '' : `and file in (${[...this.#filesOfScope()].join(', ') || 'null'})`
  }

  /** The files of this scope. The file of one region says nothing about the records of another. */
  #filesOfScope(): Set<number> {
    const files = this.#database.prepare<readonly [number]>(
      `select import_file.id from import_file join import_set using (generation) where dataset = ? and scope = ?`,
    )
    return new Set(files.all(this.#set.datasetId, this.#set.scope).map(([id]) => id))
  }

  /** The day of the newest earlier data that have the record. Older data must not change it. */
  #lastConfirmedDay(touched: number): string {
    return this.#lastConfirmedDays.getOrInsertComputed(
      touched,
      (generation) => this.#selectLastConfirmed.get(generation, this.#set.generation)![0],
    )
  }
}

interface Row {
  readonly key: number
  readonly fingerprint: number
  /** The canonical record, or the day of an ending (empty if unknown). */
  readonly body: string
  readonly fileId: number
}
