import { type SectionArray, type SectionSource, section } from './section-file.ts'
import type { TextArrays, TextPieces } from './text-column.ts'

/** Texts as two sections of a file: `nameBytes` and `nameStarts`. */
export function textSections(name: string, { bytes, starts }: TextPieces): Record<string, SectionSource> {
  return { [`${name}Bytes`]: bytes, [`${name}Starts`]: starts }
}

export function textArrays(sections: Map<string, SectionArray>, name: string): TextArrays {
  const bytes = section(sections, `${name}Bytes`, Uint8Array)
  return {
    bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    starts: section(sections, `${name}Starts`, Uint32Array),
  }
}
