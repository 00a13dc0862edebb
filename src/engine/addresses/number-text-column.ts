import { chunkedU32 } from '../../stdx/chunked-array.ts'
import { isDigits } from '../../stdx/digits.ts'
import { type NarrowNumbers, narrowPieces, narrowSection } from '../../stdx/narrow-numbers.ts'
import type { SectionArray, SectionSource } from '../../stdx/section-file.ts'
import { pooledText, type ReadText, type TextArrays, TextPoolBuilder, textAt } from '../../stdx/text-column.ts'
import { textArrays, textSections } from '../../stdx/text-sections.ts'

/** Longer numbers are stored as text. No house has one. */
const DIGITS_MAX = 9
/** While it is built, an odd text is its number in the pool above this, where no number of nine digits reaches. */
const ODD = 0x8000_0000

/**
 * A column of texts that are nearly all numbers: "12" takes the room of a small number, and what is not written as a
 * number is ("1-3", "007") is stored as text. Values are 0 for null, then the odd texts, then the numbers.
 */
export class NumberTextColumnBuilder {
  readonly #values = chunkedU32()
  readonly #odd = new TextPoolBuilder()

  push(text: string | null): void {
    if (text === null) this.#values.push(0)
    else if (isPlainNumber(text)) this.#values.push(Number(text) + 1)
    else this.#values.push(ODD + this.#odd.number(text))
  }

  sections(name: string): Record<string, SectionSource> {
    const odd = this.#odd.pieces()
    const oddTexts = odd.starts.reduce((sum, { length }) => sum + length, 0) - 2
    const values = this.#values.pieces()
    for (const piece of values) {
      for (let i = 0; i < piece.length; i++) {
        const value = piece[i]!
        if (value !== 0) piece[i] = ODD <= value ? value - ODD : value + oddTexts
      }
    }
    return { [name]: narrowPieces(values), ...textSections(`${name}.odd`, odd) }
  }
}

export class NumberTextColumn {
  readonly #values: NarrowNumbers
  readonly #odd: TextArrays
  readonly #oddTexts: number
  readonly #read: ReadText

  constructor(sections: Map<string, SectionArray>, name: string, read: ReadText = textAt) {
    this.#read = read
    this.#values = narrowSection(sections, name)
    this.#odd = textArrays(sections, `${name}.odd`)
    this.#oddTexts = this.#odd.starts.length - 2
  }

  textAt(index: number): string | null {
    const value = this.#values[index]!
    return value <= this.#oddTexts ? pooledText(this.#odd, value, this.#read) : String(value - this.#oddTexts - 1)
  }

  /** The number, or -1 for null, or -2 for an odd text. */
  numberAt(index: number): number {
    const value = this.#values[index]!
    if (value === 0) return -1
    return value <= this.#oddTexts ? -2 : value - this.#oddTexts - 1
  }
}

function isPlainNumber(text: string): boolean {
  return text.length <= DIGITS_MAX && (text[0] !== '0' || text === '0') && isDigits(text)
}
