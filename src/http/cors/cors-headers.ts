import type { AccessView } from '../../access/view/view.ts'
import { bearerOf } from '../request/bearer.ts'

/** A page can read only the headers that are named here. */
const EXPOSED = [
  'X-Request-Id',
  'X-Credits-Charged-Units',
  'X-Credits-Available-Units',
  'X-Credits-Period',
  'X-Credits-Reset-At',
  'Retry-After',
].join(', ')

/** On every response: a cache must not give the response for one origin to another. */
export const VARY = { Vary: 'Origin' } as const

/**
 * Lets a page of an allowed origin read the response, including errors. Not if it sent a server key: the key has leaked
 * into the page, and the page must get nothing for it.
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
