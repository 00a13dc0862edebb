import type { Address } from '../../records/address.ts'
import type { Country } from '../../records/country.ts'
import { formatSourceKey, type KeyForm } from '../../records/source-key.ts'
import { toJsonBytes } from '../../stdx/byte-string.ts'
import { type NarrowNumbers, narrowSection } from '../../stdx/narrow-numbers.ts'
import { RecentValues } from '../../stdx/recent-values.ts'
import { readSections, type SectionArray, section } from '../../stdx/section-file.ts'
import { jsonTextAt, type ReadText, type TextArrays, textAt } from '../../stdx/text-column.ts'
import { textArrays } from '../../stdx/text-sections.ts'
import { RecordKeys } from '../record-keys.ts'
import { ADDRESS_COLUMNS, DEGREE, NO_DEGREE, PLACE_TEXTS, SPOT_FIELDS, type SpotField } from './address-fields.ts'
import { DictionaryColumn } from './dictionary-column.ts'
import { joinHouse, parseShape, type ShapeParts } from './house-shape.ts'
import { NumberTextColumn } from './number-text-column.ts'

/** Positions in `SPOT_FIELDS`. */
const FIELD_INDEX = Object.fromEntries(SPOT_FIELDS.map((name, i) => [name, i])) as Record<SpotField, number>

/** They take some hundred kilobytes at most. */
const RECENT_TEXTS = 4096

/**
 * The address points of one country, in the order of the source's keys, about 30 bytes each. What the points of one
 * street and place share is stored once, as a spot. Threads share the columns: `sections` are in shared memory.
 */
export class AddressColumns {
  readonly country: Country
  readonly keys: RecordKeys
  /** The spot of each point. */
  readonly spots: Uint32Array
  /** Registration number or evidence number. The shape tells which. */
  readonly numbers: NumberTextColumn
  readonly shapes: DictionaryColumn
  readonly orientations: NumberTextColumn
  readonly letters: DictionaryColumn
  readonly validFrom: DictionaryColumn
  /** Degrees × `DEGREE`, or `NO_DEGREE`. */
  readonly latitudes: Int32Array
  readonly longitudes: Int32Array
  readonly sections: Map<string, SectionArray>
  readonly #read: ReadText
  readonly #keyForm: KeyForm
  readonly #datasets: Uint8Array
  readonly #placeOfSpot: NarrowNumbers
  readonly #pool: TextArrays
  /** The numbers of the texts, for each place or each spot, in the order of `SPOT_FIELDS`. */
  readonly #numbers: readonly Uint32Array[]
  /** By their code. There are few. */
  readonly #shapes: ShapeParts[] = []
  readonly #recentTexts = new RecentValues(RECENT_TEXTS, (number) => this.#read(this.#pool, number))

  static open(path: string): AddressColumns {
    return new AddressColumns(readSections(path, ADDRESS_COLUMNS))
  }

