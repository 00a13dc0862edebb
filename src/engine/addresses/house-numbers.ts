import type { SectionArray } from '../../stdx/section-file.ts'
import { textAt } from '../../stdx/text-column.ts'
import { textArrays } from '../../stdx/text-sections.ts'
import { type HouseNumber, parseHouseNumber } from '../../text/house-number.ts'
import type { AddressColumns } from './address-columns.ts'
import { joinHouse, parseShape } from './house-shape.ts'
import { NumberTable } from './number-table.ts'
import { PossibleNumbers } from './possible-numbers.ts'

/** The house numbers of one country, by street and by place. */
export class HouseNumbers {
  /** The owners are documents. */
  readonly orientations: NumberTable
  /** Registration and evidence numbers in a street. */
  readonly ofStreets: NumberTable
  /** Registration and evidence numbers in a group: a place has one or several. */
  readonly ofGroups: NumberTable
  /** The owners are streets and places. */
  readonly possible: PossibleNumbers
  readonly #columns: AddressColumns
  readonly #suffixes: readonly string[]
  readonly #places: ReadonlyMap<string, number>

  constructor(sections: Map<string, SectionArray>, columns: AddressColumns) {
    this.orientations = new NumberTable(sections, 'orientation')
    this.ofStreets = new NumberTable(sections, 'streetHouse')
    this.ofGroups = new NumberTable(sections, 'groupHouse')
    this.possible = new PossibleNumbers(sections)
    this.#columns = columns
    const texts = textArrays(sections, 'suffixes')
    this.#suffixes = Array.from({ length: texts.starts.length - 1 }, (_, i) => textAt(texts, i))
    this.#places = new Map(this.#suffixes.map((suffix, place) => [suffix, place]))
  }

  /** The index of a suffix in the sorted list, or -1 if no house has it. */
  suffixIndex(suffix: string): number {
    return this.#places.get(suffix) ?? -1
  }

  /**
   * The adjacent suffixes that begin with these letters and are longer. If there are none, `last` is less than `first`.
   */
  findLongerSuffixes(letters: string): { readonly first: number; readonly last: number } {
    if (letters === '') return { first: 1, last: this.#suffixes.length - 1 }
    const first = this.#suffixes.findIndex((suffix) => suffix.startsWith(letters) && letters.length < suffix.length)
    const last = this.#suffixes.findLastIndex((suffix) => suffix.startsWith(letters) && letters.length < suffix.length)
    return first < 0 ? { first: 1, last: 0 } : { first, last }
  }

  readOrientation(row: number): HouseNumber | undefined {
    const text = this.#columns.orientations.textAt(row)
    return text === null ? undefined : parseHouseNumber(text, this.#columns.letters.textAt(row))
  }

  /** Reads the registration number and the evidence number of a point, if it has them. */
  readHouses(row: number): HouseNumber[] {
    const { registrationNumber, evidenceNumber } = joinHouse(
      this.#columns.numbers.textAt(row),
      parseShape(this.#columns.shapes.textAt(row)!),
    )
    return [registrationNumber, evidenceNumber].flatMap((text) => {
      const number = text === null ? undefined : parseHouseNumber(text, null)
      return number === undefined ? [] : [number]
    })
  }
}
