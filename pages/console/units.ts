import type { Part } from './chart.ts'
import { html, svg } from './dom.ts'
import type { Units } from './types.ts'

type UnitSums = Omit<Units, 'requests'>

export const UNIT_KINDS = [
  ['confirmed', 'confirmed'],
  ['pending', 'pending: not known to be answered yet'],
  ['hold', 'hold: never charged'],
] as const

export function partsOf({ confirmed_units, pending_units, hold_units }: UnitSums): readonly Part[] {
  return [
    { kind: 'confirmed', value: confirmed_units },
    { kind: 'pending', value: pending_units },
    { kind: 'hold', value: hold_units },
  ]
}

export function usedUnits({ confirmed_units, pending_units, hold_units }: UnitSums): number {
  return confirmed_units + pending_units + hold_units
}

/** What the colours of units mean. */
export function legend(): HTMLElement {
  return html(
    'ul',
    { class: 'legend' },
    UNIT_KINDS.map(([kind, words]) =>
      html(
        'li',
        {},
        svg('svg', { 'aria-hidden': 'true' }, svg('rect', { class: kind, width: 10, height: 10, rx: 2 })),
        words,
      ),
    ),
  )
}
