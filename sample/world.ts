import { makeCzechia } from './geography/czechia.ts'
import { makeSlovakia } from './geography/slovakia.ts'
import type { Model } from './model.ts'
import type { Plan } from './plan.ts'
import { CzechPoints } from './points/czech-points.ts'
import { SlovakPoints } from './points/slovak-points.ts'
import { type RegisterDates, registerDates } from './register-dates.ts'
import { makeStreams, type Streams } from './streams.ts'

/** What all writers share: how much to write, for which day, and the two countries. */
export interface World {
  readonly plan: Plan
  readonly stream: Streams
  readonly dates: RegisterDates
  readonly slovakPoints: SlovakPoints
  readonly czechPoints: CzechPoints
}

export interface WorldOptions {
  readonly seed: number
  readonly model: Model
  /** `YYYY-MM-DD` */
  readonly today: string
}

export function makeWorld(plan: Plan, { seed, model, today }: WorldOptions): World {
  const stream = makeStreams(seed, model)
  return {
    plan,
    stream,
    dates: registerDates(today, plan.rpo.dailies),
    slovakPoints: new SlovakPoints(makeSlovakia({ ...plan.slovakia, stream }), stream, today),
    czechPoints: new CzechPoints(makeCzechia({ ...plan.czechia, stream }), stream, today),
  }
}
