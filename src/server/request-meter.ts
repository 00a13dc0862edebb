import { Counter, Gauge, Histogram, type MetricObjectWithValues, type MetricValue, Registry } from 'prom-client'
import type { ErrorCode, Meter } from '../http/http.ts'
import { LoopLag } from './loop-lag.ts'
import type { RefusalCounter } from './refusal-counts.ts'

/** From the fastest answers out of memory to ones that no client waits for, in seconds. */
const SECONDS = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/** What one thread has answered. A scrape adds up the figures of all threads. */
export class RequestMeter implements Meter {
  readonly #registry = new Registry()
  readonly #requests = new Counter({
    name: 'regista_http_requests_total',
    help: 'Requests answered, by operation and status',
    labelNames: ['operation', 'status'],
    registers: [this.#registry],
  })
  readonly #seconds = new Histogram({
    name: 'regista_http_request_seconds',
    help: 'Time from a request to its response, in seconds, by operation',
    labelNames: ['operation'],
    buckets: SECONDS,
    registers: [this.#registry],
  })
  readonly #exposed = new Counter({
    name: 'regista_exposed_keys_total',
    help: 'Requests that exposed a server key in a web page or in a URL; the log names the key',
    labelNames: ['where'],
    registers: [this.#registry],
  })
  readonly #lag = new Gauge({
    name: 'regista_http_loop_lag_seconds',
    help: 'Maximum event-loop delay of a thread since the last scrape, in seconds',
    aggregator: 'max',
    registers: [this.#registry],
  })
  readonly #loop = new LoopLag()
  readonly #counts = new Map<string, { inc(): void }>()
  readonly #times = new Map<string, { observe(seconds: number): void }>()
  readonly #refusals: RefusalCounter

  constructor(refusals: RefusalCounter) {
    this.#refusals = refusals
  }

  answered(operation: string, status: number, ms: number): void {
    const counted = `${operation} ${status}`
    let count = this.#counts.get(counted)
    if (count === undefined) this.#counts.set(counted, (count = this.#requests.labels(operation, String(status))))
    count.inc()
    let time = this.#times.get(operation)
    if (time === undefined) this.#times.set(operation, (time = this.#seconds.labels(operation)))
    time.observe(ms / 1000)
  }

  refused(code: ErrorCode): void {
    this.#refusals.count(code)
  }

  exposed(where: 'page' | 'url'): void {
    this.#exposed.inc({ where })
  }

  metrics(): Promise<readonly MetricObjectWithValues<MetricValue<string>>[]> {
    this.#lag.set(this.#loop.takeLongestMs() / 1000)
    return this.#registry.getMetricsAsJSON() as Promise<readonly MetricObjectWithValues<MetricValue<string>>[]>
  }
}
