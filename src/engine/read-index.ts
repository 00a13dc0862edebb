import { InputError } from '../stdx/input-error.ts'
import { type FileKind, readSections, type SectionArray, section } from '../stdx/section-file.ts'

/** How many rows the columns have over which an index was made: part of every index file. */
export function columnRowsSection(columnRows: number): Record<'columnRows', Uint32Array> {
  return { columnRows: Uint32Array.of(columnRows) }
}

/** Loads an index file and refuses one that was made for other columns than these. */
export function readIndex(path: string, kind: FileKind, columnRows: number): Map<string, SectionArray> {
  const sections = readSections(path, kind)
  if (section(sections, 'columnRows', Uint32Array)[0] !== columnRows) {
    throw new InputError(
      `${path} was made for other columns than those beside it. Run \`${kind.remedy}\` to make both anew.`,
    )
  }
  return sections
}
