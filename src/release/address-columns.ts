import type { Address } from '../records/address.ts'
import type { Country } from '../records/country.ts'
import { growingF64, growingI32, growingU8, growingU32 } from '../stdx/growing.ts'
import { type FileKind, readSections, section, writeSections } from '../stdx/section-file.ts'
import { sortedIndexOf } from '../stdx/sorted-search.ts'
import { pooledText, type TextArrays, TextPoolBuilder } from '../stdx/text-column.ts'
import { textArrays, textSections } from './company-columns.ts'

const KIND: FileKind = { kind: 'address-columns', format: 1, remedy: 'regista publish' }

/** Texts of a point that belong to its place: a few ten thousand combinations stand for millions of points. */
const PLACE_TEXTS = [
  'municipality',
  'municipalityCode',
  'municipalityPart',
  'municipalityPartCode',
  'district',
  'districtCode',
  'postalDistrict',
  'county',
  'countyCode',
  'region',
  'regionCode',
] as const satisfies readonly (keyof Address)[]

/** Texts of the point itself. */
const POINT_TEXTS = [
  'street',
  'streetId',
  'postalCode',
  'registrationNumber',
  'evidenceNumber',
  'houseNumber',
  'houseNumberType',
  'orientationNumber',
  'orientationLetter',
  'validFrom',
] as const satisfies readonly (keyof Address)[]

/** Degrees as whole numbers of 1e-7: about a centimetre, and all that the sources give. */
const DEGREE = 1e7
const NO_DEGREE = -0x8000_0000

export class AddressColumnsBuilder {
  readonly #country: Country
  readonly #pool = new TextPoolBuilder()
  readonly #placeNumbers = new Map<string, number>()
  readonly #places = PLACE_TEXTS.map(() => growingU32())
  readonly #points = POINT_TEXTS.map(() => growingU32())
  readonly #keys = growingF64()
  readonly #datasets = growingU8()
  readonly #placeOfPoint = growingU32()
  readonly #latitudes = growingI32()
  readonly #longitudes = growingI32()

  constructor(country: Country) {
    this.#country = country
  }

  get length(): number {
    return this.#keys.length
  }

  /** `dataset`: the place of the record's dataset in the segment's list. */
  push(key: number, address: Address, dataset: number): void {
    this.#keys.push(key)
    this.#datasets.push(dataset)
    this.#placeOfPoint.push(this.#place(address))
    for (let i = 0; i < POINT_TEXTS.length; i++) this.#points[i]!.push(this.#pool.number(address[POINT_TEXTS[i]!]))
    this.#latitudes.push(address.latitude === null ? NO_DEGREE : Math.round(address.latitude * DEGREE))
    this.#longitudes.push(address.longitude === null ? NO_DEGREE : Math.round(address.longitude * DEGREE))
  }

  write(path: string): void {
    writeSections(path, KIND, {
      country: Buffer.from(this.#country),
      key: this.#keys.pieces(),
      dataset: this.#datasets.pieces(),
      place: this.#placeOfPoint.pieces(),
      latitude: this.#latitudes.pieces(),
      longitude: this.#longitudes.pieces(),
      ...Object.fromEntries(PLACE_TEXTS.map((name, i) => [`place.${name}`, this.#places[i]!.pieces()])),
      ...Object.fromEntries(POINT_TEXTS.map((name, i) => [name, this.#points[i]!.pieces()])),
      ...textSections('pool', this.#pool.pieces()),
    })
  }

  #place(address: Address): number {
    const identity = PLACE_TEXTS.map((name) => address[name] ?? '').join('\u0000')
    let place = this.#placeNumbers.get(identity)
    if (place === undefined) {
      place = this.#placeNumbers.size
      this.#placeNumbers.set(identity, place)
      for (let i = 0; i < PLACE_TEXTS.length; i++) this.#places[i]!.push(this.#pool.number(address[PLACE_TEXTS[i]!]))
    }
    return place
  }
}

/** The address points of one country, in the order of the source's keys. */
export class AddressColumns {
  readonly keys: Float64Array
  readonly #country: Country
  readonly #sections: ReturnType<typeof readSections>
  readonly #pool: TextArrays

  static open(path: string): AddressColumns {
    return new AddressColumns(readSections(path, KIND))
  }

  private constructor(sections: ReturnType<typeof readSections>) {
    this.#sections = sections
    this.keys = section(sections, 'key', Float64Array)
    this.#pool = textArrays(sections, 'pool')
    this.#country = Buffer.from(section(sections, 'country', Uint8Array)).toString() as Country
  }

  get length(): number {
    return this.keys.length
  }

  /** The place of the point's dataset in the segment's list. */
  datasetAt(index: number): number {
    return section(this.#sections, 'dataset', Uint8Array)[index]!
  }

  at(index: number): Address {
    const place = this.#numbers('place')[index]!
    const texts: Record<string, string | null> = {}
    for (const name of PLACE_TEXTS) texts[name] = pooledText(this.#pool, this.#numbers(`place.${name}`)[place]!)
    for (const name of POINT_TEXTS) texts[name] = pooledText(this.#pool, this.#numbers(name)[index]!)
    const degrees = (name: string): number | null => {
      const value = section(this.#sections, name, Int32Array)[index]!
      return value === NO_DEGREE ? null : value / DEGREE
    }
    return {
      ...(texts as Omit<Address, 'country' | 'latitude' | 'longitude'>),
      country: this.#country,
      latitude: degrees('latitude'),
      longitude: degrees('longitude'),
    }
  }

  #numbers(name: string): Uint32Array {
    return section(this.#sections, name, Uint32Array)
  }
}

/** Where each address point of a country lies: all that companies need to know of it, a tenth of the columns. */
export class PointMunicipalities {
  readonly #keys: Float64Array
  readonly #places: Uint32Array
  readonly #codes: Uint32Array
  readonly #pool: TextArrays

  static open(path: string): PointMunicipalities {
    const wanted = ['key', 'place', 'place.municipalityCode', 'poolBytes', 'poolStarts']
    return new PointMunicipalities(readSections(path, KIND, wanted))
  }

  private constructor(sections: ReturnType<typeof readSections>) {
    this.#keys = section(sections, 'key', Float64Array)
    this.#places = section(sections, 'place', Uint32Array)
    this.#codes = section(sections, 'place.municipalityCode', Uint32Array)
    this.#pool = textArrays(sections, 'pool')
  }

  /** The municipality's code of the point with this key. */
  codeOf(key: number): string | null {
    const index = sortedIndexOf(this.#keys, key)
    return index < 0 ? null : pooledText(this.#pool, this.#codes[this.#places[index]!]!)
  }
}
