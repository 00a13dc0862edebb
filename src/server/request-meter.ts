import type { Meter, Refusal } from '../http/http.ts'
import type { Country } from '../records/country.ts'
import type { RecentRequestCounter } from './recent-requests.ts'
import { BUCKET_SECONDS, BUCKETS, bucketOf } from './time-buckets.ts'

/** The form in which Prometheus’ client adds up figures. Only the main thread loads it: it has 80 files. */
export interface ThreadMetric {
  readonly name: string
  readonly help: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly aggregator: 'sum' | 'max'
  readonly values: readonly ThreadValue[]
}

interface ThreadValue {
  readonly labels: Readonly<Record<string, string | number>>
  readonly value: number
  /** A histogram's name with `_bucket`, `_sum` or `_count`. */
  readonly metricName?: string
}

export const SUGGESTIONS_HELP =
  'Lists of suggestions, by operation, country and how they were found: typed, nothing, or what was tried instead'

/** What one thread has answered. A scrape adds up the figures of all threads. */
export class RequestMeter implements Meter {
  /** By operation. */
  readonly #answered = new Map<string, AnsweredOperation>()
  /** By operation, country and how it was found, parted by spaces. */
  readonly #suggested = new Map<string, number>()
  readonly #exposed = { page: 0, url: 0 }
  readonly #recent: RecentRequestCounter
  readonly #noteRefusal: (refusal: Refusal) => void

  constructor(recent: RecentRequestCounter, noteRefusal: (refusal: Refusal) => void) {
    this.#recent = recent
    this.#noteRefusal = noteRefusal
  }

  answered(operation: string, status: number, ms: number): void {
    this.#answered.getOrInsertComputed(operation, () => new AnsweredOperation()).add(status, ms / 1000)
    // One that reached no endpoint takes no time, so it would make the others look faster.
    if (operation !== 'none') this.#recent.answered(ms / 1000)
  }

  refused(refusal: Refusal): void {
    this.#recent.refused(refusal.code)
    this.#noteRefusal(refusal)
  }

  suggested(operation: string, country: Country, found: string): void {
    const key = `${operation} ${country} ${found}`
    this.#suggested.set(key, (this.#suggested.get(key) ?? 0) + 1)
  }

  exposed(where: 'page' | 'url'): void {
    this.#exposed[where]++
  }

  /** `longestDelayMs`: of the event loop, since the last call. */
  metrics(longestDelayMs: number): ThreadMetric[] {
    const operations = [...this.#answered]
    return [
      {
        name: 'regista_http_requests_total',
        type: 'counter',
        aggregator: 'sum',
        help: 'Requests answered, by operation and status',
        values: operations.flatMap(([operation, { statuses }]) =>
          [...statuses].map(([status, value]) => ({ labels: { operation, status: String(status) }, value })),
        ),
      },
      {
        name: 'regista_http_request_seconds',
        type: 'histogram',
        aggregator: 'sum',
        help: 'Time from a request to its response, in seconds, by operation',
        values: operations.flatMap(([operation, one]) => one.histogram('regista_http_request_seconds', { operation })),
      },
      {
        name: 'regista_suggestions_total',
        type: 'counter',
        aggregator: 'sum',
        help: SUGGESTIONS_HELP,
        values: [...this.#suggested].map(([key, value]) => {
          const [operation, country, found] = key.split(' ')
          return { labels: { operation: operation!, country: country!, found: found! }, value }
        }),
      },
      {
        name: 'regista_exposed_keys_total',
        type: 'counter',
        aggregator: 'sum',
        help: 'Requests that exposed a server key in a web page or in a URL; the log names the key',
        values: (['page', 'url'] as const)
          .filter((where) => 0 < this.#exposed[where])
          .map((where) => ({ labels: { where }, value: this.#exposed[where] })),
      },
      {
        name: 'regista_http_loop_lag_seconds',
        type: 'gauge',
        aggregator: 'max',
        help: 'Maximum event-loop delay of a thread since the last scrape, in seconds',
        values: [{ labels: {}, value: longestDelayMs / 1000 }],
      },
    ]
  }
}

class AnsweredOperation {
  readonly statuses = new Map<number, number>()
  /** How many took at most so long, but longer than the bucket before; the last: longer than all. */
  readonly #buckets = new Float64Array(BUCKETS)
  #sum = 0

  add(status: number, seconds: number): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
    this.#sum += seconds
    this.#buckets[bucketOf(seconds)]!++
  }

  /** Each bucket of Prometheus has the ones before it, too. */
  histogram(name: string, labels: Readonly<Record<string, string>>): ThreadValue[] {
    let count = 0
    const buckets = [...BUCKET_SECONDS, '+Inf'].map((le, i) => {
      count += this.#buckets[i]!
      return { labels: { le, ...labels }, value: count, metricName: `${name}_bucket` }
    })
    return [
      ...buckets,
      { labels, value: this.#sum, metricName: `${name}_sum` },
      { labels, value: count, metricName: `${name}_count` },
    ]
  }
}
