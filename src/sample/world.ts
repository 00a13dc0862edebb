import type { Plan } from './plan.ts'
import type { CzechPoints } from './points/czech-points.ts'
import type { SlovakPoints } from './points/slovak-points.ts'
import type { RegisterDates } from './register-dates.ts'
import type { Stream } from './streams.ts'

/** What all writers share: how much to write, for which day, and the two countries. */
export interface World {
  readonly plan: Plan
  readonly stream: (name: string) => Stream
  readonly today: string
  readonly dates: RegisterDates
  readonly slovakPoints: SlovakPoints
  readonly czechPoints: CzechPoints
}
