export interface ProgressState {
  /** What is being worked on: a file set, a step. */
  readonly what: string
  readonly rows: number
  readonly bytes: number
  readonly bytesTotal: number
  readonly rejected: number
}

/** Receives the progress of an import. */
export interface ProgressReporter {
  progress(state: ProgressState): void
  /** What was reported last is done. */
  progressDone(): void
}
