import type { Log } from '../../http/http.ts'
import type { BrowserDay, ProjectDay } from './browser-day.ts'

export interface BrowserShares {
  told(day: BrowserDay): void
  /** By project: what its pages have used today of its account's month, of those that have used much. */
  shares(): ReadonlyMap<string, number>
}

/** A tenth of the month in a day: with that the month is over after ten. */
const MUCH = 0.1

/**
 * Says, once for each project and day, that its pages use up the month of their account: a scraper, or a customer who needs more. It stops nobody; that is for the operator, with a
 * budget.
 */
export function browserShares(log: Log): BrowserShares {
  let much: ReadonlyMap<string, number> = new Map()
  let said = new Set<string>()
  let dayMs = 0
  return {
    shares: () => much,
    told({ startsAtMs, projects }) {
      if (startsAtMs !== dayMs) said = new Set()
      dayMs = startsAtMs
      const using = projects.filter((project) => MUCH <= monthShare(project))
      much = new Map(using.map((project) => [project.project, monthShare(project)]))
      for (const { project, units, allowanceUnits } of using) {
        if (said.has(project)) continue
        said.add(project)
        log.warn({ project, units, allowanceUnits }, 'web pages have used a tenth of the month of their account today')
      }
    },
  }
}

/** Of an account that may use nothing, nothing can be used up. */
function monthShare({ units, allowanceUnits }: ProjectDay): number {
  return allowanceUnits === 0 ? 0 : units / allowanceUnits
}
