import assert from 'node:assert/strict'

/** How often something is killed, and what the kills must have shown. */
export interface KillGoal<Report> {
  /** At least so many kills. */
  readonly kills: number
  /** A kill at a moment when nothing happens proves nothing, so it goes on until this is true. Default: always. */
  readonly isEnough?: (report: Report) => boolean
}

/** Throws if many more kills have not shown it either. */
export function isReached<Report extends { readonly kills: number }>(goal: KillGoal<Report>, report: Report): boolean {
  if (report.kills < goal.kills) return false
  if (goal.isEnough?.(report) ?? true) return true
  assert(report.kills < MORE * goal.kills, `so many kills, and not what they must show: ${JSON.stringify(report)}`)
  return false
}

const MORE = 10
