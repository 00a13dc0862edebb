export interface ProgressState {
  /** The current work: a file set, a step. */
  readonly what: string
  readonly rows: number
  readonly bytes: number
  readonly bytesTotal: number
  readonly rejected: number
}

/** Receives the progress of an import. */
export interface ProgressReporter {
  progress(state: ProgressState): void
  /** Ends the work that was reported last. */
  progressDone(): void
}
