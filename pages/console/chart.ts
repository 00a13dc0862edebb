import { html, svg } from './dom.ts'
import { formatShort } from './format.ts'

/** A part of a column; `kind` is its class in the style sheet. */
export interface Part {
  readonly kind: 'confirmed' | 'pending' | 'hold'
  readonly value: number
}

export interface Bar {
  /** Below the column, where there is room. */
  readonly label: string
  /** Shown when the pointer rests on the column. */
  readonly title: string
  readonly parts: readonly Part[]
}

const HEIGHT = 190
const LEFT = 46
const TOP = 12
const BOTTOM = 24
/** Room for a label: for each character, and between two labels. */
const CHARACTER_WIDTH = 7
const LABEL_GAP = 16

/**
 * Columns over a time, drawn anew when the width changes, so that texts keep their size on a phone. The caller adds a
 * table with the same figures.
 */
export function columnChart(summary: string, bars: readonly Bar[]): HTMLElement {
  const frame = html('div', { class: 'chart', role: 'img', 'aria-label': summary })
  drawn.set(frame, JSON.stringify(bars))
  new ResizeObserver(([entry]) => {
    const width = Math.floor(entry!.contentRect.width)
    if (0 < width) frame.replaceChildren(draw(width, bars))
  }).observe(frame)
  return frame
}

const drawn = new WeakMap<Element, string>()

/** Whether both are charts of the same figures: then the first need not be drawn anew. */
export function isSameChart(one: Element, other: Element): boolean {
  return drawn.has(one) && drawn.get(one) === drawn.get(other)
}

function draw(width: number, bars: readonly Bar[]): SVGElement {
  const most = Math.max(...bars.map(({ parts }) => sum(parts)))
  const step = niceStep(most / 3)
  const top = Math.max(step * Math.ceil(most / step), step)
  const y = (value: number): number => TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / top)
  const pitch = (width - LEFT) / bars.length
  const longest = Math.max(...bars.map(({ label }) => label.length))
  const every = Math.ceil((longest * CHARACTER_WIDTH + LABEL_GAP) / pitch)
  const lines = Array.from({ length: Math.round(top / step) + 1 }, (_, i) => i * step).flatMap((value) => [
    svg('line', { x1: LEFT, x2: width, y1: y(value), y2: y(value) }),
    svg('text', { x: LEFT - 8, y: y(value) + 4, 'text-anchor': 'end' }, formatShort(value)),
  ])
  const columns = bars.map((bar, i) => {
    const left = LEFT + i * pitch
    const gap = Math.min(pitch * 0.25, 6)
    let from = 0
    const parts = bar.parts
      .filter(({ value }) => 0 < value)
      .map(({ kind, value }) => {
        const upper = y(from + value)
        const height = Math.max(y(from) - upper, 1)
        from += value
        return svg('rect', {
          class: kind,
          x: left + gap / 2,
          y: upper,
          width: Math.max(pitch - gap, 1),
          height,
          rx: 1.5,
        })
      })
    const isLabelled = i % every === 0
    return svg(
      'g',
      { class: 'column' },
      svg('title', {}, bar.title),
      svg('rect', { class: 'target', x: left, y: TOP, width: pitch, height: HEIGHT - TOP - BOTTOM }),
      parts,
      isLabelled ? svg('text', { x: left + pitch / 2, y: HEIGHT - 6, 'text-anchor': 'middle' }, bar.label) : null,
    )
  })
  return svg('svg', { width, height: HEIGHT, 'aria-hidden': 'true' }, lines, columns)
}

/** A row's share of a whole, as a bar in a cell of its table: half of it is half a bar. */
export function shareBar(parts: readonly Part[], whole: number): SVGElement {
  let from = 0
  const filled = parts
    .filter(({ value }) => 0 < value)
    .map(({ kind, value }) => {
      const x = percent(from, whole)
      from += value
      return svg('rect', { class: kind, x, width: percent(value, whole), height: 10, rx: 2 })
    })
  const track = svg('rect', { class: 'track', width: '100%', height: 10, rx: 2 })
  return svg('svg', { class: 'bar', 'aria-hidden': 'true' }, track, filled)
}

function percent(part: number, whole: number): string {
  return `${whole === 0 ? 0 : Math.min(100, (100 * part) / whole).toFixed(2)}%`
}

function sum(parts: readonly Part[]): number {
  return parts.reduce((total, { value }) => total + value, 0)
}

/** 1, 2 or 5 with zeros, and never less than 1: units and requests are whole. */
function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 1)))
  return power * ([1, 2, 5, 10].find((factor) => least <= factor * power) ?? 10)
}
