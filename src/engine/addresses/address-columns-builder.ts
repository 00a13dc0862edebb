import type { Address } from '../../records/address.ts'
import type { Country } from '../../records/country.ts'
import type { KeyForm } from '../../records/source-key.ts'
import { chunkedI32, chunkedU8, chunkedU32 } from '../../stdx/chunked-array.ts'
import { narrowPieces } from '../../stdx/narrow-numbers.ts'
import { type SectionSource, writeSections } from '../../stdx/section-file.ts'
import { TextPoolBuilder } from '../../stdx/text-column.ts'
import { textSections } from '../../stdx/text-sections.ts'
import { RecordKeysBuilder } from '../record-keys.ts'
import { ADDRESS_COLUMNS, DEGREE, NO_DEGREE, PLACE_TEXTS, SPOT_TEXTS } from './address-fields.ts'
import { DictionaryColumnBuilder } from './dictionary-column.ts'
import { splitHouse } from './house-shape.ts'
import { NumberTextColumnBuilder } from './number-text-column.ts'

export class AddressColumnsBuilder {
  readonly #country: Country
  readonly #keyForm: KeyForm
  readonly #pool = new TextPoolBuilder()
  readonly #placeNumbers = new Map<string, number>()
  readonly #places = PLACE_TEXTS.map(() => chunkedU32())
  readonly #spotNumbers = new Map<string, number>()
  readonly #spots = SPOT_TEXTS.map(() => chunkedU32())
  readonly #placeOfSpot = chunkedU32()
  readonly #keys = new RecordKeysBuilder()
  readonly #datasets = chunkedU8()
  readonly #spotOfPoint = chunkedU32()
  readonly #numbers = new NumberTextColumnBuilder()
  readonly #shapes = new DictionaryColumnBuilder()
  readonly #orientations = new NumberTextColumnBuilder()
  readonly #letters = new DictionaryColumnBuilder()
  readonly #validFrom = new DictionaryColumnBuilder()
  readonly #latitudes = chunkedI32()
  readonly #longitudes = chunkedI32()

  constructor(country: Country, keyForm: KeyForm) {
    this.#country = country
    this.#keyForm = keyForm
  }

  get length(): number {
    return this.#keys.length
  }

  /** In the order of the keys. `dataset`: the place of the record's dataset in the segment's list. */
  push(key: number, address: Address, dataset: number): void {
    const { number, shape } = splitHouse(address)
    this.#keys.push(key)
    this.#datasets.push(dataset)
    this.#spotOfPoint.push(this.#spot(address))
    this.#numbers.push(number)
    this.#shapes.push(shape)
    this.#orientations.push(address.orientationNumber)
    this.#letters.push(address.orientationLetter)
    this.#validFrom.push(address.validFrom)
    this.#latitudes.push(address.latitude === null ? NO_DEGREE : Math.round(address.latitude * DEGREE))
    this.#longitudes.push(address.longitude === null ? NO_DEGREE : Math.round(address.longitude * DEGREE))
  }

  write(path: string): void {
    writeSections(path, ADDRESS_COLUMNS, this.sections())
  }

  /** Once, at the end: the columns are taken as they are. */
  sections(): Record<string, SectionSource> {
    return {
      country: Buffer.from(this.#country),
      keyForm: Buffer.from(this.#keyForm),
      ...this.#keys.sections(),
      dataset: this.#datasets.pieces(),
      spot: this.#spotOfPoint.pieces(),
      latitude: this.#latitudes.pieces(),
      longitude: this.#longitudes.pieces(),
      ...this.#numbers.sections('number'),
      ...this.#shapes.sections('shape'),
      ...this.#orientations.sections('orientation'),
      ...this.#letters.sections('letter'),
      ...this.#validFrom.sections('validFrom'),
      'spot.place': narrowPieces(this.#placeOfSpot.pieces()),
      ...Object.fromEntries(SPOT_TEXTS.map((name, i) => [`spot.${name}`, this.#spots[i]!.pieces()])),
      ...Object.fromEntries(PLACE_TEXTS.map((name, i) => [`place.${name}`, this.#places[i]!.pieces()])),
      ...textSections('pool', this.#pool.pieces()),
    }
  }

  #spot(address: Address): number {
    const place = this.#place(address)
    const texts = SPOT_TEXTS.map((name) => this.#pool.number(address[name]))
    const identity = `${place} ${texts.join(' ')}`
    let spot = this.#spotNumbers.get(identity)
    if (spot === undefined) {
      spot = this.#spotNumbers.size
      this.#spotNumbers.set(identity, spot)
      this.#placeOfSpot.push(place)
      for (let i = 0; i < texts.length; i++) this.#spots[i]!.push(texts[i]!)
    }
    return spot
  }

  #place(address: Address): number {
    const texts = PLACE_TEXTS.map((name) => this.#pool.number(address[name]))
    const identity = texts.join(' ')
    let place = this.#placeNumbers.get(identity)
    if (place === undefined) {
      place = this.#placeNumbers.size
      this.#placeNumbers.set(identity, place)
      for (let i = 0; i < texts.length; i++) this.#places[i]!.push(texts[i]!)
    }
    return place
  }
}
