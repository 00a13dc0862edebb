import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AggregatorRegistry, Counter, Histogram, Registry } from '@prometheus-io/client'
import type { Country } from '../records/country.ts'
import { systemClock } from '../stdx/clock.ts'
import { fc } from '../stdx/testing/properties.ts'
import { RecentRequestCounter, RecentRequests } from './recent-requests.ts'
import { RequestMeter, SUGGESTIONS_HELP } from './request-meter.ts'

const SECONDS = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/** The same figures, counted by Prometheus’ own client. */
class PlainMeter {
  readonly registry = new Registry()
  readonly #requests = new Counter({
    name: 'regista_http_requests_total',
    labelNames: ['operation', 'status'],
    registers: [this.registry],
    help: 'Requests answered, by operation and status',
  })
  readonly #seconds = new Histogram({
    name: 'regista_http_request_seconds',
    labelNames: ['operation'],
    buckets: SECONDS,
    registers: [this.registry],
    help: 'Time from a request to its response, in seconds, by operation',
  })
  readonly #exposed = new Counter({
    name: 'regista_exposed_keys_total',
    labelNames: ['where'],
    registers: [this.registry],
    help: 'Requests that exposed a server key in a web page or in a URL; the log names the key',
  })

  readonly #suggested = new Counter({
    name: 'regista_suggestions_total',
    labelNames: ['operation', 'country', 'found'],
    registers: [this.registry],
    help: SUGGESTIONS_HELP,
  })

  suggested(operation: string, country: Country, found: string): void {
    this.#suggested.inc({ operation, country, found })
  }

  answered(operation: string, status: number, ms: number): void {
    this.#requests.inc({ operation, status: String(status) })
    this.#seconds.observe({ operation }, ms / 1000)
  }

  exposed(where: 'page' | 'url'): void {
    this.#exposed.inc({ where })
  }
}

interface Answered {
  readonly operation: string
  readonly status: number
  readonly ms: number
  readonly exposed: 'page' | 'url' | undefined
  readonly found: string | undefined
}

const thread: fc.Arbitrary<Answered[]> = fc.array(
  fc.record({
    operation: fc.constantFrom('suggestCompanies', 'readCompany', 'none'),
    status: fc.constantFrom(200, 404, 503),
    // Also exactly at the ends of buckets, and beyond the last.
    ms: fc.oneof(fc.constantFrom(0, 0.5, 1, 5, 5_000, 5_001), fc.integer({ min: 0, max: 8_000 })),
    exposed: fc.constantFrom(undefined, 'page' as const, 'url' as const),
    found: fc.constantFrom(undefined, 'typed', 'nothing', 'words_left_out'),
  }),
  { maxLength: 30 },
)

test('the figures of several threads add up to what one meter of Prometheus’ own client would have counted', async () => {
  const run = async (threads: readonly Answered[][]) => {
    const plain = new PlainMeter()
    const meters = threads.map((requests) => {
      const meter = new RequestMeter(new RecentRequestCounter(new RecentRequests(1).memory, 0, systemClock), () => {})
      for (const { operation, status, ms, exposed, found } of requests) {
        for (const one of [meter, plain]) {
          one.answered(operation, status, ms)
          if (exposed !== undefined) one.exposed(exposed)
          if (found !== undefined) one.suggested(operation, 'sk', found)
        }
      }
      return meter
    })
    const metrics = meters.map((meter, i) => meter.metrics(20 - i) as object[])
    const written = await AggregatorRegistry.aggregate(metrics).metrics()
    const isComparable = (line: string) => !line.includes('loop_lag') && !line.startsWith('#') && line !== ''
    const sampleOf = (line: string): [string, number] => {
      const end = line.lastIndexOf(' ')
      return [line.slice(0, end), Number(line.slice(end + 1))]
    }
    const samplesOf = (text: string) => new Map(text.split('\n').filter(isComparable).map(sampleOf))
    const expected = samplesOf(await plain.registry.metrics())
    const actual = samplesOf(written)
    assert.deepEqual([...actual.keys()].toSorted(), [...expected.keys()].toSorted())
    for (const [name, value] of expected) assert(Math.abs(actual.get(name)! - value) < 1e-9, name)
    assert.match(written, /^regista_http_loop_lag_seconds 0\.02$/m)
    assert.match(written, /^# TYPE regista_http_request_seconds histogram$/m)
  }
  await fc.assert(fc.asyncProperty(fc.array(thread, { minLength: 1, maxLength: 3 }), run), { numRuns: 200 })
})
