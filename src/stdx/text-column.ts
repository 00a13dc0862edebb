import { type ByteString, toJsonBytes } from './byte-string.ts'
import { chunkedU32 } from './chunked-array.ts'

/** Many texts in two arrays: UTF-8 bytes, and the start of each text. */
export interface TextArrays {
  readonly bytes: Buffer
  /** One more than the texts: the last one is the end. */
  readonly starts: Uint32Array
}

/** The same in pieces, while it is being built. */
export interface TextPieces {
  readonly bytes: readonly Uint8Array[]
  readonly starts: readonly Uint32Array[]
}

const PIECE_BYTES = 1 << 20

export class TextColumnBuilder {
  readonly #full: Uint8Array[] = []
  readonly #starts = chunkedU32()
  #last = Buffer.allocUnsafe(PIECE_BYTES)
  #used = 0
  #bytesBefore = 0

  get length(): number {
    return this.#starts.length
  }

  push(text: string): void {
    this.#makeRoom(text.length * 3)
    this.#starts.push(this.#bytesBefore + this.#used)
    this.#used += this.#last.write(text, this.#used)
  }

  /** Adds the texts `from` … `end` − 1 of a finished column without decoding them. */
  pushRange({ bytes, starts }: TextArrays, from: number, end: number): void {
    const first = starts[from]!
    this.#makeRoom(starts[end]! - first)
    const shift = this.#bytesBefore + this.#used - first
    for (let i = from; i < end; i++) this.#starts.push(starts[i]! + shift)
    this.#last.set(bytes.subarray(first, starts[end]!), this.#used)
    this.#used += starts[end]! - first
  }

  #makeRoom(bytes: number): void {
    if (this.#used + bytes <= this.#last.length) return
    this.#full.push(this.#last.subarray(0, this.#used))
    this.#bytesBefore += this.#used
    this.#last = Buffer.allocUnsafe(Math.max(PIECE_BYTES, bytes))
    this.#used = 0
  }

  pieces(): TextPieces {
    const end = Uint32Array.of(this.#bytesBefore + this.#used)
    return { bytes: [...this.#full, this.#last.subarray(0, this.#used)], starts: [...this.#starts.pieces(), end] }
  }
}

/** Reads a text of a column. */
export type ReadText = (texts: TextArrays, index: number) => string

export function textAt({ bytes, starts }: TextArrays, index: number): string {
  return bytes.toString('utf8', starts[index]!, starts[index + 1]!)
}

/** Reads a text as the bytes between the quotes of a JSON string. Nearly all are stored as they are written. */
export function jsonTextAt(texts: TextArrays, index: number): ByteString {
  const text = texts.bytes.toString('latin1', texts.starts[index]!, texts.starts[index + 1]!) as ByteString
  return NEEDS_NO_ESCAPES.test(text) ? text : toJsonBytes(textAt(texts, index))
}

/** Neither a quote nor a backslash nor a control character. */
const NEEDS_NO_ESCAPES = /^[ !#-[\]-\xff]*$/

/** Stores repeated texts once each. Number 0 is null. */
export class TextPoolBuilder {
  readonly #numbers = new Map<string, number>()
  readonly #texts = new TextColumnBuilder()

  constructor() {
    this.#texts.push('')
  }

  number(text: string | null): number {
    if (text === null) return 0
    let number = this.#numbers.get(text)
    if (number === undefined) {
      number = this.#texts.length
      this.#numbers.set(text, number)
      this.#texts.push(text)
    }
    return number
  }

  pieces(): TextPieces {
    return this.#texts.pieces()
  }
}

export function pooledText(pool: TextArrays, number: number, read: ReadText = textAt): string | null {
  return number === 0 ? null : read(pool, number)
}
