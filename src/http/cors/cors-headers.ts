import type { AccessView } from '../../access/access.ts'
import { bearerOf } from '../request/bearer.ts'

/** None of them is readable for a page unless it is named. */
const EXPOSED = [
  'X-Request-Id',
  'X-Credits-Charged-Units',
  'X-Credits-Available-Units',
  'X-Credits-Period',
  'X-Credits-Reset-At',
  'Retry-After',
].join(', ')

/** Of an answer that no page may read: another may, so nobody keeps it for all. */
export const VARY = { Vary: 'Origin' } as const

/**
 * Of an answer to a page: with them its browser lets it read the answer, errors too. Not when a server key comes with an origin: the key has leaked into a page, and a page gets
 * nothing for it.
 */
export function corsHeaders(
  view: Pick<AccessView, 'isOriginAllowed'>,
  { origin, authorization }: { readonly origin?: string | undefined; readonly authorization?: string | undefined },
): Readonly<Record<string, string>> {
  if (origin === undefined || !view.isOriginAllowed(origin) || isServerKey(bearerOf(authorization))) return VARY
  return { ...VARY, 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': EXPOSED }
}

export function isServerKey(bearer: string | undefined): boolean {
  return bearer?.startsWith('rgk_') === true
}
