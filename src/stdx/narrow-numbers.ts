import { assert } from './assert.ts'
import type { SectionArray } from './section-file.ts'

/** Whole numbers from 0 on, as wide as the greatest of them needs. */
export type NarrowNumbers = Uint8Array | Uint16Array | Uint32Array

/** The same numbers in one, two or four bytes each, piece by piece. */
export function narrowPieces(pieces: readonly Uint32Array[]): NarrowNumbers[] {
  let greatest = 0
  for (const piece of pieces) for (const value of piece) if (greatest < value) greatest = value
  if (greatest < 1 << 8) return pieces.map((piece) => Uint8Array.from(piece))
  if (greatest < 1 << 16) return pieces.map((piece) => Uint16Array.from(piece))
  return [...pieces]
}

/** One array of a file, in the width its writer found to be enough. */
export function narrowSection(sections: Map<string, SectionArray>, name: string): NarrowNumbers {
  const numbers = sections.get(name)
  const isNarrow = numbers instanceof Uint8Array || numbers instanceof Uint16Array || numbers instanceof Uint32Array
  assert(isNarrow, `section ${name} holds whole numbers`)
  return numbers
}
