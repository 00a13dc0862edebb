import type { SectionArray } from './section-file.ts'

/** Copies pieces of one array into memory that all threads share. */
export function sharePieces<A extends SectionArray>(pieces: readonly A[]): A {
  const bytes = pieces.reduce((sum, { byteLength }) => sum + byteLength, 0)
  // Letters are bytes in a Buffer.
  const Type = (pieces[0] instanceof Uint8Array ? Uint8Array : pieces[0]!.constructor) as new (
    buffer: SharedArrayBuffer,
  ) => A
  const shared = new Type(new SharedArrayBuffer(bytes))
  let at = 0
  for (const piece of pieces) {
    shared.set(piece as never, at)
    at += piece.length
  }
  return shared
}
