import { makeCzechia } from './geography/czechia.ts'
import { makeSlovakia } from './geography/slovakia.ts'
import type { Plan } from './plan.ts'
import { CzechPoints } from './points/czech-points.ts'
import { SlovakPoints } from './points/slovak-points.ts'
import { type RegisterDates, registerDates } from './register-dates.ts'
import { makeStreams, type Stream } from './streams.ts'

/** What all writers share: how much to write, for which day, and the two countries. */
export interface World {
  readonly plan: Plan
  readonly stream: (name: string) => Stream
  readonly dates: RegisterDates
  readonly slovakPoints: SlovakPoints
  readonly czechPoints: CzechPoints
}

/** `today` is `YYYY-MM-DD`. */
export function makeWorld(plan: Plan, seed: number, today: string): World {
  const stream = makeStreams(seed)
  return {
    plan,
    stream,
    dates: registerDates(today, plan.rpo.dailies),
    slovakPoints: new SlovakPoints(makeSlovakia({ ...plan.slovakia, stream }), stream, today),
    czechPoints: new CzechPoints(makeCzechia({ ...plan.czechia, stream }), stream, today),
  }
}
