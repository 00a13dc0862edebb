import type { Address } from '../records/address.ts'
import type { Company } from '../records/company.ts'
import type { Dataset } from '../records/dataset.ts'
import type { EndDay } from '../records/unknown-day.ts'
import type { InputError } from '../stdx/input-error.ts'
import type { FileDescription } from './file-description.ts'

/** A file as it lies on disk. Everything about it is known before it is opened. */
export interface SourceFile {
  readonly path: string
  /** The last part of the path; registries name their files and we read dates and part numbers from the name. */
  readonly name: string
  readonly bytes: number
  /** When it was fetched, ISO time: the file's own modification time unless the download said otherwise. */
  readonly fetchedAt: string
}

/**
 * The files of one import: all or nothing, one transaction, one generation. `full`: everything the register has, so
 * what it lacks is gone from the register. `changes`: new and changed records of one day.
 */
export interface ImportSet {
  readonly dataset: Dataset
  /** The part of the dataset that a full set covers: a region, or '' for all of it. */
  readonly scope: string
  readonly coverage: 'full' | 'changes'
  /** False: parts may be missing, so nothing is retired. Says nothing about `changes`. */
  readonly complete: boolean
  /**
   * The day for which the source states these data, `YYYY-MM-DD`, or null if it states none (then the time of import
   * counts).
   */
  readonly observedOn: string | null
  /** Data files and the code lists that go with them, in reading order. */
  readonly files: readonly SourceFile[]
}

export interface ArrangeOptions {
  /** How many parts the register lists for an init, if the operator or the listing told us. */
  readonly parts?: number
  /**
   * Takes a reason against the import that does not stop the arranging: the file or the rule is passed over. Without it
   * the first one is thrown.
   */
  readonly fault?: (fault: InputError) => void
}

export interface Reject {
  readonly file: string
  /** From 1; absent where the format has no lines (then the number of the record counts, in `record`). */
  readonly line?: number
  readonly record?: number
  readonly key: string | null
  readonly field: string
  readonly reason: string
  /** The raw row. Never for registers whose rows name persons. */
  readonly row?: string
}

/**
 * Where a reader puts what it found. A reader goes through its rows in order and calls, for each, `isKnown` once with
 * the bytes that matter of it, and, if the answer is false, exactly one of `record`, `ending`, `skip`, `reject`.
 */
export interface RowSink {
  /**
   * The rows that follow come from this file of the set. Before the first row of each file; its hash becomes their
   * provenance.
   */
  openFile(file: SourceFile): void
  /**
   * True: this very row is in the catalog already, nothing more to do. The bytes leave out what changes with every file
   * (a snapshot's date).
   */
  isKnown(row: Uint8Array): boolean
  /** False while the catalog has nothing of this dataset: then a reader need not hope for known rows. */
  readonly hasKnownRows: boolean
  /**
   * The sink must know of all that decides how a row is understood, besides the row: code lists, by their bytes. Before
   * the first row.
   */
  dependsOn(bytes: Uint8Array): void
  /** `key` stands for the published key (`records/source-key.ts`). */
  record(key: number, record: Company | Address): void
  /**
   * The register says only that this record ended: the known one gets the date, an unknown one is skipped and counted.
   */
  ending(key: number, endedOn: EndDay): void
  /**
   * A row that is rightly not imported, counted under the reason. With the key, if the row has one: a record that it is
   * about is not gone.
   */
  skip(reason: string, key?: number): void
  /** A row that cannot be used, written to the rejects file. */
  reject(reject: Reject): void
  /**
   * The set must not be imported, though the reader could go on. An import throws the fault; an inspection notes it and
   * returns, and the reader goes on as well as it can.
   */
  fault(fault: InputError): void
  /**
   * A code without a name and the like: the field is null, the row is imported, the loss is counted under this label.
   * So is a key that is unusual.
   */
  missing(label: string): void
  /** Bytes of the file read since the last call, as they lie on disk: for the progress bar. */
  progress(bytes: number): void
  /** To be awaited between chunks of input, so that a fast reader waits for a slow disk. */
  drain(): Promise<void>
}

/** One official register: how its files are recognised, put in order and read. */
export interface Registry {
  /** What an operator types: `sk-rpo`. */
  readonly name: string
  readonly title: string
  readonly datasets: readonly Dataset[]
  /** Raise when the same row would now give another record: rows known from an earlier version are read again. */
  readonly projectionVersion: string
  /**
   * From files in any order to sets in the order of import. Throws an InputError for a file of another source or a set
   * that lacks something.
   */
  arrange(files: readonly SourceFile[], options: ArrangeOptions): Promise<ImportSet[]>
  /** What a file is, as far as its name and its beginning show. Throws an InputError for a file of another source. */
  describe(file: SourceFile): Promise<FileDescription>
  /** Optional code lists that a set lacks, by the names that the register gives them. */
  missingLists?(set: ImportSet): readonly string[]
  /**
   * True: no file of a set is needed to understand another one, so `read` may be called with some of them, in several
   * threads.
   */
  readonly filesAreIndependent?: boolean
  /** Throws an InputError that names file, line and column when the set as a whole cannot be used. */
  read(set: ImportSet, sink: RowSink): Promise<void>
}
