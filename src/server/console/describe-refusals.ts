import { API_ERRORS } from '../../http/errors.ts'
import { isoTime } from '../../stdx/clock.ts'
import type { RequestsByMinute } from '../recent-requests.ts'
import type { RefusedOrigin } from '../refused-origins.ts'

/**
 * `/console/api/refusals`: requests of the last hour that this server answered with an error, by reason. The counts
 * begin anew with each start of the server.
 */
export function describeRefusals(
  { minutesMs, refusals }: RequestsByMinute,
  origins: readonly RefusedOrigin[],
  nowMs: number,
) {
  const reasons = [...refusals].map(([code, byMinute]) => {
    const { status, message } = API_ERRORS[code]
    return { code, status, message, requests: byMinute.reduce((sum, count) => sum + count, 0), by_minute: byMinute }
  })
  return {
    as_of: isoTime(nowMs),
    minutes: minutesMs.map(isoTime),
    reasons: reasons.filter(({ requests }) => 0 < requests).sort((a, b) => b.requests - a.requests),
    /** Some of those that were refused with `origin_not_allowed`, as clients sent them. */
    origins: origins.map(({ origin, count, lastAtMs }) => ({ origin, requests: count, last_at: isoTime(lastAtMs) })),
  }
}
