import { inputErrorAt } from '../../stdx/input-error.ts'
import { readFileHead } from '../../stdx/read-file-head.ts'
import type { SourceFile } from '../registry.ts'

export type FileKind = 'subjects' | 'code list'

/** The kind of a file, by its first row. The name only decides which message a wrong file gets. */
export async function kindOfFile(file: SourceFile): Promise<FileKind> {
  if (/-metadata\.json$/i.test(file.name)) throw notNeeded(file, 'describes the columns')
  const header = await firstRow(file)
  const columns = header.split(/[,;]/).map((column) => column.replaceAll('"', ''))
  if (columns.includes('ICO') && columns.includes('ZDRUD'))
    throw notNeeded(file, 'lists every activity of every subject')
  if (columns.includes('ICO') && columns.includes('FIRMA')) {
    if (!header.includes(';')) return 'subjects'
    const what =
      'its columns are parted by semicolons; ČSÚ publishes commas. Fetch the file again and do not save it anew'
    throw inputErrorAt({ file: file.name, line: 1 }, what)
  }
  const upper = columns.map((column) => column.toUpperCase())
  if (['KODCIS', 'CHODNOTA', 'TEXT'].every((column) => upper.includes(column))) return 'code list'
  throw inputErrorAt(
    { file: file.name, line: 1 },
    'is not a file of cz-res. Expected res_data.csv (columns ICO to PRIZNAK) or a code list of ČSÚ (KODCIS, CHODNOTA, TEXT)',
  )
}

function notNeeded(file: SourceFile, what: string) {
  return inputErrorAt(
    { file: file.name },
    `${what} and is not needed. Leave it out; res_data.csv and code list 56 are read`,
  )
}

export async function firstRow(file: SourceFile): Promise<string> {
  const text = (await readFileHead(file.path, 4096)).toString('utf8').replace(/^\ufeff/, '')
  return /^[^\r\n]*/.exec(text)![0]
}