  constructor(sections: Map<string, SectionArray>, read: ReadText = textAt) {
    this.sections = sections
    this.#read = read
    this.country = Buffer.from(section(sections, 'country', Uint8Array)).toString() as Country
    this.keys = new RecordKeys(sections)
    this.#keyForm = readKeyForm(sections)
    this.spots = section(sections, 'spot', Uint32Array)
    this.numbers = new NumberTextColumn(sections, 'number', read)
    this.shapes = new DictionaryColumn(sections, 'shape')
    this.orientations = new NumberTextColumn(sections, 'orientation', read)
    this.letters = new DictionaryColumn(sections, 'letter', read)
    this.validFrom = new DictionaryColumn(sections, 'validFrom', read)
    this.latitudes = section(sections, 'latitude', Int32Array)
    this.longitudes = section(sections, 'longitude', Int32Array)
    this.#datasets = section(sections, 'dataset', Uint8Array)
    this.#placeOfSpot = narrowSection(sections, 'spot.place')
    this.#pool = textArrays(sections, 'pool')
    this.#numbers = SPOT_FIELDS.map((name, i) => {
      const owner = i < PLACE_TEXTS.length ? 'place' : 'spot'
      return section(sections, `${owner}.${name}`, Uint32Array)
    })
  }

  /** The same columns, whose texts are pieces of JSON. */
  readAsJson(): AddressColumns {
    return new AddressColumns(this.sections, jsonTextAt)
  }

  get length(): number {
    return this.keys.length
  }

  get spotCount(): number {
    return this.#placeOfSpot.length
  }

  /** The key of the point as its source publishes it. */
  sourceKeyAt(index: number): string {
    return formatSourceKey(this.keys.at(index), this.#keyForm)
  }

  /** The place of the point's dataset in the segment's list. */
  datasetAt(index: number): number {
    return this.#datasets[index]!
  }

  /**
   * The fields are written one by one: an object that grows in a loop takes three times as long.
   * @param hiddenFields are null, by their bits in `SPOT_FIELDS`.
   */
  at(index: number, hiddenFields = 0): Address {
    const spot = this.spots[index]!
    const place = this.#placeOfSpot[spot]!
    const text = (field: SpotField): string | null => this.#textOf(FIELD_INDEX[field], spot, place, hiddenFields)
    const latitude = this.latitudes[index]!
    const longitude = this.longitudes[index]!
    const number = this.numbers.textAt(index)
    const { registrationNumber, evidenceNumber, houseNumber, houseNumberType } = joinHouse(number, this.#shapeAt(index))
    return {
      country: this.country,
      street: text('street'),
      streetId: text('streetId'),
      municipality: text('municipality')!,
      municipalityCode: text('municipalityCode'),
      municipalityPart: text('municipalityPart'),
      municipalityPartCode: text('municipalityPartCode'),
      postalCode: text('postalCode'),
      registrationNumber,
      evidenceNumber,
      houseNumber,
      houseNumberType,
      orientationNumber: this.orientations.textAt(index),
      orientationLetter: this.letters.textAt(index),
      district: text('district'),
      districtCode: text('districtCode'),
      postalDistrict: text('postalDistrict'),
      county: text('county'),
      countyCode: text('countyCode'),
      region: text('region'),
      regionCode: text('regionCode'),
      latitude: latitude === NO_DEGREE ? null : latitude / DEGREE,
      longitude: longitude === NO_DEGREE ? null : longitude / DEGREE,
      validFrom: this.validFrom.textAt(index),
    }
  }

  #textOf(field: number, spot: number, place: number, hiddenFields: number): string | null {
    if ((hiddenFields & (1 << field)) !== 0) return null
    const number = this.#numbers[field]![PLACE_TEXTS.length <= field ? spot : place]!
    return number === 0 ? null : this.poolText(number)
  }

  #shapeAt(index: number): ShapeParts {
    const code = this.shapes.numberAt(index)
    return (this.#shapes[code] ??= this.#parseShape(this.shapes.textAt(index)!))
  }

  #parseShape(shape: string): ShapeParts {
    const parts = parseShape(shape)
    return this.#read === jsonTextAt ? (parts.map(toJsonBytes) as unknown as ShapeParts) : parts
  }

  spotText(spot: number, field: SpotField): string | null {
    const number = this.spotTextNumber(spot, field)
    return number === 0 ? null : this.poolText(number)
  }

  /** Reads a text by its number. Recent texts are cached, because the hits of a query share most of theirs. */
  poolText(number: number): string {
    return this.#recentTexts.get(number)
  }

  /** The different texts of a field of places. */
  listPlaceTexts(field: (typeof PLACE_TEXTS)[number]): string[] {
    const numbers = new Set(this.#numbers[FIELD_INDEX[field]]!)
    return [...numbers].filter((number) => number !== 0).map((number) => this.poolText(number))
  }

  /** Equal texts have equal numbers, and null has 0, so texts are compared without being read. */
  spotTextNumber(spot: number, field: SpotField): number {
    const index = FIELD_INDEX[field]
    return this.#numbers[index]![PLACE_TEXTS.length <= index ? spot : this.#placeOfSpot[spot]!]!
  }
}

function readKeyForm(sections: Map<string, SectionArray>): KeyForm {
  return Buffer.from(section(sections, 'keyForm', Uint8Array)).toString() as KeyForm
}
