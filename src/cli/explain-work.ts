import { formatNumber } from '../stdx/format-count.ts'

/** What a search cost of what a query may cost, in units of its budget. */
export function workLine(work: {
  readonly workSpent: number
  readonly workMax: number
  readonly stoppedEarly: boolean
}): string {
  const end = work.stoppedEarly ? ': the budget is spent, there may be more that fits' : ''
  return `  work ${formatNumber(work.workSpent)} of ${formatNumber(work.workMax)} units${end}`
}
