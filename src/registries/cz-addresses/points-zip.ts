import { type Columns, findColumns } from '../../stdx/columns.ts'
import { splitCsvRow } from '../../stdx/csv.ts'
import { InputError, inputErrorAt, raise } from '../../stdx/input-error.ts'
import { openZip, type Zip, type ZipMember } from '../../stdx/zip.ts'
import type { SourceFile } from '../registry.ts'
import { isMacMetadata, MEMBER_BYTES_MAX } from './files.ts'

export type PointColumn = (typeof COLUMNS)[number]

const COLUMNS = [
  'Kód ADM',
  'Kód obce',
  'Název obce',
  'Kód MOMC',
  'Název MOMC',
  'Kód obvodu Prahy',
  'Název obvodu Prahy',
  'Kód části obce',
  'Název části obce',
  'Kód ulice',
  'Název ulice',
  'Typ SO',
  'Číslo domovní',
  'Číslo orientační',
  'Znak čísla orientačního',
  'PSČ',
  'Souřadnice Y',
  'Souřadnice X',
  'Platí Od',
] as const

/** The names until 2020, when the columns held the same. */
const RENAMED = { 'Kód MOP': 'Kód obvodu Prahy', 'Název MOP': 'Název obvodu Prahy' } as const

export const POINT_COLUMNS = { required: COLUMNS, renamed: RENAMED } as const

/** How the first column reads when UTF-8 is taken for windows-1250. */
const FIRST_COLUMN_MISREAD = new TextDecoder('windows-1250').decode(Buffer.from(COLUMNS[0]))

const MEMBER = /(?:^|\/)(\d{8})_OB_\d+_ADR\.csv$/i

export async function openPoints(file: SourceFile): Promise<Zip> {
  return await openZip(file.path, { file: file.name, memberBytesMax: MEMBER_BYTES_MAX })
}

/** The files of the municipalities, in the order in which they lie in the zip. */
export function pointMembers(file: SourceFile, zip: Zip): ZipMember[] {
  const members = zip.members.filter((member) => /\.csv$/i.test(member.name) && !isMacMetadata(member.name))
  const strange = members.find((member) => !MEMBER.test(member.name))
  if (strange !== undefined) {
    const what = `holds ${strange.name}; only CSV/{YYYYMMDD}_OB_{code}_ADR.csv is expected`
    throw inputErrorAt({ file: file.name }, what)
  }
  const day = file.name.slice(0, 8)
  const other = members.find((member) => MEMBER.exec(member.name)![1] !== day)
  if (other !== undefined) {
    throw inputErrorAt(
      { file: file.name },
      `holds ${other.name}, which is of another day: the file was renamed. Give it under the name with which it was published`,
    )
  }
  if (members.length !== 0) return members
  const what = 'holds no CSV/{YYYYMMDD}_OB_{code}_ADR.csv: it is another file of ČÚZK or of another source'
  throw inputErrorAt({ file: file.name }, what)
}

/** The header of the first municipality. */
export async function firstHeader(file: SourceFile, zip: Zip): Promise<{ file: string; columns: string[] }> {
  const member = pointMembers(file, zip)[0]!
  const content = await zip.read(member)
  const newline = content.indexOf(10)
  const header = new TextDecoder('windows-1250').decode(content.subarray(0, newline < 0 ? content.length : newline))
  const name = `${file.name}/${member.name}`
  return { file: name, columns: splitHeader(header.trimEnd(), name) }
}

function splitHeader(header: string, file: string): string[] {
  try {
    return splitCsvRow(header, ';')
  } catch (error) {
    if (error instanceof InputError) throw inputErrorAt({ file, line: 1 }, error.message)
    throw error
  }
}

export function findPointColumns(
  header: readonly string[],
  file: string,
  fault: (fault: InputError) => void = raise,
): Columns<PointColumn> {
  if (header[0] === FIRST_COLUMN_MISREAD) {
    fault(inputErrorAt({ file, line: 1 }, 'is UTF-8; ČÚZK publishes windows-1250, and this reader expects it'))
  }
  return findColumns(header, { file, ...POINT_COLUMNS, report: fault })
}
