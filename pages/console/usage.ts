import { columnChart, shareBar } from './chart.ts'
import { card, html, quiet, table } from './dom.ts'
import {
  daysOf,
  formatCount,
  formatDay,
  formatMonth,
  formatShare,
  monthAfter,
  monthAt,
  monthBefore,
  plural,
} from './format.ts'
import { commandsCard, projectsCard } from './projects.ts'
import type { Projects, Units, Usage, UsedBy } from './types.ts'
import { partsOf, usedUnits } from './units.ts'

/** The page of one account and month. `changes`: of the operator who is signed in. */
export function usagePage(usage: Usage, projects: Projects, changes?: readonly HTMLElement[]): HTMLElement[] {
  const { account, period } = usage
  const [first = null, ...others] = changes ?? [null, commandsCard(account.id)]
  return [
    html(
      'div',
      { class: 'head' },
      html(
        'div',
        {},
        html('p', {}, html('a', { href: '#/' }, 'All accounts')),
        html('h1', {}, account.name),
        quiet(`${account.id}, ${account.state}`),
      ),
      months(usage),
    ),
    totals(usage),
    html(
      'div',
      { class: 'grid' },
      first,
      ...credits(usage),
      usage.days.length === 0 ? nothingUsed(period) : dailyCard(usage),
      ...(usage.days.length === 0
        ? []
        : [
            shareCard('By project', 'Project', usage.projects),
            shareCard('By operation', 'Operation', usage.operations),
            shareCard('By key', 'Key', usage.keys),
          ]),
      projectsCard(projects, changes === undefined),
      ...others,
    ),
  ]
}

function months({ account, period: month, as_of }: Usage): HTMLElement {
  const link = (to: string, text: string): HTMLElement =>
    html('a', { href: `#/accounts/${encodeURIComponent(account.id)}/${to}` }, text)
  const [before, after] = [monthBefore(month), monthAfter(month)]
  const isLast = monthAt(as_of) <= month
  return html(
    'nav',
    { class: 'months', 'aria-label': 'Months' },
    link(before, formatMonth(before)),
    html('strong', {}, formatMonth(month)),
    isLast ? null : link(after, formatMonth(after)),
  )
}

function totals(usage: Usage): HTMLElement {
  const entries = [
    ['Used units', usedUnits(usage), formatShare(usedUnits(usage), usage.allowance_units)],
    ['Left units', usage.left_units, `of ${formatCount(usage.allowance_units)}`],
    ['Charged requests', usage.requests, ''],
  ] as const
  return html(
    'dl',
    { class: 'group across' },
    entries.map(([name, value, more]) =>
      html(
        'div',
        { class: 'tile' },
        html('dt', {}, name),
        html('dd', {}, formatCount(value)),
        more === '' ? null : html('dd', { class: 'quiet' }, more),
      ),
    ),
  )
}

function credits({ credits: list }: Usage): HTMLElement[] {
  if (list.length === 0) return []
  const columns = [{ title: 'Day' }, { title: 'Units', kind: 'number' }, { title: 'Reason' }] as const
  const rows = list.map(({ at, units, why }) => [at.slice(0, 10), formatCount(units), why])
  const section = card('Credits', quiet('given back by the operator'), table('Credits', columns, rows))
  section.classList.add('wide')
  return [section]
}

function nothingUsed(month: string): HTMLElement {
  const section = card(
    'By day',
    null,
    html('p', {}, `Nothing was used in ${formatMonth(month)}.`),
    quiet('A request appears here within a second of its answer.'),
  )
  section.classList.add('wide')
  return section
}

const NO_UNITS: Units = { requests: 0, confirmed_units: 0 }

function dailyCard(usage: Usage): HTMLElement {
  const used = new Map(usage.days.map((day) => [day.day, day]))
  const days = daysOf(usage.period).map((day) => ({ ...NO_UNITS, ...used.get(day), day }))
  const most = days.toSorted((a, b) => usedUnits(b) - usedUnits(a))[0]!
  const summary = `Units of each day of ${formatMonth(usage.period)}. The most on ${formatDay(most.day)}: ${formatCount(usedUnits(most))}.`
  const chart = columnChart(
    summary,
    days.map((day) => ({
      label: String(Number(day.day.slice(8))),
      title: `${formatDay(day.day)}: ${plural(usedUnits(day), 'unit')}, ${plural(day.requests, 'request')}`,
      parts: partsOf(day),
    })),
  )
  const figures = table(
    'Units by day',
    [{ title: 'Day' }, ...UNIT_COLUMNS],
    usage.days.map((day) => [formatDay(day.day), ...unitCells(day)]),
  )
  const section = card(
    'By day',
    quiet('days of Europe/Bratislava'),
    chart,
    html('details', {}, html('summary', {}, 'The days as a table'), figures),
  )
  section.classList.add('wide')
  return section
}

const UNIT_COLUMNS = [
  { title: 'Requests', kind: 'number' },
  { title: 'Units', kind: 'number' },
] as const

function unitCells({ requests, confirmed_units }: Units): string[] {
  return [requests, confirmed_units].map(formatCount)
}

/** Rows shown at once; a customer may have thousands of keys. */
const ROWS_MAX = 100

function shareCard(title: string, what: string, list: readonly UsedBy[]): HTMLElement {
  const total = list.reduce((sum, one) => sum + usedUnits(one), 0)
  const rows = list
    .slice(0, ROWS_MAX)
    .map((one) => [
      [one.name, one.name === one.id ? null : html('span', { class: 'sub' }, one.id)],
      shareBar(partsOf(one), total),
      formatCount(usedUnits(one)),
      formatCount(one.requests),
      formatShare(usedUnits(one), total),
    ])
  const columns = [
    { title: what },
    { title: 'Share, as a bar', kind: 'fill' },
    { title: 'Units', kind: 'number' },
    { title: 'Requests', kind: 'number' },
    { title: 'Share', kind: 'number' },
  ] as const
  const rest = list.length - rows.length
  const section = card(
    title,
    null,
    table(title, columns, rows),
    rest === 0 ? null : quiet(`And ${formatCount(rest)} more; the JSON has all.`),
  )
  section.classList.add('wide')
  return section
}
