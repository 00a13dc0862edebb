type Numbers = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array

const PIECE_BITS = 16
const PIECE = 1 << PIECE_BITS
/** The first piece starts small, as most columns of a small country are. */
const FIRST = 1 << 8

/**
 * A column of numbers of unknown length, in pieces. It grows without copying and is written piece by piece. Doubling
 * one array would need three times the memory at its peak.
 */
export class ChunkedArray<A extends Numbers> {
  length = 0
  readonly #make: (length: number) => A
  readonly #pieces: A[] = []
  #last: A

  constructor(make: (length: number) => A) {
    this.#make = make
    this.#last = make(FIRST)
    this.#pieces.push(this.#last)
  }

  push(value: number): void {
    const place = this.length & (PIECE - 1)
    if (place === 0 && this.length !== 0) {
      this.#last = this.#make(PIECE)
      this.#pieces.push(this.#last)
    } else if (place === this.#last.length) this.#growFirst()
    this.#last[place] = value
    this.length += 1
  }

  at(index: number): number {
    return this.#pieces[index >>> PIECE_BITS]![index & (PIECE - 1)]!
  }

  #growFirst(): void {
    const larger = this.#make(2 * this.#last.length)
    larger.set(this.#last)
    this.#last = larger
    this.#pieces[0] = larger
  }

  /** The numbers as arrays, in order. */
  pieces(): A[] {
    const used = this.#pieces.slice(0, Math.max(1, Math.ceil(this.length / PIECE)))
    return used.map((piece, i) => piece.subarray(0, Math.min(PIECE, this.length - i * PIECE)) as A)
  }
}

export const chunkedU8 = (): ChunkedArray<Uint8Array> => new ChunkedArray((length) => new Uint8Array(length))
export const chunkedU16 = (): ChunkedArray<Uint16Array> => new ChunkedArray((length) => new Uint16Array(length))
export const chunkedU32 = (): ChunkedArray<Uint32Array> => new ChunkedArray((length) => new Uint32Array(length))
export const chunkedI32 = (): ChunkedArray<Int32Array> => new ChunkedArray((length) => new Int32Array(length))
export const chunkedF64 = (): ChunkedArray<Float64Array> => new ChunkedArray((length) => new Float64Array(length))

/** The numbers as one array. */
export function concatU32(chunked: ChunkedArray<Uint32Array>): Uint32Array {
  const all = new Uint32Array(chunked.length)
  let at = 0
  for (const piece of chunked.pieces()) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}
