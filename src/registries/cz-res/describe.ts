import { splitCsvRow } from '../../stdx/csv.ts'
import { compareColumns, type FileDescription } from '../file-description.ts'
import type { SourceFile } from '../registry.ts'
import { acceptFile, snapshotDay } from './arrange.ts'
import { LIST_COLUMNS } from './code-lists.ts'
import { RES_COLUMNS } from './columns.ts'
import { firstRow } from './files.ts'

export async function describeRes(file: SourceFile): Promise<FileDescription> {
  const kind = await acceptFile(file)
  const header = await firstRow(file)
  const delimiter = header.includes(';') ? ';' : ','
  if (kind === 'code list') {
    return {
      what: 'code list of ČSÚ',
      day: null,
      dayFrom: 'none stated; not needed',
      fields: compareColumns(splitCsvRow(header, delimiter), LIST_COLUMNS),
      members: null,
    }
  }
  return {
    what: 'snapshot of RES',
    day: await snapshotDay(file, () => {}),
    dayFrom: 'DATPLAT in the first rows',
    fields: compareColumns(splitCsvRow(header, delimiter), RES_COLUMNS),
    members: null,
  }
}
