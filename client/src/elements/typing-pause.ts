/** Faster, a held key repeats itself or a script types. Slower, the person reads or thinks. */
const GAP_MIN_MS = 50
const GAP_MAX_MS = 1_500
const GAPS_MAX = 9
const PAUSE_MIN_MS = 120
const PAUSE_MAX_MS = 700
/** The gap that is assumed before the first keys of a person are measured. */
const GAP_FIRST_MS = 250
/** A pause this much longer than most gaps between keys is probably the end of the word. */
const FACTOR = 1.4

/** The last gaps between keys, in all fields of the page. */
const gaps: number[] = []
let lastMs = 0

/** Notes that a key was typed, and returns how long to wait for the next one before a search, which costs a unit. */
export function measurePause(nowMs = performance.now()): number {
  const gap = nowMs - lastMs
  lastMs = nowMs
  if (GAP_MIN_MS < gap && gap < GAP_MAX_MS && GAPS_MAX < gaps.push(gap)) gaps.shift()
  const median = [...gaps].sort((a, b) => a - b)[gaps.length >> 1] ?? GAP_FIRST_MS
  return Math.max(PAUSE_MIN_MS, Math.min(FACTOR * median, PAUSE_MAX_MS))
}
