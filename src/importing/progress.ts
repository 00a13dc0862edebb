export interface ProgressState {
  /** The current work: a file set, a step. */
  readonly what: string
  readonly unit: 'bytes' | 'records' | 'batches'
  readonly done: number
  /** 0: unknown. */
  readonly total: number
  /** Rows read so far, if `unit` is another. */
  readonly rows?: number
  readonly rejected?: number
}

/** Receives the progress of a command. */
export interface ProgressReporter {
  progress(state: ProgressState): void
  /** Ends the work that was reported last. */
  progressDone(): void
}
