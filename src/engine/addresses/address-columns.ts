import type { Address } from '../../records/address.ts'
import type { Country } from '../../records/country.ts'
import { formatSourceKey, type KeyForm, parseSourceKey } from '../../records/source-key.ts'
import { type NarrowNumbers, narrowSection } from '../../stdx/narrow-numbers.ts'
import { readSections, type SectionArray, section } from '../../stdx/section-file.ts'
import { pooledText, type TextArrays, textAt } from '../../stdx/text-column.ts'
import { textArrays } from '../../stdx/text-sections.ts'
import { KEY_SECTIONS, RecordKeys } from '../record-keys.ts'
import { ADDRESS_COLUMNS, DEGREE, NO_DEGREE, PLACE_TEXTS, SPOT_TEXTS, type SpotField } from './address-fields.ts'
import { DictionaryColumn } from './dictionary-column.ts'
import { joinHouse } from './house-shape.ts'
import { NumberTextColumn } from './number-text-column.ts'

interface Field {
  readonly name: SpotField
  readonly of: 'place' | 'spot'
  /** The number of the text, for each place or each spot. */
  readonly numbers: Uint32Array
}

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
  readonly #keyForm: KeyForm
  readonly #datasets: Uint8Array
  readonly #placeOfSpot: NarrowNumbers
  readonly #pool: TextArrays
  readonly #fields: readonly Field[]
  readonly #byName: ReadonlyMap<SpotField, Field>
  readonly #recentNumbers = new Uint32Array(RECENT_TEXTS)
  readonly #recentTexts: string[] = new Array<string>(RECENT_TEXTS).fill('')

  static open(path: string): AddressColumns {
    return new AddressColumns(readSections(path, ADDRESS_COLUMNS))
  }

  constructor(sections: Map<string, SectionArray>) {
    this.sections = sections
    this.country = Buffer.from(section(sections, 'country', Uint8Array)).toString() as Country
    this.keys = new RecordKeys(sections)
    this.#keyForm = readKeyForm(sections)
    this.spots = section(sections, 'spot', Uint32Array)
    this.numbers = new NumberTextColumn(sections, 'number')
    this.shapes = new DictionaryColumn(sections, 'shape')
    this.orientations = new NumberTextColumn(sections, 'orientation')
    this.letters = new DictionaryColumn(sections, 'letter')
    this.validFrom = new DictionaryColumn(sections, 'validFrom')
    this.latitudes = section(sections, 'latitude', Int32Array)
    this.longitudes = section(sections, 'longitude', Int32Array)
    this.#datasets = section(sections, 'dataset', Uint8Array)
    this.#placeOfSpot = narrowSection(sections, 'spot.place')
    this.#pool = textArrays(sections, 'pool')
    const fields = (of: Field['of'], names: readonly SpotField[]): Field[] =>
      names.map((name) => ({ name, of, numbers: section(sections, `${of}.${name}`, Uint32Array) }))
    this.#fields = [...fields('place', PLACE_TEXTS), ...fields('spot', SPOT_TEXTS)]
    this.#byName = new Map(this.#fields.map((field) => [field.name, field]))
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

  at(index: number): Address {
    const spot = this.spots[index]!
    const place = this.#placeOfSpot[spot]!
    const texts: Record<string, string | null> = {}
    for (let i = 0; i < this.#fields.length; i++) {
      const { name, of, numbers } = this.#fields[i]!
      const number = numbers[of === 'spot' ? spot : place]!
      texts[name] = number === 0 ? null : this.poolText(number)
    }
    const degrees = (value: number): number | null => (value === NO_DEGREE ? null : value / DEGREE)
    return {
      ...(texts as Pick<Address, SpotField>),
      ...joinHouse(this.numbers.textAt(index), this.shapes.textAt(index)!),
      country: this.country,
      orientationNumber: this.orientations.textAt(index),
      orientationLetter: this.letters.textAt(index),
      latitude: degrees(this.latitudes[index]!),
      longitude: degrees(this.longitudes[index]!),
      validFrom: this.validFrom.textAt(index),
    }
  }

  spotText(spot: number, field: SpotField): string | null {
    const number = this.spotTextNumber(spot, field)
    return number === 0 ? null : this.poolText(number)
  }

  /** Reads a text by its number. Recent texts are cached, because the hits of a query share most of theirs. */
  poolText(number: number): string {
    const place = number % RECENT_TEXTS
    if (this.#recentNumbers[place] !== number) {
      this.#recentTexts[place] = textAt(this.#pool, number)
      this.#recentNumbers[place] = number
    }
    return this.#recentTexts[place]!
  }

  /** Equal texts have equal numbers, and null has 0, so texts are compared without being read. */
  spotTextNumber(spot: number, field: SpotField): number {
    const { of, numbers } = this.#byName.get(field)!
    return numbers[of === 'spot' ? spot : this.#placeOfSpot[spot]!]!
  }
}

/** The municipality of an address point. */
export interface PointMunicipality {
  readonly name: string | null
  readonly code: string | null
}

/** The municipality of each address point: what companies need, and a fraction of the columns. */
export class PointMunicipalities {
  readonly #keys: RecordKeys
  readonly #keyForm: KeyForm
  readonly #spots: Uint32Array
  readonly #placeOfSpot: NarrowNumbers
  readonly #ofPlace: readonly PointMunicipality[]

  static open(path: string): PointMunicipalities {
    const wanted = [
      ...KEY_SECTIONS,
      'keyForm',
      'spot',
      'spot.place',
      'place.municipality',
      'place.municipalityCode',
      'poolBytes',
      'poolStarts',
    ]
    return new PointMunicipalities(readSections(path, ADDRESS_COLUMNS, wanted))
  }

  private constructor(sections: Map<string, SectionArray>) {
    this.#keys = new RecordKeys(sections)
    this.#keyForm = readKeyForm(sections)
    this.#spots = section(sections, 'spot', Uint32Array)
    this.#placeOfSpot = narrowSection(sections, 'spot.place')
    const pool = textArrays(sections, 'pool')
    const names = section(sections, 'place.municipality', Uint32Array)
    const codes = section(sections, 'place.municipalityCode', Uint32Array)
    this.#ofPlace = Array.from(names, (name, place) => ({
      name: pooledText(pool, name),
      code: pooledText(pool, codes[place]!),
    }))
  }

  /** The municipality of the point that its source publishes under this key. */
  of(sourceKey: string): PointMunicipality | undefined {
    const key = parseSourceKey(sourceKey, this.#keyForm)
    const index = key === undefined ? -1 : this.#keys.indexOf(key)
    return index < 0 ? undefined : this.#ofPlace[this.#placeOfSpot[this.#spots[index]!]!]
  }
}

function readKeyForm(sections: Map<string, SectionArray>): KeyForm {
  return Buffer.from(section(sections, 'keyForm', Uint8Array)).toString() as KeyForm
}
