/** In microseconds. */
export interface Goal {
  readonly p50: number
  readonly p99: number
  readonly max: number
}

/**
 * To ten document numbers, at national scale: 5 million companies and as many address points. A class without a goal is
 * only watched.
 */
export const CLASS_GOALS: Readonly<Record<string, Goal>> = {
  'one word, 1–4 letters': { p50: 1, p99: 4, max: 150 },
  'one word, 6–10 letters': { p50: 4, p99: 80, max: 400 },
  'two words, any order': { p50: 4, p99: 80, max: 400 },
  'three words': { p50: 4, p99: 200, max: 600 },
  'every word a prefix of 2–3 letters': { p50: 17, p99: 90, max: 300 },
  'the most frequent words only': { p50: 100, p99: 500, max: 1000 },
  'one typo, one word': { p50: 10, p99: 20, max: 100 },
  'one typo, two words': { p50: 27, p99: 500, max: 2000 },
  'two typos in a long word': { p50: 150, p99: 300, max: 600 },
  'ICO prefix': { p50: 1, p99: 3, max: 50 },
  'address with house number': { p50: 4, p99: 30, max: 300 },
}

export const COMPANY_BYTES = { goal: 75, stretch: 55 } as const
export const POINT_BYTES = { goal: 24 } as const
export const BUILD_SECONDS_PER_MILLION = 1
export const START_MS = 2000
export const RESIDENT_MB = { goal: 1200, stretch: 800 } as const

/** A figure beside its goal; a cross where it is missed. */
export function besideGoal(figure: number, goal: number | undefined, shown = figures(figure)): string {
  if (goal === undefined) return shown
  return `${shown} (≤ ${goal}${figure <= goal ? '' : ' ✗'})`
}

export function figures(value: number): string {
  return value < 10 ? value.toFixed(1) : value.toFixed(0)
}
