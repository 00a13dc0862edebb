import { postalCodeWord, splitPlaceName } from '../../text/address-words.ts'
import { splitWords } from '../../text/words.ts'
import type { AddressColumns } from './address-columns.ts'
import { PLACE_TEXTS, SPOT_TEXTS, type SpotField } from './address-fields.ts'
import { joinNameWords } from './place-identity.ts'

/** The spots of finished columns, for building an index. Each text is read and split into words once. */
export class SpotTable {
  readonly count: number
  readonly pointsOf: Uint32Array
  /** The first point of each spot. */
  readonly firstRows: Uint32Array
  readonly #columns: AddressColumns
  readonly #numbers: Readonly<Record<SpotField, Uint32Array>>
  readonly #texts = new Map<number, string>()
  readonly #folded = new Map<number, readonly string[]>()
  readonly #names = new Map<number, string>()
  readonly #places = new Map<number, readonly string[]>()
  readonly #codes = new Map<number, readonly string[]>()

  constructor(columns: AddressColumns) {
    this.#columns = columns
    this.count = columns.spotCount
    this.pointsOf = new Uint32Array(this.count)
    this.firstRows = new Uint32Array(this.count)
    for (let row = columns.length - 1; 0 <= row; row--) {
      const spot = columns.spots[row]!
      this.pointsOf[spot]! += 1
      this.firstRows[spot] = row
    }
    const numbersOf = (field: SpotField): Uint32Array => {
      const numbers = new Uint32Array(this.count)
      for (let spot = 0; spot < numbers.length; spot++) numbers[spot] = columns.spotTextNumber(spot, field)
      return numbers
    }
    this.#numbers = Object.fromEntries(
      [...PLACE_TEXTS, ...SPOT_TEXTS].map((field) => [field, numbersOf(field)]),
    ) as Record<SpotField, Uint32Array>
  }

  /** The same number for the same text, 0 for null. */
  numbers(field: SpotField): Uint32Array {
    return this.#numbers[field]
  }

  text(spot: number, field: SpotField): string | null {
    const number = this.#numbers[field][spot]!
    return number === 0 ? null : this.#texts.getOrInsertComputed(number, () => this.#columns.spotText(spot, field)!)
  }

  /** The text as folded words. */
  words(spot: number, field: SpotField): readonly string[] {
    return this.#folded.getOrInsertComputed(this.#numbers[field][spot]!, () =>
      splitWords(this.text(spot, field) ?? '').map((word) => word.text),
    )
  }

  /** The text, folded for comparison. */
  name(spot: number, field: SpotField): string {
    return this.#names.getOrInsertComputed(this.#numbers[field][spot]!, () => joinNameWords(this.words(spot, field)))
  }

  /** The words that find what is in the place of this name. */
  placeWords(spot: number, field: SpotField): readonly string[] {
    return this.#places.getOrInsertComputed(this.#numbers[field][spot]!, () =>
      splitPlaceName(this.text(spot, field) ?? ''),
    )
  }

  postalCodeWords(spot: number): readonly string[] {
    return this.#codes.getOrInsertComputed(this.#numbers.postalCode[spot]!, () => {
      const code = this.text(spot, 'postalCode')
      return code === null ? [] : [postalCodeWord(code)]
    })
  }
}
