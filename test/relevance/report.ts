import { COUNTRIES } from '../../src/records/country.ts'
import { type Keystrokes, quantile } from './keystrokes.ts'
import { type Outcome, type Score, scoreOf } from './score.ts'
import { KINDS } from './searcher.ts'

/** The results of one engine. */
export interface EngineResult {
  readonly engine: string
  readonly written: readonly Outcome[]
  readonly seeded: readonly Outcome[]
  readonly keystrokes: readonly Keystrokes[]
}

/** The goals, printed beside the results. */
export const GOALS = { first: 0.95, five: 0.99, keystrokesToFirst: { companies: 9, addresses: 11 } } as const

export function reportText(results: readonly EngineResult[]): string {
  const [ours] = results
  return [
    `Goals: success@1 ≥ ${percent(GOALS.first)}, success@5 ≥ ${percent(GOALS.five)}; keystrokes to the first place, median: company ≤ ${GOALS.keystrokesToFirst.companies}, address ≤ ${GOALS.keystrokesToFirst.addresses}. "As demanded": shown as high as the case asks.`,
    totals(results),
    keystrokes(results),
    `Cases by theme, ${ours!.engine}`,
    themes(ours!.written),
    ...(ours!.seeded.length === 0 ? [] : [`Seeded queries by theme, ${ours!.engine}`, themes(ours!.seeded)]),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

const COLUMNS = ['cases', 'success@1', 'success@5', 'MRR', 'as demanded', 'meant record first']

function totals(results: readonly EngineResult[]): string {
  const rows = results.flatMap(({ engine, written, seeded }) =>
    Object.entries({ 'written cases': written, 'seeded queries': seeded }).flatMap(([what, outcomes]) =>
      [...KINDS, 'all' as const].flatMap((kind) => {
        const some = outcomes.filter(({ tried }) => kind === 'all' || tried.query.kind === kind)
        return some.length === 0 ? [] : [[engine, `${what}, ${kind}`, ...columnsOf(scoreOf(some))]]
      }),
    ),
  )
  return table(['engine', 'what', ...COLUMNS], rows)
}

/** One row for a theme and country. */
function themes(outcomes: readonly Outcome[]): string {
  const names = [...new Set(outcomes.map(({ tried }) => tried.theme))].sort()
  const rows = names.flatMap((theme) =>
    COUNTRIES.flatMap((country) => {
      const some = outcomes.filter(({ tried }) => tried.theme === theme && tried.query.country === country)
      return some.length === 0 ? [] : [[theme, country, ...columnsOf(scoreOf(some))]]
    }),
  )
  return table(['theme', 'country', ...COLUMNS], rows)
}

function columnsOf({ cases, first, five, meanReciprocalRank, passed, meantFirst }: Score): string[] {
  return [
    String(cases),
    ...[percent(first), percent(five), meanReciprocalRank.toFixed(3), percent(passed), percent(meantFirst)],
  ]
}

function keystrokes(results: readonly EngineResult[]): string {
  const rows = results.flatMap(({ engine, keystrokes: all }) =>
    KINDS.flatMap((kind) => {
      const some = all.filter((one) => one.kind === kind)
      if (some.length === 0) return []
      const of = (values: readonly number[]): string[] => [0.5, 0.9].map((share) => keys(quantile(values, share)))
      return [
        [
          engine,
          kind,
          String(some.length),
          ...of(some.map((one) => one.toFirst)),
          ...of(some.map((one) => one.toFive)),
        ],
      ]
    }),
  )
  const head = [
    'engine',
    'typed letter by letter',
    'records',
    'to the first, median',
    'p90',
    'to the first five, median',
    'p90',
  ]
  return rows.length === 0 ? '' : table(head, rows)
}

function keys(count: number): string {
  return Number.isFinite(count) ? String(count) : 'never'
}

function percent(share: number): string {
  return `${(share * 100).toFixed(share === 1 ? 0 : 1).replace(/\.0$/, '')} %`
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}
