import type { Address } from '../../records/address.ts'
import { type NarrowNumbers, narrowSection } from '../../stdx/narrow-numbers.ts'
import { RecentValues } from '../../stdx/recent-values.ts'
import { type FileKind, type SectionArray, section } from '../../stdx/section-file.ts'
import { readIndex } from '../read-index.ts'
import { WordIndex } from '../words/word-index.ts'
import { AddressColumns } from './address-columns.ts'
import { ENTITY_KINDS, type EntityKind } from './address-entities.ts'
import { DEGREE, NO_DEGREE } from './address-fields.ts'
import { NO_ROW } from './entity-measures.ts'
import { NAME_FIELDS } from './entity-summary.ts'
import { HouseNumbers } from './house-numbers.ts'
import { hasNameTable, makeNameTable } from './make-name-table.ts'
import { NameTable } from './name-table.ts'
import { entitySourceId, foldName, identityByName } from './place-identity.ts'

/** Increase the format with the layout of the file and with the rules in `text/` that split names into words. */
export const ADDRESS_INDEX: FileKind = { kind: 'address-index', format: 6, remedy: 'regista publish' }

/** About fifty bytes each. */
const FOLDED_TEXTS = 1024

/**
 * The immutable index of the addresses of one country: streets and places as documents in rank order, found by words,
 * and the house numbers of each.
 */
export class AddressIndex {
  readonly columns: AddressColumns
  readonly words: WordIndex
  readonly houses: HouseNumbers
  readonly #sections: Map<string, SectionArray>
  #names: NameTable | undefined
  readonly #kinds: Uint8Array
  readonly #rows: Uint32Array
  readonly #hidden: NarrowNumbers
  readonly #newestRows: Uint32Array
  readonly #firstGroups: Uint32Array
  readonly #endGroups: Uint32Array
  readonly #ownGroups: Uint8Array
  /** By the number of the text. A name is that of many streets. */
  readonly #foldedTexts = new RecentValues(FOLDED_TEXTS, (number) => foldName(this.columns.poolText(number)))
  /** The middle of each document's points, in degrees × `DEGREE`, or `NO_DEGREE`. */
  readonly latitudes: Int32Array
  readonly longitudes: Int32Array

  static open(path: string, columns: AddressColumns): AddressIndex {
    const sections = readIndex(path, ADDRESS_INDEX, columns.length)
    const index = new AddressIndex(sections, columns)
    if (!hasNameTable(sections)) for (const [name, array] of makeNameTable(index)) sections.set(name, array)
    return index
  }

  /** Opens the same index in another thread, on the same shared memory. */
  static fromShared(from: SharedAddressIndex): AddressIndex {
    return new AddressIndex(from.index, new AddressColumns(from.columns))
  }

  constructor(sections: Map<string, SectionArray>, columns: AddressColumns) {
    this.#sections = sections
    this.columns = columns
    this.words = new WordIndex(sections)
    this.houses = new HouseNumbers(sections, columns)
    this.#kinds = section(sections, 'kinds', Uint8Array)
    this.#rows = section(sections, 'rows', Uint32Array)
    this.#hidden = narrowSection(sections, 'hidden')
    this.#newestRows = section(sections, 'newestRows', Uint32Array)
    this.#firstGroups = section(sections, 'firstGroups', Uint32Array)
    this.#endGroups = section(sections, 'endGroups', Uint32Array)
    this.#ownGroups = section(sections, 'ownGroups', Uint8Array)
    this.latitudes = section(sections, 'latitudes', Int32Array)
    this.longitudes = section(sections, 'longitudes', Int32Array)
  }

  get toShare(): SharedAddressIndex {
    return { index: this.#sections, columns: this.columns.sections }
  }

  /** Reads the same points, streets and places with texts that are pieces of JSON. */
  readAsJson(): Pick<AddressIndex, 'columns' | 'addressOf'> {
    return new AddressIndex(this.#sections, this.columns.readAsJson())
  }

  get names(): NameTable {
    this.#names ??= new NameTable(this.#sections)
    return this.#names
  }

  get documents(): number {
    return this.#rows.length
  }

  kindOf(document: number): EntityKind {
    return ENTITY_KINDS[this.#kinds[document]!]!
  }

  /** The groups of a place are [first, end). */
  firstGroupOf(document: number): number {
    return this.#firstGroups[document]!
  }

  endGroupOf(document: number): number {
    return this.#endGroups[document]!
  }

  /** The group of a place that has its name, or no name; -1 if all its houses are in parts with other names. */
  ownGroupOf(document: number): number {
    return this.#ownGroups[document] === 1 ? this.#firstGroups[document]! : -1
  }

  /** The street or place as an address: the fields that all its points share. */
  addressOf(document: number): Address {
    const degrees = (value: number): number | null => (value === NO_DEGREE ? null : value / DEGREE)
    const newest = this.#newestRows[document]!
    return {
      ...this.columns.at(this.#rows[document]!, this.#hidden[document]!),
      registrationNumber: null,
      evidenceNumber: null,
      houseNumber: null,
      houseNumberType: null,
      orientationNumber: null,
      orientationLetter: null,
      latitude: degrees(this.latitudes[document]!),
      longitude: degrees(this.longitudes[document]!),
      validFrom: newest === NO_ROW ? null : this.columns.validFrom.textAt(newest),
    }
  }

  /** The number of its own name in the text pool of the columns. */
  nameNumberOf(document: number): number {
    return this.columns.spotTextNumber(this.#spotOf(document), NAME_FIELDS[this.kindOf(document)])
  }

  nameOf(document: number): string {
    return this.columns.poolText(this.nameNumberOf(document))
  }

  municipalityNumberOf(document: number): number {
    return this.columns.spotTextNumber(this.#spotOf(document), 'municipality')
  }

  /** The okres of its largest part. */
  countyOf(document: number): string | null {
    return this.columns.spotText(this.#spotOf(document), 'county')
  }

  /** Its public key: see place-identity.ts. */
  sourceIdOf(document: number): string {
    return this.#sourceIdBy(
      document,
      this.kindOf(document) === 'street' ? 'street' : 'place',
      this.nameNumberOf(document),
    )
  }

  /** The public key of its municipality. */
  townIdOf(document: number): string {
    return this.#sourceIdBy(document, 'place', this.municipalityNumberOf(document))
  }

  #sourceIdBy(document: number, kind: 'street' | 'place', name: number): string {
    const spot = this.#spotOf(document)
    const identity =
      this.columns.spotText(spot, 'municipalityCode') ??
      identityByName({
        name: this.#foldedTexts.get(this.columns.spotTextNumber(spot, 'municipality')),
        county: this.#foldedTexts.get(this.columns.spotTextNumber(spot, 'county')),
      })
    return entitySourceId(kind, identity, this.#foldedTexts.get(name))
  }

  #spotOf(document: number): number {
    return this.columns.spots[this.#rows[document]!]!
  }
}

export interface SharedAddressIndex {
  readonly index: Map<string, SectionArray>
  readonly columns: Map<string, SectionArray>
}
