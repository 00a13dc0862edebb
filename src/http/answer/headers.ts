/** Of every answer, whatever it says. An answer is for who asked, now: nobody keeps it, frames it, or guesses another type. */
export const SECURITY_HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
} as const

export const JSON_TYPE = 'application/json; charset=utf-8'

/** The four of credits, on every 200. */
export interface Credits {
  readonly chargedUnits: number
  /** What is prepared for this account on this node, not what is left of the month. */
  readonly availableUnits: number
  /** `2026-11` */
  readonly period: string
  readonly endsAtMs: number
}

export function creditHeaders({ chargedUnits, availableUnits, period, endsAtMs }: Credits): Record<string, string> {
  return {
    'X-Credits-Charged-Units': String(chargedUnits),
    'X-Credits-Available-Units': String(availableUnits),
    'X-Credits-Period': period,
    'X-Credits-Reset-At': resetAt(endsAtMs),
  }
}

let lastEndsAtMs = 0
let lastResetAt = ''

/** Written the same for a whole month. */
function resetAt(endsAtMs: number): string {
  if (endsAtMs !== lastEndsAtMs) [lastEndsAtMs, lastResetAt] = [endsAtMs, new Date(endsAtMs).toISOString()]
  return lastResetAt
}
