import { parseDay } from '../../records/date.ts'
import { splitCsvRow } from '../../stdx/csv.ts'
import { fileHead } from '../../stdx/file-head.ts'
import { GivenError, givenError } from '../../stdx/given-error.ts'
import type { ImportSet, SourceFile } from '../registry.ts'
import { findResColumns } from './columns.ts'
import { DATASET } from './dataset.ts'
import { kindOfFile } from './files.ts'

/** One set: a snapshot of the whole register with the code lists given beside it, which are read first. */
export async function arrange(files: readonly SourceFile[]): Promise<ImportSet[]> {
  const kinds = new Map<SourceFile, string>()
  for (const file of files) kinds.set(file, await kindOfFile(file))
  const lists = files.filter((file) => kinds.get(file) === 'code list')
  const subjects = files.filter((file) => kinds.get(file) === 'subjects')
  const names = files.map((file) => file.name).join(', ') || 'no files'
  if (subjects.length === 0) throw new GivenError(`cz-res needs res_data.csv; among ${names} there is none`)
  if (1 < subjects.length) {
    const several = subjects.map((file) => file.name).join(' and ')
    throw new GivenError(
      `${several}: each is a whole snapshot, and only one can be imported at a time. Give the newest`,
    )
  }
  const observedOn = await snapshotDay(subjects[0]!)
  return [
    { dataset: DATASET, scope: '', coverage: 'full', complete: true, observedOn, files: [...lists, subjects[0]!] },
  ]
}

const HEAD_BYTES = 1 << 16

/**
 * Each row repeats the day of the snapshot in DATPLAT, and nothing else states it; the first whole row that has one is asked. A field over
 * several lines falls apart here and its row is passed over. No message quotes a value: if columns are shifted, it is a person's.
 */
async function snapshotDay(file: SourceFile): Promise<string> {
  const head = await fileHead(file.path, HEAD_BYTES)
  const [first, ...rows] = head.toString('utf8').replace('\ufeff', '').split(/\r?\n/)
  const header = splitOrNone(first!) ?? first!.split(',')
  const at = findResColumns(header, file.name).DATPLAT
  for (const row of rows) {
    const fields = splitOrNone(row)
    const day = fields?.length === header.length ? parseDay(fields[at]!) : undefined
    if (day !== undefined) return day
  }
  if (rows.every((row) => row === '')) throw givenError({ file: file.name }, 'has a header and no rows; fetch it again')
  throw givenError(
    { file: file.name, column: 'DATPLAT' },
    'none of the first rows has the day of the snapshot, YYYY-MM-DD; fetch the file again',
  )
}

function splitOrNone(row: string): string[] | undefined {
  try {
    return splitCsvRow(row, ',')
  } catch (error) {
    if (error instanceof GivenError) return undefined
    throw error
  }
}
