import { KEY_WARNING_DAYS, listExpiringKeys } from '../../access/control/keys.ts'
import { readNames } from '../../access/control/pages.ts'
import { isoTime } from '../../stdx/clock.ts'
import { DAY_MS } from '../../stdx/time-units.ts'
import type { ConsoleSources } from './console-sources.ts'

const KEYS_SHOWN = 100

/** `/console/api/keys`: working keys that expire soon and have no successor, the first to expire first. */
export async function readKeys(sources: ConsoleSources) {
  const nowMs = sources.clock.nowMs()
  const { keys, projects, more } = await sources.withControl(async (control) => {
    const found = await listExpiringKeys(control, KEYS_SHOWN + 1)
    const keys = found.slice(0, KEYS_SHOWN)
    const names = await readNames(control, { projects: keys.map(({ project }) => project), credentials: [] })
    return { keys, projects: names.projects, more: keys.length < found.length }
  })
  return {
    as_of: isoTime(nowMs),
    warning_days: KEY_WARNING_DAYS,
    keys: keys.map(({ id, name, last4, project, expiresAtMs }) => {
      const named = projects.get(project)
      return {
        id,
        name,
        last4,
        project: { id: project, name: named?.name ?? null },
        account: named?.account ?? { id: null, name: null },
        expires_at: isoTime(expiresAtMs),
        days_left: Math.floor((expiresAtMs - nowMs) / DAY_MS),
      }
    }),
    /** Whether more keys expire than are listed. */
    more,
  }
}
