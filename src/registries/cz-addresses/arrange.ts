import { addDays } from '../../records/date.ts'
import { GivenError, givenError } from '../../stdx/given-error.ts'
import type { ImportSet, SourceFile } from '../registry.ts'
import { DATASET } from './dataset.ts'
import { dayOfName, type FileKind, kindOfFile } from './files.ts'
import { checkFirstHeader, openPoints } from './points-zip.ts'

/** Lists first: a row is understood by them. */
const ORDER: readonly FileKind[] = ['hierarchy', 'counties', 'regions', 'other list', 'points']

/** One set: the state's points of one day, with the lists that name their okresy and kraje. Lists may be absent; then names are null. */
export async function arrange(files: readonly SourceFile[]): Promise<ImportSet[]> {
  const byKind = Map.groupBy(files, kindOfFile)
  for (const [kind, alike] of byKind) {
    if (kind === 'other list' || alike.length === 1) continue
    const names = alike.map((file) => file.name).join(' and ')
    throw new GivenError(`${names}: only one of these can be imported at a time. Leave out all but the newest`)
  }
  const points = byKind.get('points')?.[0]
  if (points === undefined) {
    throw new GivenError(
      `cz-addresses needs {YYYYMMDD}_OB_ADR_csv.zip; among ${files.map((file) => file.name).join(', ') || 'no files'} there is none`,
    )
  }
  const observedOn = dayOfName(points)
  checkHierarchyDay(byKind.get('hierarchy')?.[0], observedOn)
  await using zip = await openPoints(points)
  await checkFirstHeader(points, zip)
  return [
    {
      dataset: DATASET,
      scope: '',
      coverage: 'full',
      complete: true,
      observedOn,
      files: ORDER.flatMap((kind) => byKind.get(kind) ?? []),
    },
  ]
}

const DAYS_APART_MAX = 7

/** The hierarchy is made a day before the points. One of another month lacks what was founded since, or names what is no more. */
function checkHierarchyDay(hierarchy: SourceFile | undefined, observedOn: string): void {
  if (hierarchy === undefined) return
  const day = dayOfName(hierarchy)
  if (addDays(observedOn, -DAYS_APART_MAX) <= day && day <= addDays(observedOn, DAYS_APART_MAX)) return
  throw givenError(
    { file: hierarchy.name },
    `is of ${day}, the points of ${observedOn}: more than ${DAYS_APART_MAX} days apart. Give the one that was published with them`,
  )
}
