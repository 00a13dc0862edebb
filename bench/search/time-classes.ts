import type { Country } from '../../src/records/country.ts'
import type { Beginnings, Fts5, Fts5Table } from './fts5.ts'
import type { CountryQuery, QueryClass } from './query-classes.ts'
import { type Asked, addressSearcher, companySearcher, type Indexes, ofEach } from './searched.ts'

/**
 * Each query so many times; the best counts. What another process or the collector of garbage took is no property of
 * the query.
 */
const TIMES = 3
/** So many queries of each class before any is timed: the code is compiled by then. */
const WARM_UP = 400
/** So many of a class are also asked of FTS5, in the same breath … */
const FTS5_QUERIES = 300
/** … as long as they do not take more than this: it knows no way to stop a query. */
const FTS5_MS_MAX = 20_000
/** A query this slow is not asked again. */
const FTS5_SLOW_MS = 50

const SLOWEST_SHOWN = 3

/** In microseconds, ascending. */
export type Times = Float64Array

export interface ClassTimes {
  readonly name: string
  /** The best of three, to ten numbers. */
  readonly numbers: Times
  /** The first of the three: caches of the processor do not know the query yet. */
  readonly first: Times
  /** The best of three, to the bytes of an answer. */
  readonly bytes: Times
  /** Null where FTS5 has no such question. */
  readonly fts5: Times | null
  readonly stoppedEarly: number
  readonly empty: number
  readonly slowest: readonly { readonly text: string; readonly country: Country; readonly micros: number }[]
}

export function timeClasses(
  classes: readonly QueryClass[],
  indexes: Indexes,
  { fts5, progress }: { readonly fts5: Fts5; readonly progress: (name: string) => void },
): ClassTimes[] {
  const asked = searchBy(indexes)
  for (const { of, queries } of classes) {
    for (const query of queries.slice(0, WARM_UP)) {
      asked[of][query.country].find(query)
      asked[of][query.country].answer(query)
    }
  }
  return classes.map((queryClass) => {
    progress(queryClass.name)
    return timeClass(queryClass, asked[queryClass.of], hasEqualInFts5(queryClass) ? fts5[queryClass.of] : null)
  })
}

type AskedByCountry = Readonly<Record<Country, Asked>>

export function searchBy(indexes: Indexes): Readonly<Record<QueryClass['of'], AskedByCountry>> {
  return {
    companies: ofEach((country) => companySearcher(indexes.companies[country], country)),
    addresses: ofEach((country) => addressSearcher(indexes.addresses[country])),
  }
}

/** It knows no typos, no distance, and no beginning of a number that is another column. */
function hasEqualInFts5({ name }: QueryClass): boolean {
  return !/typo|ICO|position/.test(name)
}

function timeClass({ name, queries }: QueryClass, asked: AskedByCountry, fts5: Fts5[keyof Fts5] | null): ClassTimes {
  const numbers = new Float64Array(queries.length)
  const first = new Float64Array(queries.length)
  const bytes = new Float64Array(queries.length)
  const baseline: number[] = []
  const every = Math.max(1, Math.floor(queries.length / FTS5_QUERIES))
  let fts5MsLeft = FTS5_MS_MAX
  const beginnings = name.startsWith('every word a prefix') ? 'every' : 'last'
  let stoppedEarly = 0
  let empty = 0
  for (const [i, query] of queries.entries()) {
    const { find, answer, stopsEarly } = asked[query.country]
    const found = bestOf(TIMES, () => find(query))
    numbers[i] = found.best
    first[i] = found.first
    bytes[i] = bestOf(TIMES, () => answer(query).length).best
    // Odd steps, so that both countries are asked.
    if (fts5 !== null && i % (every | 1) === 0 && 0 < fts5MsLeft) {
      const startedMs = performance.now()
      baseline.push(fts5Time(fts5[query.country], query, beginnings))
      fts5MsLeft -= performance.now() - startedMs
    }
    if (stopsEarly(query)) stoppedEarly += 1
    if (found.result === 0) empty += 1
  }
  const slowest = queries
    .map(({ text, country }, i) => ({ text, country, micros: numbers[i]! }))
    .sort((a, b) => b.micros - a.micros)
    .slice(0, SLOWEST_SHOWN)
  return {
    name,
    stoppedEarly,
    empty,
    slowest,
    numbers: numbers.sort(),
    first: first.sort(),
    bytes: bytes.sort(),
    fts5: fts5 === null ? null : Float64Array.from(baseline).sort(),
  }
}

function fts5Time(table: Fts5Table, { text }: CountryQuery, beginnings: Beginnings): number {
  const once = bestOf(1, () => table.find(text, beginnings)).best
  return FTS5_SLOW_MS * 1000 < once ? once : Math.min(once, bestOf(TIMES - 1, () => table.find(text, beginnings)).best)
}

interface Timed {
  readonly best: number
  readonly first: number
  readonly result: number
}

function bestOf(times: number, work: () => number): Timed {
  let best = Number.POSITIVE_INFINITY
  let first = 0
  let result = 0
  for (let i = 0; i < times; i++) {
    const startedMs = performance.now()
    result = work()
    const micros = (performance.now() - startedMs) * 1000
    if (i === 0) first = micros
    if (micros < best) best = micros
  }
  return { best, first, result }
}

/** The value below which so many of a hundred lie. */
export function percentile(ascending: Times, percent: number): number {
  return ascending[Math.min(ascending.length - 1, Math.floor((ascending.length * percent) / 100))] ?? 0
}
