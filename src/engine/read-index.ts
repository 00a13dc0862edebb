import { InputError } from '../stdx/input-error.ts'
import { type FileKind, readSections, type SectionArray, section } from '../stdx/section-file.ts'

/** The section of every index file that holds how many rows its columns have. */
export function columnRowsSection(columnRows: number): Record<'columnRows', Uint32Array> {
  return { columnRows: Uint32Array.of(columnRows) }
}

/** Reads an index file. Throws if it was made for other columns. */
export function readIndex(path: string, kind: FileKind, columnRows: number): Map<string, SectionArray> {
  const sections = readSections(path, kind)
  if (section(sections, 'columnRows', Uint32Array)[0] !== columnRows) {
    throw new InputError(
      `${path} was made for other columns than those beside it. Run \`${kind.remedy}\` to make both anew.`,
    )
  }
  return sections
}
