import { growingU32 } from './growing.ts'

/** Many texts as two arrays: UTF-8 bytes, and where each text begins. */
export interface TextArrays {
  readonly bytes: Uint8Array
  /** One more than there are texts: the last one is the end. */
  readonly starts: Uint32Array
}

export class TextColumnBuilder {
  #bytes = Buffer.allocUnsafe(1 << 16)
  #used = 0
  readonly #starts = growingU32()

  get length(): number {
    return this.#starts.length
  }

  push(text: string): void {
    const bytesMax = text.length * 3
    if (this.#bytes.length < this.#used + bytesMax) {
      const grown = Buffer.allocUnsafe((this.#used + bytesMax) * 2)
      this.#bytes.copy(grown, 0, 0, this.#used)
      this.#bytes = grown
    }
    this.#starts.push(this.#used)
    this.#used += this.#bytes.write(text, this.#used)
  }

  arrays(): TextArrays {
    const starts = new Uint32Array(this.#starts.length + 1)
    starts.set(this.#starts.values())
    starts[this.#starts.length] = this.#used
    return { bytes: this.#bytes.subarray(0, this.#used), starts }
  }
}

export function textAt({ bytes, starts }: TextArrays, index: number): string {
  const from = starts[index]!
  return Buffer.from(bytes.buffer, bytes.byteOffset + from, starts[index + 1]! - from).toString()
}

/** Texts that come again and again, each kept once. Number 0 is null. */
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

  arrays(): TextArrays {
    return this.#texts.arrays()
  }
}

export function pooledText(pool: TextArrays, number: number): string | null {
  return number === 0 ? null : textAt(pool, number)
}
