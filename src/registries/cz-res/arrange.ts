import { parseDay } from '../../records/date.ts'
import { splitCsvRow } from '../../stdx/csv.ts'
import { InputError, inputErrorAt, raise } from '../../stdx/input-error.ts'
import { readFileHead } from '../../stdx/read-file-head.ts'
import { attempt, refuseWrongFile } from '../refuse-wrong-file.ts'
import type { ArrangeOptions, ImportSet, SourceFile } from '../registry.ts'
import { findResColumns } from './columns.ts'
import { DATASET } from './dataset.ts'
import { type FileKind, kindOfFile } from './files.ts'

/** One set: a snapshot of the whole register with the given code lists, which are read first. */
export async function arrange(files: readonly SourceFile[], options: ArrangeOptions): Promise<ImportSet[]> {
  const { fault = raise } = options
  const lists: SourceFile[] = []
  const subjects: SourceFile[] = []
  for (const file of files) {
    const kind = await attempt(options, () => acceptFile(file))
    if (kind === 'code list') lists.push(file)
    if (kind === 'subjects') subjects.push(file)
  }
  const names = files.map((file) => file.name).join(', ') || 'none'
  if (subjects.length === 0) fault(new InputError(`cz-res needs res_data.csv; files given: ${names}`))
  if (1 < subjects.length) {
    const several = subjects.map((file) => file.name).join(' and ')
    fault(
      new InputError(
        `${several}: each is a whole snapshot, and an import accepts only one. Leave out all but the newest`,
      ),
    )
  }
  const sets: ImportSet[] = []
  for (const file of subjects) {
    const observedOn = await attempt(options, () => snapshotDay(file, fault))
    const set = { dataset: DATASET, scope: '', coverage: 'full', complete: true, files: [...lists, file] } as const
    if (observedOn !== undefined) sets.push({ ...set, observedOn })
  }
  return sets
}

/** Returns the kind of a file. Throws an InputError for a file of another source or kind. */
export async function acceptFile(file: SourceFile): Promise<FileKind> {
  await refuseWrongFile(file, { source: DATASET.registry, packings: ['none'] })
  return await kindOfFile(file)
}

const HEAD_BYTES = 1 << 16

/**
 * Only the column DATPLAT has the day of the snapshot; the first complete row with a day decides. A row with a field of
 * several lines is skipped here. No message quotes a value: if columns are shifted, it may be a person's.
 */
export async function snapshotDay(file: SourceFile, fault: (fault: InputError) => void): Promise<string> {
  const head = await readFileHead(file.path, HEAD_BYTES)
  const [first, ...rows] = head.toString('utf8').replace('\ufeff', '').split(/\r?\n/)
  const header = splitOrNone(first!) ?? first!.split(',')
  const at = findResColumns(header, file.name, fault).DATPLAT
  for (const row of rows) {
    const fields = splitOrNone(row)
    const day = fields?.length === header.length ? parseDay(fields[at] ?? '') : undefined
    if (day !== undefined) return day
  }
  if (rows.every((row) => row === ''))
    throw inputErrorAt({ file: file.name }, 'has a header and no rows; fetch it again')
  throw inputErrorAt(
    { file: file.name, column: 'DATPLAT' },
    'none of the first rows has the day of the snapshot, YYYY-MM-DD; fetch the file again',
  )
}

function splitOrNone(row: string): string[] | undefined {
  try {
    return splitCsvRow(row, ',')
  } catch (error) {
    if (error instanceof InputError) return undefined
    throw error
  }
}
