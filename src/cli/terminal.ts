import type { ProgressReporter, ProgressState } from '../importing/importing.ts'
import type { Clock } from '../stdx/clock.ts'
import { formatNumber } from '../stdx/format-count.ts'

/** The output of a command: results on standard output, progress on standard error, so `--json` output stays clean. */
export interface Terminal extends ProgressReporter {
  /** A line of the result. Nothing with `--json`. */
  line(text: string): void
  /** The result for machines. Nothing without `--json`. */
  json(value: unknown): void
  warn(text: string): void
}

/** On a screen the progress line is redrawn ten times a second; elsewhere a line is written every five seconds. */
const REDRAW_MS = 100
const PLAIN_LINE_MS = 5000

export function openTerminal(options: { readonly json: boolean; readonly clock: Clock }): Terminal {
  const isScreen = process.stderr.isTTY === true
  const startedMs = new Map<string, number>()
  let drawnMs = Number.NEGATIVE_INFINITY
  let open = false
  const endLine = (): void => {
    if (open) process.stderr.write('\n')
    open = false
  }
  return {
    line(text) {
      endLine()
      if (!options.json) process.stdout.write(`${text}\n`)
    },
    json(value) {
      endLine()
      if (options.json) process.stdout.write(`${JSON.stringify(toSnakeCase(value), null, 2)}\n`)
    },
    warn(text) {
      endLine()
      process.stderr.write(`${text}\n`)
    },
    progress(state) {
      const nowMs = options.clock.nowMs()
      const begunMs = startedMs.get(state.what) ?? nowMs
      if (!startedMs.has(state.what)) startedMs.set(state.what, nowMs)
      if (drawnMs === Number.NEGATIVE_INFINITY && !isScreen) drawnMs = nowMs
      if (nowMs - drawnMs < (isScreen ? REDRAW_MS : PLAIN_LINE_MS)) return
      drawnMs = nowMs
      const text = formatProgress(state, (nowMs - begunMs) / 1000)
      if (isScreen) {
        process.stderr.write(`\r\u001b[2K${text.slice(0, (process.stderr.columns ?? 120) - 1)}`)
        open = true
      } else process.stderr.write(`${text}\n`)
    },
    progressDone: endLine,
  }
}

/** `sk-rpo  42 %  1 204 000 rows  98 000/s  380/905 MB  5 s left  12 rejected` */
function formatProgress(state: ProgressState, seconds: number): string {
  const share = state.bytesTotal === 0 ? 0 : Math.min(1, state.bytes / state.bytesTotal)
  const parts = [state.bytesTotal === 0 ? state.what : `${state.what}  ${Math.floor(share * 100)} %`]
  if (state.rows !== 0)
    parts.push(
      `${formatNumber(state.rows)} rows`,
      `${formatNumber(Math.round(state.rows / Math.max(seconds, 0.001)))}/s`,
    )
  if (state.bytesTotal !== 0) parts.push(`${formatMegabytes(state.bytes)}/${formatMegabytes(state.bytesTotal)} MB`)
  if (0.01 < share) parts.push(`${Math.ceil((seconds / share) * (1 - share))} s left`)
  if (state.rejected !== 0) parts.push(`${formatNumber(state.rejected)} rejected`)
  return parts.join('  ')
}

function formatMegabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)
}

/** Names fields like the public API: `observedOn` becomes `observed_on`. Keys that are data (`companies-sk`) stay. */
function toSnakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toSnakeCase)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [snakeKey(key), toSnakeCase(field)]))
}

function snakeKey(key: string): string {
  return /^[a-z]+([A-Z][a-z0-9]*)+$/.test(key) ? key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : key
}
