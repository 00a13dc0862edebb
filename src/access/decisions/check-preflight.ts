import type { AccessView } from '../view/view.ts'

/** A preflight names no project, so one active project that allows the origin is enough. */
export function checkPreflight(view: AccessView, origin: string | undefined): 'allowed' | 'origin_not_allowed' {
  return origin !== undefined && view.isOriginAllowed(origin) ? 'allowed' : 'origin_not_allowed'
}
