import type { Rebuilt } from './build-time.ts'
import {
  BUILD_SECONDS_PER_MILLION,
  besideGoal,
  CLASS_GOALS,
  COMPANY_BYTES,
  figures,
  POINT_BYTES,
  RESIDENT_MB,
  START_MS,
} from './goals.ts'
import type { Indexes } from './searched.ts'
import { type Sizes, sizesOf, together } from './sizes.ts'
import type { Ready } from './start-time.ts'
import type { Throughput } from './threads.ts'
import { type ClassTimes, percentile, type Times } from './time-classes.ts'

const MB = 1e6

export function sizeTable(indexes: Indexes, dir: string): string[] {
  const sizes = sizesOf(indexes, dir)
  const line = (one: Sizes, goal?: number): string => {
    const each = (bytes: number): string => figures(bytes / one.records)
    const total = one.index + one.columnNumbers + one.columnTexts
    const index = besideGoal(one.index / one.records, goal)
    const files = `${(one.indexFile / MB).toFixed(1)} | ${(one.columnsFile / MB).toFixed(1)}`
    return `| ${one.name} | ${one.records} | ${index} | ${each(one.columnNumbers)} | ${each(one.columnTexts)} | ${each(total)} | ${each(one.served)} | ${files} |`
  }
  const companies = together('**companies**', sizes.slice(0, 2))
  const points = together('**address points**', sizes.slice(2))
  return [
    '| bytes per record | records | index | columns of numbers | display text | all together | of it in a server’s memory | index file MB | columns file MB |',
    '|---|---|---|---|---|---|---|---|---|',
    ...sizes.map((one) => line(one)),
    line(companies, COMPANY_BYTES.goal),
    line(points, POINT_BYTES.goal),
    '',
    `Stretch goal of companies: ${COMPANY_BYTES.stretch}. The index holds all that finding and ranking walk through; the columns beside it are read for what is shown and for building.`,
  ]
}

export function buildTable(rebuilt: Readonly<Record<string, Rebuilt>>): string[] {
  return [
    '| index built from its columns | records | s | s of processor | s of processor per million records | peak MB |',
    '|---|---|---|---|---|---|',
    ...Object.entries(rebuilt).map(([name, { records, seconds, cpuSeconds, peakMb }]) => {
      const perMillion = besideGoal((cpuSeconds / records) * 1e6, BUILD_SECONDS_PER_MILLION)
      return `| ${name} | ${records} | ${seconds.toFixed(1)} | ${cpuSeconds.toFixed(1)} | ${perMillion} | ${peakMb.toFixed(0)} |`
    }),
    '',
    'Seconds of processor are those of all threads of the process, the collector of garbage among them: what one free core would take.',
  ]
}

export function startTable({ ms, residentMb, peakMb }: Ready & { readonly ms: number }): string[] {
  return [
    '| a process opens the release and all indexes, and answers once from each | |',
    '|---|---|',
    `| from its start to the answers, page cache warm, ms | ${besideGoal(ms, START_MS)} |`,
    `| resident, MB (stretch ${RESIDENT_MB.stretch}) | ${besideGoal(residentMb, RESIDENT_MB.goal)} |`,
    `| resident at most, MB | ${peakMb.toFixed(0)} |`,
    '',
    'Without HTTP and without the books, which the goals of the whole service include.',
  ]
}

export function classTable(times: readonly ClassTimes[]): string[] {
  return [
    '| class | queries | p50 µs | p99 µs | max µs | first time p50 / p99 | to bytes p50 / p99 / max | FTS5 p50 / p99 / max | of FTS5 queries | stopped early | nothing found |',
    '|---|---|---|---|---|---|---|---|---|---|---|',
    ...times.map((one) => {
      const goal = CLASS_GOALS[one.name]
      const { numbers, fts5 } = one
      const cells = [
        one.name,
        numbers.length,
        besideGoal(percentile(numbers, 50), goal?.p50),
        besideGoal(percentile(numbers, 99), goal?.p99),
        besideGoal(percentile(numbers, 100), goal?.max),
        `${figures(percentile(one.first, 50))} / ${figures(percentile(one.first, 99))}`,
        spread(one.bytes),
        fts5 === null ? 'n/a' : spread(fts5),
        fts5 === null ? '' : fts5.length,
        one.stoppedEarly,
        one.empty,
      ]
      return `| ${cells.join(' | ')} |`
    }),
    '',
    'To ten document numbers, best of three for each query; goals in brackets, ✗ where missed. First time: the first of the three, when the processor’s caches do not know the query. To bytes: whole hits as objects in the shape of the API, JSON.stringify, a Buffer. FTS5: to ten row numbers of the same records in the same order, on some queries of the class, evenly spread.',
  ]
}

function spread(times: Times): string {
  return [50, 99, 100].map((percent) => figures(percentile(times, percent))).join(' / ')
}

export function slowestTable(times: readonly ClassTimes[]): string[] {
  return [
    '| class | its slowest queries (µs) |',
    '|---|---|',
    ...times.map(
      ({ name, slowest }) =>
        `| ${name} | ${slowest.map(({ text, country, micros }) => `${country} ${text} (${figures(micros)})`).join(', ')} |`,
    ),
  ]
}

export function threadTable(one: Throughput, two: Throughput): string[] {
  const line = (name: string, figure: keyof Throughput): string =>
    `| ${name} | ${Math.round(one[figure])} | ${Math.round(two[figure])} | ${(two[figure] / one[figure]).toFixed(2)} |`
  return [
    '| all classes mixed, to numbers | one thread | two threads | two / one |',
    '|---|---|---|---|',
    line('queries per second', 'perSecond'),
    line('queries per second of processor', 'perCpuSecond'),
  ]
}
