import { API_ERRORS } from '../../http/errors.ts'
import { isoTime } from '../../stdx/clock.ts'
import type { RecentRefusals } from '../refusal-counts.ts'

/**
 * `/console/api/refusals`: requests of the last hour that this server answered with an error, by reason. The counts
 * begin anew with each start of the server.
 */
export function describeRefusals({ minutesMs, counts }: RecentRefusals, nowMs: number) {
  const reasons = [...counts].map(([code, byMinute]) => {
    const { status, message } = API_ERRORS[code]
    return { code, status, message, requests: byMinute.reduce((sum, count) => sum + count, 0), by_minute: byMinute }
  })
  return {
    as_of: isoTime(nowMs),
    minutes: minutesMs.map(isoTime),
    reasons: reasons.filter(({ requests }) => 0 < requests).sort((a, b) => b.requests - a.requests),
  }
}
