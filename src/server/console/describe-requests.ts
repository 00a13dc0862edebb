import { isoTime } from '../../stdx/clock.ts'
import type { RequestsByMinute } from '../recent-requests.ts'
import { BUCKET_SECONDS } from '../time-buckets.ts'

/** Minutes of which one percentile is told: those that have ended, and the running one. */
const LAST_MINUTES = 5
const SHARE = 0.99

/**
 * `/console/api/requests`: how many requests this server answered in each minute of the last hour, and how long all but
 * the slowest hundredth took at most: the end of a bucket of the metric `regista_http_request_seconds`.
 */
export function describeRequests({ minutesMs, times }: RequestsByMinute, nowMs: number) {
  return {
    as_of: isoTime(nowMs),
    minutes: minutesMs.map(isoTime),
    requests: times.map(count),
    p99_ms_at_most: times.map(p99),
    last_minutes: { minutes: LAST_MINUTES, ...describe(times.slice(-LAST_MINUTES)) },
  }
}

function describe(times: RequestsByMinute['times']) {
  const sums = times[0]!.map((_, bucket) => times.reduce((sum, minute) => sum + minute[bucket]!, 0))
  return { requests: count(sums), p99_ms_at_most: p99(sums) }
}

function count(buckets: readonly number[]): number {
  return buckets.reduce((sum, one) => sum + one, 0)
}

/** Null: no request, or more than a hundredth took longer than the longest bucket. */
function p99(buckets: readonly number[]): number | null {
  const wanted = Math.ceil(SHARE * count(buckets))
  if (wanted === 0) return null
  let seen = 0
  const bucket = buckets.findIndex((one) => wanted <= (seen += one))
  return bucket < BUCKET_SECONDS.length ? BUCKET_SECONDS[bucket]! * 1000 : null
}
