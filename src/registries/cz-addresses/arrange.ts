import { addDays } from '../../records/date.ts'
import { InputError, inputErrorAt, raise } from '../../stdx/input-error.ts'
import { PACKINGS, type Packing } from '../recognise-file.ts'
import { attempt, refuseWrongFile } from '../refuse-wrong-file.ts'
import type { ArrangeOptions, ImportSet, SourceFile } from '../registry.ts'
import { DATASET } from './dataset.ts'
import { dayOfName, type FileKind, kindOfFile, refuseLookAlikes } from './files.ts'
import { findPointColumns, firstHeader, openPoints } from './points-zip.ts'

/** Lists first: the reader needs them to interpret a row. */
const ORDER: readonly FileKind[] = ['hierarchy', 'counties', 'regions', 'other list', 'points']

/**
 * One set: the points of the whole country on one day, with the lists that name their okresy and kraje. Without a list
 * its names are null.
 */
export async function arrange(files: readonly SourceFile[], options: ArrangeOptions): Promise<ImportSet[]> {
  const { fault = raise } = options
  const byKind = new Map<FileKind, SourceFile[]>()
  for (const file of files) {
    const kind = await attempt(options, () => acceptFile(file))
    if (kind !== undefined) byKind.getOrInsertComputed(kind, () => []).push(file)
  }
  for (const [kind, same] of byKind) {
    if (kind === 'other list' || same.length === 1) continue
    const names = same.map((file) => file.name).join(' and ')
    fault(new InputError(`${names}: an import accepts only one of these files. Leave out all but the newest`))
    byKind.set(kind, same.slice(0, 1))
  }
  const points = byKind.get('points')?.[0]
  if (points === undefined) {
    fault(
      new InputError(
        `cz-addresses needs {YYYYMMDD}_OB_ADR_csv.zip; files given: ${files.map((file) => file.name).join(', ') || 'none'}`,
      ),
    )
    return []
  }
  const observedOn = await attempt(options, () => dayOfName(points))
  if (observedOn === undefined) return []
  await attempt(options, () => checkHierarchyDay(byKind.get('hierarchy')?.[0], observedOn))
  await attempt(options, async () => {
    await using zip = await openPoints(points)
    // Others publish zips of CSV too.
    const header = await firstHeader(points, zip)
    findPointColumns(header.columns, header.file, fault)
  })
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

/** Returns the kind of a file. Throws an InputError for a file of another source or kind. */
export async function acceptFile(file: SourceFile): Promise<FileKind> {
  refuseLookAlikes(file)
  await refuseWrongFile(file, { source: DATASET.registry, packings: packingsOf(file) })
  return kindOfFile(file)
}

function packingsOf({ name }: SourceFile): readonly Packing[] {
  if (/\.zip$/i.test(name)) return ['zip']
  return /\.csv$/i.test(name) ? ['none'] : PACKINGS
}

const DAYS_APART_MAX = 7

/**
 * The register publishes the hierarchy a day before the points. One of another month lacks newer units, and names
 * abolished ones.
 */
function checkHierarchyDay(hierarchy: SourceFile | undefined, observedOn: string): void {
  if (hierarchy === undefined) return
  const day = dayOfName(hierarchy)
  if (addDays(observedOn, -DAYS_APART_MAX) <= day && day <= addDays(observedOn, DAYS_APART_MAX)) return
  throw inputErrorAt(
    { file: hierarchy.name },
    `is of ${day} and the points are of ${observedOn}, more than ${DAYS_APART_MAX} days apart. Import the hierarchy that was published with the points`,
  )
}
