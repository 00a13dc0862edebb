/**
 * Czech postal codes begin with 1 to 7. No municipality has a dot in its name, nor a hyphen before a space or a small
 * letter.
 */
const LAST_PART = /^([1-7][0-9]{2})( ?)([0-9]{2}) +(\p{Lu}\p{L}+(?: \p{L}+|-\p{Lu}\p{L}+)*)( [0-9]{1,2})?$/u

/**
 * The cities with districts: behind their name and a hyphen stands a part of them. Elsewhere such a name is one:
 * Frýdek-Místek.
 */
const PART_OF_CITY = /^(Praha|Brno|Ostrava|Plzeň|Pardubice|Liberec|Opava|Ústí nad Labem)-/

/** More than the town was written. */
const NOT_A_NAME = / (okres|pošta|ČR|[Rr]epublika)( |$)/

/** Parts of towns have Roman numbers: Děčín IV, Přerov I-Město. */
const ROMAN_NUMBER = / [IVX]+( |-|$)/

export interface TownOfText {
  readonly postalCode: string
  readonly municipality: string
}

/**
 * The last part of a seat that is only a text: `Vymyšlená 1, 530 02 Pardubice`. Undefined unless it is a postal code
 * and a name. Only Praha has a number behind its name that is no part of it; elsewhere that is a post office, and its
 * town is not certain. Other countries have codes of five digits too, but do not write them apart, so without the
 * country a code must be written apart.
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
