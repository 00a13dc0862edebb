import type { Address } from '../records/address.ts'
import type { Company } from '../records/company.ts'
import type { Dataset } from '../records/dataset.ts'
import type { EndDay } from '../records/unknown-day.ts'
import type { InputError } from '../stdx/input-error.ts'
import type { FileDescription } from './file-description.ts'

/** A file on disk, with the facts that are known before it is opened. */
export interface SourceFile {
  readonly path: string
  /** The last part of the path. Readers find dates and part numbers in the names that registers give. */
  readonly name: string
  readonly bytes: number
  /** The ISO time of the download, or else the modification time of the file. */
  readonly fetchedAt: string
}

/**
 * The files of one import: all or nothing, one transaction, one generation. `full`: everything that the register has,
 * so missing records are retired. `changes`: new and changed records of one day.
 */
export interface ImportSet {
  readonly dataset: Dataset
  /** The part of the dataset that a full set covers: a region, or '' for all of it. */
  readonly scope: string
  readonly coverage: 'full' | 'changes'
  /** False: parts may be missing, so nothing is retired. Without meaning for `changes`. */
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
  /** The number of parts of an init, if the operator or the listing gives it. */
  readonly parts?: number | undefined
  /**
   * Receives each reason against the import; the arrangement then continues without that file or rule. Without this
   * function the first reason is thrown.
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
 * Receives the results of a reader. For each row, in order, the reader calls `isKnown` once with the relevant bytes,
 * and, if the result is false, exactly one of `record`, `ending`, `skip`, `gone` and `reject`.
 */
export interface RowSink {
  /**
   * Called before the first row of each file of the set. The hash of the file becomes the provenance of its rows.
   */
  openFile(file: SourceFile): void
  /**
   * True: the catalog already has this row. The bytes exclude values that change with every file, such as the date of a
   * snapshot.
   */
  isKnown(row: Uint8Array): boolean
  /**
   * Called before the first row, with the bytes of everything else that the meaning of a row depends on, such as code
   * lists.
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
  /**
   * A row which says that its record is none. It is counted like a skipped one; a known record is retired, also by a
   * set of changes.
   */
  gone(reason: string, key: number): void
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
