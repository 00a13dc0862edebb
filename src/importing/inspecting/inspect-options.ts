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
