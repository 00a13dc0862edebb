import { columnChart } from './chart.ts'
import { card, code, html, quiet, table } from './dom.ts'
import { formatCount, plural } from './format.ts'
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
              const time = localTime(minute)
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
        ]),
  )
  section.classList.add('wide')
  return section
}

const CLOCK = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

function localTime(iso: string): string {
  return CLOCK.format(new Date(iso))
}
