import type { Credits } from '../steps/credits.ts'

/** Headers of every response. A response is for one client at one moment: it is not cached, framed or sniffed. */
export const SECURITY_HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
} as const

export const JSON_TYPE = 'application/json; charset=utf-8'

/** The four credit headers of every 200. `availableUnits` are prepared on this node, not the rest of the month. */
export function creditHeaders(price: number, { availableUnits, period, endsAtMs }: Credits): Record<string, string> {
  return {
    'X-Credits-Charged-Units': String(price),
    'X-Credits-Available-Units': String(availableUnits),
    'X-Credits-Period': period,
    'X-Credits-Reset-At': formatResetTime(endsAtMs),
  }
}

let lastEndsAtMs = 0
let lastResetTime = ''

/** The text is the same for a whole month. */
function formatResetTime(endsAtMs: number): string {
  if (endsAtMs !== lastEndsAtMs) [lastEndsAtMs, lastResetTime] = [endsAtMs, new Date(endsAtMs).toISOString()]
  return lastResetTime
}
