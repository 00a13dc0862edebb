import type { Address } from '../../records/address.ts'
import { type KeyForm, parseSourceKey } from '../../records/source-key.ts'
import { type NarrowNumbers, narrowSection } from '../../stdx/narrow-numbers.ts'
import { readSections, type SectionArray, section } from '../../stdx/section-file.ts'
import { pooledText, type TextArrays } from '../../stdx/text-column.ts'
import { textArrays } from '../../stdx/text-sections.ts'
import { KEY_SECTIONS, RecordKeys } from '../record-keys.ts'
import { ADDRESS_COLUMNS } from './address-fields.ts'
import { DictionaryColumn } from './dictionary-column.ts'
import { joinHouse, parseShape, type ShapeParts } from './house-shape.ts'
import { NumberTextColumn } from './number-text-column.ts'

/** What the seat of a company can take from its address point. */
export type SeatPoint = Pick<
  Address,
  | 'municipality'
  | 'municipalityCode'
  | 'municipalityPart'
  | 'street'
  | 'postalCode'
  | 'registrationNumber'
  | 'evidenceNumber'
  | 'orientationNumber'
  | 'orientationLetter'
>

export interface PointMunicipality {
  readonly name: string
  /** Null also if two municipalities have the name. */
  readonly code: string | null
  /** Whether some of these points are in a street. */
  readonly hasStreets: boolean
}

const TEXT_COLUMNS = ['number.odd', 'shape.pool', 'orientation.odd', 'letter.pool', 'pool']
const SECTIONS = [
  ...KEY_SECTIONS,
  ...['keyForm', 'number', 'shape', 'orientation', 'letter', 'spot', 'spot.place', 'spot.street', 'spot.postalCode'],
  ...['place.municipality', 'place.municipalityCode', 'place.municipalityPart'],
  ...TEXT_COLUMNS.flatMap((name) => [`${name}Bytes`, `${name}Starts`]),
]

/** The address points of a country as companies need them: a part of the columns. */
export class SeatPoints {
  readonly #keys: RecordKeys
  readonly #keyForm: KeyForm
  readonly #spots: Uint32Array
  readonly #placeOfSpot: NarrowNumbers
  readonly #streets: Uint32Array
  readonly #postalCodes: Uint32Array
  readonly #places: readonly Pick<SeatPoint, 'municipality' | 'municipalityCode' | 'municipalityPart'>[]
  readonly #numbers: NumberTextColumn
  readonly #shapes: DictionaryColumn
  readonly #shapeParts: ShapeParts[] = []
  readonly #orientations: NumberTextColumn
  readonly #letters: DictionaryColumn
  readonly #pool: TextArrays
  #municipalities: ReadonlyMap<string, readonly PointMunicipality[]> | undefined

  static open(path: string): SeatPoints {
    return new SeatPoints(readSections(path, ADDRESS_COLUMNS, SECTIONS))
  }

  private constructor(sections: Map<string, SectionArray>) {
    this.#keys = new RecordKeys(sections)
    this.#keyForm = Buffer.from(section(sections, 'keyForm', Uint8Array)).toString() as KeyForm
    this.#spots = section(sections, 'spot', Uint32Array)
    this.#placeOfSpot = narrowSection(sections, 'spot.place')
    this.#streets = section(sections, 'spot.street', Uint32Array)
    this.#postalCodes = section(sections, 'spot.postalCode', Uint32Array)
    this.#numbers = new NumberTextColumn(sections, 'number')
    this.#shapes = new DictionaryColumn(sections, 'shape')
    this.#orientations = new NumberTextColumn(sections, 'orientation')
    this.#letters = new DictionaryColumn(sections, 'letter')
    this.#pool = textArrays(sections, 'pool')
    const codes = section(sections, 'place.municipalityCode', Uint32Array)
    const parts = section(sections, 'place.municipalityPart', Uint32Array)
    this.#places = Array.from(section(sections, 'place.municipality', Uint32Array), (name, place) => ({
      municipality: pooledText(this.#pool, name)!,
      municipalityCode: pooledText(this.#pool, codes[place]!),
      municipalityPart: pooledText(this.#pool, parts[place]!),
    }))
  }

  /** The point that its source publishes under this key. */
  of(sourceKey: string): SeatPoint | undefined {
    const key = parseSourceKey(sourceKey, this.#keyForm)
    const index = key === undefined ? -1 : this.#keys.indexOf(key)
    if (index < 0) return undefined
    const spot = this.#spots[index]!
    const { municipality, municipalityCode, municipalityPart } = this.#places[this.#placeOfSpot[spot]!]!
    const { registrationNumber, evidenceNumber } = joinHouse(this.#numbers.textAt(index), this.#shapeAt(index))
    return {
      municipality,
      municipalityCode,
      municipalityPart,
      street: pooledText(this.#pool, this.#streets[spot]!),
      postalCode: pooledText(this.#pool, this.#postalCodes[spot]!),
      registrationNumber,
      evidenceNumber,
      orientationNumber: this.#orientations.textAt(index),
      orientationLetter: this.#letters.textAt(index),
    }
  }

  /** The municipalities with points of this postal code. */
  municipalitiesOf(postalCode: string): readonly PointMunicipality[] {
    return (this.#municipalities ??= this.#listMunicipalities()).get(postalCode) ?? []
  }

  #shapeAt(index: number): ShapeParts {
    const code = this.#shapes.numberAt(index)
    return (this.#shapeParts[code] ??= parseShape(this.#shapes.textAt(index)!))
  }

  #listMunicipalities(): ReadonlyMap<string, readonly PointMunicipality[]> {
    const lists = new Map<string, PointMunicipality[]>()
    for (let spot = 0; spot < this.#postalCodes.length; spot++) {
      const postalCode = pooledText(this.#pool, this.#postalCodes[spot]!)
      if (postalCode === null) continue
      const { municipality: name, municipalityCode: code } = this.#places[this.#placeOfSpot[spot]!]!
      const list = lists.get(postalCode) ?? []
      const known = list.findIndex((one) => one.name === name)
      const { code: codeBefore = code, hasStreets = false } = list[known] ?? {}
      list[known < 0 ? list.length : known] = {
        name,
        code: codeBefore === code ? code : null,
        hasStreets: hasStreets || this.#streets[spot] !== 0,
      }
      lists.set(postalCode, list)
    }
    return lists
  }
}
