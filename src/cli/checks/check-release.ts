import { type Manifest, ReleaseFolder, verifyRelease } from '../../release/release.ts'
import { formatCount } from '../../stdx/format-count.ts'
import { DAY_MS } from '../../stdx/time-units.ts'
import { type Context, releasesDir } from '../context.ts'
import { describeMissingDays } from '../missing-days.ts'
import { listEmptySegments } from '../publish.ts'
import type { Finding } from './finding.ts'

export function currentRelease(context: Context): Finding[] {
  const check = 'release'
  const current = new ReleaseFolder(releasesDir(context)).current()
  if (current === null)
    return [{ check, state: 'next', detail: 'nothing is published, so a server answers 503; run `regista publish`' }]
  const [problem] = verifyRelease(current.dir)
  const detail = problem ?? `${current.manifest.id}, every file matches its hash`
  const findings: Finding[] = [{ check, state: problem === undefined ? 'ok' : 'bad', detail }]
  const empty = listEmptySegments(current.manifest.segments)
  if (empty.length !== 0) findings.push({ check, state: 'next', detail: `it has nothing of ${empty.join(', ')}` })
  return findings
}

export function sources(context: Context): Finding[] {
  const current = new ReleaseFolder(releasesDir(context)).current()
  if (current === null) return []
  const { invented, sources } = current.manifest
  const gaps = sources.flatMap(missingChanges)
  if (invented)
    return [{ check: 'sources', state: 'ok', detail: 'invented sample data: every response says so' }, ...gaps]
  return [...sources.map((source) => sourceAge(source, context.clock.nowMs())), ...gaps]
}

function missingChanges({ dataset, missingDays }: Manifest['sources'][number]): Finding[] {
  if (missingDays.length === 0) return []
  return [{ check: dataset.name, state: 'bad', detail: describeMissingDays(missingDays) }]
}

function sourceAge({ dataset, observedOn, regions = {} }: Manifest['sources'][number], nowMs: number): Finding {
  const newest = Object.values(regions).toSorted().at(-1)
  const behind = Object.entries(regions).flatMap(([name, day]) => (day === newest ? [] : `region ${name} is of ${day}`))
  const late = behind.length === 0 ? '' : `; ${behind.toSorted().join(', ')}, the newest of ${newest}`
  const days = Math.floor((nowMs - Date.parse(observedOn)) / DAY_MS)
  const isFresh = days <= dataset.rhythmDays
  const advice = `; the source publishes every ${formatCount(dataset.rhythmDays, 'day')}: run \`regista sync\``
  return {
    check: dataset.name,
    state: isFresh ? 'ok' : 'bad',
    detail: `as of ${observedOn}, ${formatCount(days, 'day')} old${isFresh ? '' : advice}${late}`,
  }
}
