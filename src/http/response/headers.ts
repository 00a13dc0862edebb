/** Headers of every response. A response is for one client at one moment: it is not cached, framed or sniffed. */
export const SECURITY_HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
} as const

export const JSON_TYPE = 'application/json; charset=utf-8'

let lastEndsAtMs = 0
let lastResetTime = ''

/** The text is the same for a whole month. */
export function formatResetTime(endsAtMs: number): string {
  if (endsAtMs !== lastEndsAtMs) [lastEndsAtMs, lastResetTime] = [endsAtMs, new Date(endsAtMs).toISOString()]
  return lastResetTime
}
