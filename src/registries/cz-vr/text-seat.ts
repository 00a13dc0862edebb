/**
 * Czech postal codes begin with 1 to 7. No municipality has a dot in its name, nor a hyphen before a space or a small
 * letter.
 */
const LAST_PART = /^([1-7][0-9]{2})( ?)([0-9]{2}) +(\p{Lu}\p{L}+(?: \p{L}+|-\p{Lu}\p{L}+)*)( [0-9]{1,2})?$/u

/**
 * The cities with districts. After their name and a hyphen comes a part of the city; elsewhere the whole is one name:
 * Frýdek-Místek.
 */
const PART_OF_CITY = /^(Praha|Brno|Ostrava|Plzeň|Pardubice|Liberec|Opava|Ústí nad Labem)-/

/** A name with more than the town. */
const NOT_A_NAME = / (okres|pošta|ČR|[Rr]epublika)( |$)/

/** Parts of towns have Roman numbers: Děčín IV, Přerov I-Město. */
const ROMAN_NUMBER = / [IVX]+( |-|$)/

export interface TownOfText {
  readonly postalCode: string
  readonly municipality: string
}

/**
 * The last part of a seat that is only a text: `Vymyšlená 1, 530 02 Pardubice`. Undefined unless it is a postal code
 * and a name. Only Praha has a number after its name that is not part of it; elsewhere the number is a post office, and
 * the town is uncertain. Other countries have codes of five digits too, but write them without a space, so without the
 * country a code must have its space.
 */
export function townOfText(text: string, countryIsKnown: boolean): TownOfText | undefined {
  const parts = text.split(',')
  const found = 1 < parts.length ? LAST_PART.exec(parts.at(-1)!.trim()) : null
  if (found === null) return undefined
  const [, first, space, last, name, number] = found
  if (space === '' && !countryIsKnown) return undefined
  if (number !== undefined && name !== 'Praha') return undefined
  if ([PART_OF_CITY, ROMAN_NUMBER, NOT_A_NAME].some((pattern) => pattern.test(name!))) return undefined
  return { postalCode: `${first}${last}`, municipality: name! }
}
