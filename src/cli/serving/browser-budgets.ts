import type { Log } from '../../http/http.ts'
import type { BrowserDay } from './browser-day.ts'

/** These projects' pages get nothing more until this moment. */
export interface SpentBudgets {
  readonly projects: readonly string[]
  readonly untilMs: number
}

export const NONE_SPENT: SpentBudgets = { projects: [], untilMs: 0 }

/** Finds out from each look at the day whose daily budget is spent, and tells when that changes. */
export function browserBudgets(log: Log, changed: (spent: SpentBudgets) => void): (day: BrowserDay) => void {
  let said = ''
  return ({ endsAtMs, projects }) => {
    const spent = projects
      .filter(({ units, unitsDaily }) => unitsDaily !== null && unitsDaily <= units)
      .map(({ project }) => project)
    const words = spent.length === 0 ? '' : `${spent.join()} ${endsAtMs}`
    if (words === said) return
    said = words
    if (0 < spent.length) log.warn({ projects: spent }, 'the daily budget of web pages is spent')
    changed({ projects: spent, untilMs: endsAtMs })
  }
}
