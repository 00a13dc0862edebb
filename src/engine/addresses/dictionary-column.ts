import { chunkedU32 } from '../../stdx/chunked-array.ts'
import { type NarrowNumbers, narrowPieces, narrowSection } from '../../stdx/narrow-numbers.ts'
import type { SectionArray, SectionSource } from '../../stdx/section-file.ts'
import { pooledText, type ReadText, type TextArrays, TextPoolBuilder, textAt } from '../../stdx/text-column.ts'
import { textArrays, textSections } from '../../stdx/text-sections.ts'

/**
 * A dictionary-encoded column of texts with few distinct values (letters, days, types). A value takes one or two bytes.
 */
export class DictionaryColumnBuilder {
  readonly #values = chunkedU32()
  readonly #pool = new TextPoolBuilder()

  push(text: string | null): void {
    this.#values.push(this.#pool.number(text))
  }

  sections(name: string): Record<string, SectionSource> {
    return { [name]: narrowPieces(this.#values.pieces()), ...textSections(`${name}.pool`, this.#pool.pieces()) }
  }
}

export class DictionaryColumn {
  readonly #values: NarrowNumbers
  readonly #pool: TextArrays
  readonly #read: ReadText
  /** By code, as far as they were read. There are few. */
  readonly #texts: (string | null | undefined)[] = []

  constructor(sections: Map<string, SectionArray>, name: string, read: ReadText = textAt) {
    this.#read = read
    this.#values = narrowSection(sections, name)
    this.#pool = textArrays(sections, `${name}.pool`)
  }

  textAt(index: number): string | null {
    const code = this.#values[index]!
    const text = this.#texts[code]
    return text === undefined ? (this.#texts[code] = pooledText(this.#pool, code, this.#read)) : text
  }

  /** The code of the text in the dictionary. Null has 0. */
  numberAt(index: number): number {
    return this.#values[index]!
  }

  get differentTexts(): number {
    return this.#pool.starts.length - 1
  }

  textOf(number: number): string | null {
    return pooledText(this.#pool, number)
  }
}
