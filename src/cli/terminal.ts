import type { ProgressReporter } from '../importing/importing.ts'
import type { Clock } from '../stdx/clock.ts'
import { nameDataFolder } from './follow-up.ts'
import { formatProgress } from './format-progress.ts'
import { currentCall } from './shell.ts'

/** The output of a command: results on standard output, progress on standard error, so `--json` output stays clean. */
export interface Terminal extends ProgressReporter {
  /** A line of the result, which may have names of customers. Nothing with `--json`. */
  line(text: string): void
  /** A line of our own words. Its commands get the data folder that was given. */
  advise(text: string): void
  /** The result for machines. Nothing without `--json`. */
  json(value: unknown): void
  /** Its commands get the data folder that was given. */
  warn(text: string): void
}

/** On a screen a bar is redrawn ten times a second; elsewhere a line is written every five seconds. */
const REDRAW_MS = 100
const PLAIN_LINE_MS = 5000
const ERASE_LINE = '\r\u001b[2K'

export function openTerminal(options: { readonly json: boolean; readonly clock: Clock }): Terminal {
  const { stdout, stderr } = currentCall()
  const isScreen = stderr.isTTY === true
  const startedMs = new Map<string, number>()
  let drawnMs = Number.NEGATIVE_INFINITY
  let open = false
  /** What is written next stands in the place of the bar, and the bar below it. */
  const erase = (): void => {
    if (!open) return
    stderr.write(ERASE_LINE)
    drawnMs = Number.NEGATIVE_INFINITY
    open = false
  }
  const line = (text: string): void => {
    erase()
    if (!options.json) stdout.write(`${withoutControls(text)}\n`)
  }
  return {
    line,
    advise: (text) => line(nameDataFolder(text)),
    json(value) {
      erase()
      if (options.json) stdout.write(`${escapeControls(JSON.stringify(toSnakeCase(value), null, 2))}\n`)
    },
    warn(text) {
      erase()
      stderr.write(`${withoutControls(nameDataFolder(text))}\n`)
    },
    progress(state) {
      const nowMs = options.clock.nowMs()
      const begunMs = startedMs.getOrInsert(state.what, nowMs)
      if (drawnMs === Number.NEGATIVE_INFINITY && !isScreen) drawnMs = nowMs
      if (nowMs - drawnMs < (isScreen ? REDRAW_MS : PLAIN_LINE_MS)) return
      drawnMs = nowMs
      const times = { seconds: (nowMs - begunMs) / 1000, hasBar: isScreen }
      const text = withoutControls(formatProgress(state, times))
      if (isScreen) {
        stderr.write(`${ERASE_LINE}${text.slice(0, (stderr.columns ?? 120) - 1)}`)
        open = true
      } else stderr.write(`${text}\n`)
    },
    progressDone: erase,
  }
}

/** Moves the cursor, colours the screen, or turns the direction of writing. Lines and tabs are ours. */
const CONTROLS = /[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]--[\n\t]]/gv

/** A name of a register or of a customer must not steer the operator's terminal. */
export function withoutControls(text: string): string {
  return text.replaceAll(CONTROLS, '\ufffd')
}

/** The same value as JSON: `JSON.stringify` escapes only the controls of ASCII, and the result is often shown. */
export function escapeControls(json: string): string {
  const escapeUnit = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  return json.replaceAll(CONTROLS, (character) => character.split('').map(escapeUnit).join(''))
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
