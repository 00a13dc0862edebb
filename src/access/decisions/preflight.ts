import type { AccessView } from '../view/view.ts'

/** A browser asks before it asks: it does not say for whom, so any project that may call will do. The request itself is looked at more closely. */
export function preflight(view: AccessView, origin: string | undefined): 'allowed' | 'origin_not_allowed' {
  return origin !== undefined && view.isOriginAllowed(origin) ? 'allowed' : 'origin_not_allowed'
}
