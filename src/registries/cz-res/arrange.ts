import { parseDay } from '../../records/date.ts'
import { readCsv } from '../../stdx/csv.ts'
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

/** Each row repeats the day of the snapshot in DATPLAT, and nothing else states it; the first row is asked. */
async function snapshotDay(file: SourceFile): Promise<string> {
  let at = -1
  let found: { line: number; text: string } | undefined
  const head = await fileHead(file.path, 1 << 16)
  await readCsv(
    once(head.subarray(0, endOfRows(head, 2))),
    { file: file.name, delimiter: ',', encoding: 'utf-8' },
    {
      header: (columns) => {
        at = findResColumns(columns, file.name).DATPLAT
      },
      row: (row) => {
        found ??= { line: row.line, text: row.fields()[at] ?? '' }
      },
      afterBlock: async () => {},
    },
  )
  if (found === undefined) throw givenError({ file: file.name }, 'has a header and no rows; fetch it again')
  const day = parseDay(found.text)
  if (day !== undefined) return day
  throw givenError(
    { file: file.name, line: found.line, column: 'DATPLAT' },
    `is ${JSON.stringify(found.text)}; the day of the snapshot, YYYY-MM-DD, is expected`,
  )
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

/** Where the first rows end: at a line end outside quotes. A row cut in two would read as damage. */
function endOfRows(bytes: Buffer, rows: number): number {
  let inside = false
  let found = 0
  for (const [i, byte] of bytes.entries()) {
    if (byte === 34) inside = !inside
    if (byte === 10 && !inside && ++found === rows) return i + 1
  }
  return bytes.length
}
