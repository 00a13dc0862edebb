import { columnChart } from './chart.ts'
import { card, quiet } from './dom.ts'
import { formatCount, formatTimeOfDay, plural } from './format.ts'
import type { Requests } from './types.ts'

export function formatP99(ms: number | null, requests: number): string {
  if (requests === 0) return '–'
  return ms === null ? '> 5 s' : `≤ ${ms} ms`
}

export function requestsCard({ minutes, requests, p99_ms_at_most }: Requests): HTMLElement {
  const total = requests.reduce((sum, count) => sum + count, 0)
  const section = card(
    'Requests of the last hour',
    quiet('by this server, minute by minute'),
    columnChart(
      `Requests of each minute: ${formatCount(total)} in the last hour.`,
      minutes.map((minute, i) => {
        const value = requests[i]!
        const time = formatTimeOfDay(minute)
        const p99 = formatP99(p99_ms_at_most[i]!, value)
        return {
          label: time,
          title: `${time}: ${plural(value, 'request')}, p99 ${p99}`,
          parts: [{ kind: 'confirmed', value }],
        }
      }),
    ),
  )
  section.classList.add('wide')
  return section
}
