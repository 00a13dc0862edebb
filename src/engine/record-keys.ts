import { assert } from '../stdx/assert.ts'
import type { SectionArray } from '../stdx/section-file.ts'

/** The keys that the source gives its records, ascending: four bytes each if that is enough for all of them. */
export type RecordKeys = Float64Array | Uint32Array

export function narrowKeys(pieces: readonly Float64Array[]): readonly RecordKeys[] {
  const fits = pieces.every((piece) => piece.every((key) => key <= 0xffff_ffff))
  return fits ? pieces.map((piece) => Uint32Array.from(piece)) : pieces
}

export function keysOf(sections: Map<string, SectionArray>): RecordKeys {
  const keys = sections.get('key')
  assert(keys instanceof Float64Array || keys instanceof Uint32Array, 'keys are whole numbers')
  return keys
}
