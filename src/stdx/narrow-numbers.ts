import { assert } from './assert.ts'
import type { SectionArray } from './section-file.ts'

/** Non-negative whole numbers, as wide as the largest one needs. */
export type NarrowNumbers = Uint8Array | Uint16Array | Uint32Array

/** Converts all pieces to the narrowest width that holds their largest number. */
export function narrowPieces(pieces: readonly Uint32Array[]): NarrowNumbers[] {
  let greatest = 0
  for (const piece of pieces) for (const value of piece) if (greatest < value) greatest = value
  if (greatest < 1 << 8) return pieces.map((piece) => Uint8Array.from(piece))
  if (greatest < 1 << 16) return pieces.map((piece) => Uint16Array.from(piece))
  return [...pieces]
}

/** Reads one array of a file, in the width that its writer chose. */
export function narrowSection(sections: Map<string, SectionArray>, name: string): NarrowNumbers {
  const numbers = sections.get(name)
  const isNarrow = numbers instanceof Uint8Array || numbers instanceof Uint16Array || numbers instanceof Uint32Array
  assert(isNarrow, `section ${name} holds whole numbers`)
  return numbers
}
