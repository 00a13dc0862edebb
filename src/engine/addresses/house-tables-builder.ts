import { chunkedU8, chunkedU32, concatU32 } from '../../stdx/chunked-array.ts'
import { compareText } from '../../stdx/compare-text.ts'
import type { SectionSource } from '../../stdx/section-file.ts'
import { TextColumnBuilder } from '../../stdx/text-column.ts'
import { textSections } from '../../stdx/text-sections.ts'
import { type HouseNumber, parseHouseNumber } from '../../text/house-number.ts'
import type { AddressColumns } from './address-columns.ts'
import { parseShapeNumbers, type ShapeNumber } from './house-shape.ts'
import { EVIDENCE, NumberTableBuilder } from './number-table.ts'
import { PossibleNumbersBuilder } from './possible-numbers.ts'

export interface NumberOwners {
  /** The document of the street of each spot, or `NO_STREET`. */
  readonly streetOfSpot: Uint32Array
  readonly groupOfSpot: Uint32Array
  readonly documents: number
  readonly groups: number
  /** The groups of each place, [first, end). */
  readonly firstGroups: Uint32Array
  readonly endGroups: Uint32Array
}

export const NO_STREET = 0xffff_ffff

/**
 * Builds the tables of house numbers: orientation numbers of streets, registration and evidence numbers of streets, and
 * those of groups. A place has one or several groups. Builds also which numbers each street and place may have.
 */
export function buildHouseTables(columns: AddressColumns, owners: NumberOwners): Record<string, SectionSource> {
  const suffixes = new SuffixList()
  const orientations = readOrientations(columns, suffixes)
  const houses = readHouses(columns, suffixes)
  const { places, texts } = suffixes.sort()
  const possible = new PossibleNumbersBuilder(owners.documents)
  const ofGroups = new PossibleNumbersBuilder(owners.groups)
  const orientationTable = new NumberTableBuilder(orientations.rows.length)
  for (let i = 0; i < orientations.rows.length; i++) {
    const row = orientations.rows[i]!
    const owner = owners.streetOfSpot[columns.spots[row]!]!
    if (owner === NO_STREET) continue
    const number = orientations.numbers[i]!
    const suffix = places[orientations.suffixes[i]!]! << 1
    orientationTable.push({ owner, row, number, suffix, last: 0 })
    possible.pushOrientation(owner, number)
  }
  const streetTable = new NumberTableBuilder(houses.rows.length)
  const groupTable = new NumberTableBuilder(houses.rows.length)
  for (let i = 0; i < houses.rows.length; i++) {
    const row = houses.rows[i]!
    const number = houses.numbers[i]!
    const spot = columns.spots[row]!
    const suffix = (places[houses.suffixes[i]!]! << 1) | houses.kinds[i]!
    const street = owners.streetOfSpot[spot]!
    if (street !== NO_STREET) {
      streetTable.push({ owner: street, row, number, suffix, last: 0 })
      possible.push(street, number)
    }
    const last = columns.spotTextNumber(spot, 'street') === 0 ? 0 : 1
    const group = owners.groupOfSpot[spot]!
    groupTable.push({ owner: group, row, number, suffix, last })
    ofGroups.push(group, number)
  }
  for (let document = 0; document < owners.documents; document++) {
    for (let group = owners.firstGroups[document]!; group < owners.endGroups[document]!; group++) {
      possible.pushAll(document, ofGroups, group)
    }
  }
  return {
    ...orientationTable.sections('orientation', owners.documents),
    ...streetTable.sections('streetHouse', owners.documents),
    ...groupTable.sections('groupHouse', owners.groups),
    ...textSections('suffixes', texts),
    ...possible.sections(),
  }
}

/**
 * The distinct suffixes. While numbers are read they are numbered as they come, and at the end in sorted order. The
 * first is empty.
 */
class SuffixList {
  readonly #numbers = new Map<string, number>([['', 0]])

  number(suffix: string): number {
    return this.#numbers.getOrInsert(suffix, this.#numbers.size)
  }

  sort() {
    const texts = new TextColumnBuilder()
    const places = new Uint32Array(this.#numbers.size)
    for (const [place, suffix] of [...this.#numbers.keys()].sort(compareText).entries()) {
      places[this.#numbers.get(suffix)!] = place
      texts.push(suffix)
    }
    return { places, texts: texts.pieces() }
  }
}

/** House numbers of points, as parallel arrays. */
class NumberColumns {
  readonly #rows = chunkedU32()
  readonly #numbers = chunkedU32()
  readonly #suffixes = chunkedU32()
  readonly #kinds = chunkedU8()

  push(row: number, { number, suffix }: { readonly number: number; readonly suffix: number }, kind: number): void {
    this.#rows.push(row)
    this.#numbers.push(number)
    this.#suffixes.push(suffix)
    this.#kinds.push(kind)
  }

  toArrays() {
    return {
      rows: concatU32(this.#rows),
      numbers: concatU32(this.#numbers),
      suffixes: concatU32(this.#suffixes),
      kinds: Buffer.concat(this.#kinds.pieces()),
    }
  }
}

function readOrientations(columns: AddressColumns, suffixes: SuffixList) {
  const { orientations, letters } = columns
  const suffixOfLetter = Uint32Array.from({ length: letters.differentTexts }, (_, letter) =>
    suffixes.number(parseHouseNumber('0', letters.textOf(letter))!.suffix),
  )
  const found = new NumberColumns()
  for (let row = 0; row < columns.length; row++) {
    const number = orientations.numberAt(row)
    if (0 <= number) found.push(row, { number, suffix: suffixOfLetter[letters.numberAt(row)]! }, 0)
    else if (number !== NO_TEXT) {
      pushUnusual(found, row, parseHouseNumber(orientations.textAt(row)!, letters.textAt(row)), 0, suffixes)
    }
  }
  return found.toArrays()
}

function readHouses(columns: AddressColumns, suffixes: SuffixList) {
  const { numbers, shapes } = columns
  const numbersOf: readonly (readonly ShapeNumber[])[] = Array.from({ length: shapes.differentTexts }, (_, shape) =>
    shape === 0 ? [] : parseShapeNumbers(shapes.textOf(shape)!),
  )
  const found = new NumberColumns()
  for (let row = 0; row < columns.length; row++) {
    for (const { kind, own } of numbersOf[shapes.numberAt(row)]!) {
      const flag = kind === 'evidence' ? EVIDENCE : 0
      const number = own === null ? numbers.numberAt(row) : UNUSUAL_TEXT
      if (0 <= number) found.push(row, { number, suffix: 0 }, flag)
      else pushUnusual(found, row, parseHouseNumber(own ?? numbers.textAt(row)!, null), flag, suffixes)
    }
  }
  return found.toArrays()
}

/** The values that `NumberTextColumn.numberAt` returns. */
const NO_TEXT = -1
const UNUSUAL_TEXT = -2

function pushUnusual(
  found: NumberColumns,
  row: number,
  number: HouseNumber | undefined,
  kind: number,
  suffixes: SuffixList,
): void {
  if (number !== undefined) found.push(row, { number: number.number, suffix: suffixes.number(number.suffix) }, kind)
}
