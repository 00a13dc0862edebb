import type { ImportCounts } from '../../catalog/catalog.ts'
import type { FileDescription, Reject } from '../../registries/registries.ts'
import type { Clock } from '../../stdx/clock.ts'
import type { ProgressReporter } from '../progress.ts'

export interface InspectOptions {
  readonly parts: number | undefined
  readonly allowGap: boolean
  readonly allowShrink: boolean
  readonly rejectShareMax: number
  readonly rejectsMax: number
  /** Where the catalog lies, if there is one. */
  readonly catalogPath: string
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly reporter: ProgressReporter
  /** One line for the operator about an error of any kind. */
  readonly describeError: (error: unknown) => string
}

/** What `inspect` finds out. Programs read it as JSON, so a field is never renamed. */
export interface Inspection {
  readonly source: string
  /** Whether an import of these files would be accepted. */
  readonly accepted: boolean
  /** Why it would not, each reason once. */
  readonly reasons: readonly string[]
  /** Further notes for the operator. */
  readonly notes: readonly string[]
  readonly files: readonly InspectedFile[]
  readonly sets: readonly InspectedSet[]
}

export interface InspectedFile {
  readonly path: string
  readonly bytes: number | null
  /** The fault of the file itself, which ends its inspection. */
  readonly problem: string | null
  readonly description: FileDescription | null
  /** Rows that were read from it; null if it is none that is read row by row. */
  readonly rows: number | null
}

export interface InspectedSet {
  readonly dataset: string
  readonly scope: string
  readonly coverage: 'full' | 'changes'
  readonly complete: boolean
  readonly observedOn: string | null
  readonly files: readonly string[]
  readonly rows: number
  readonly records: number
  /** Counted like a first import. A later import counts in `missingBy` only rows that are new to the catalog. */
  readonly counts: Pick<ImportCounts, 'ended' | 'skipped' | 'rejected' | 'skippedBy' | 'missingBy'>
  readonly rejectedBy: readonly { readonly field: string; readonly rows: number }[]
  readonly firstRejects: readonly Reject[]
  readonly values: ValueReport
  /** Whether all files of the set were read to their end. */
  readonly readToEnd: boolean
}

export interface ValueReport {
  readonly keys: Span | null
  /** Days and coordinates. */
  readonly ranges: readonly (Span & { readonly field: string })[]
  /** In how many records a field has a value. */
  readonly filled: readonly { readonly field: string; readonly records: number }[]
  readonly codes: readonly CodeReport[]
}

export interface Span {
  readonly from: string
  readonly to: string
}

export interface CodeReport {
  readonly field: string
  /** Different values; at the limit there may be more. */
  readonly values: number
  readonly mostFrequent: readonly { readonly value: string; readonly records: number }[]
}
