/** What `doctor` found out about one thing. */
export interface Finding {
  readonly check: string
  /** `next`: a step that an installation still needs. `warn`: right only on purpose. Only `bad` sets the exit code. */
  readonly state: 'ok' | 'next' | 'warn' | 'bad'
  readonly detail: string
}
