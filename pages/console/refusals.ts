import { columnChart } from './chart.ts'
import { card, code, html, quiet, table } from './dom.ts'
import { formatAge, formatCount, formatTimeOfDay, plural } from './format.ts'
import type { Refusals } from './types.ts'

export function countRefusals({ reasons }: Refusals): number {
  return reasons.reduce((sum, { requests }) => sum + requests, 0)
}

export function refusalsCard(refusals: Refusals): HTMLElement {
  const { reasons, minutes } = refusals
  const total = countRefusals(refusals)
  const section = card(
    'Refusals of the last hour',
    quiet('by this server, since its start'),
    ...(total === 0
      ? [html('p', {}, 'No request was refused.')]
      : [
          columnChart(
            `Refused requests of each minute: ${formatCount(total)} in the last hour.`,
            minutes.map((minute, i) => {
              const value = reasons.reduce((sum, { by_minute }) => sum + (by_minute[i] ?? 0), 0)
              const time = formatTimeOfDay(minute)
              return {
                label: time,
                title: `${time}: ${plural(value, 'request')}`,
                parts: [{ kind: 'confirmed', value }],
              }
            }),
          ),
          table(
            'Refusals of the last hour by reason',
            [{ title: 'Reason' }, { title: 'Status', kind: 'number' }, { title: 'Requests', kind: 'number' }],
            reasons.map(({ code: reason, status, message, requests }) => [
              [code(reason), html('span', { class: 'sub' }, message)],
              String(status),
              formatCount(requests),
            ]),
          ),
          ...refusedOrigins(refusals),
        ]),
  )
  section.classList.add('wide')
  return section
}

function refusedOrigins({ origins, as_of }: Refusals): HTMLElement[] {
  if (origins.length === 0) return []
  return [
    table(
      'Origins that no project allows',
      [{ title: 'Refused origin' }, { title: 'Last' }, { title: 'Requests', kind: 'number' }],
      origins.map(({ origin, requests, last_at }) => [code(origin), formatAge(last_at, as_of), formatCount(requests)]),
    ),
    quiet('If it is a page of a customer: ', code('regista project allow-origin ID ORIGIN')),
  ]
}
