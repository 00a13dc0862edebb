import { splitWords } from '../../text/words.ts'

/*
 * How streets and places are told apart, and the keys under which they are known outside, as a point is by its source's key:
 *
 *     street:SK0422599981:hlavna            a street of a municipality with a code
 *     place:SK0422599981:kosice-sever       the municipality itself; a part of it has another name, so it has another key
 *     street:lucky,ruzomberok:skolska       of a municipality without a code: its name and its okres
 *
 * Folded words hold letters and digits only, so `:`, `,` and `-` stand where they are put and nowhere else.
 */

/** A name as it is compared: "Hlavná ulica" and "HLAVNÁ  ULICA" are one. Empty for a text without letters and digits. */
export function foldName(text: string | null): string {
  return joinNameWords(splitWords(text ?? '').map((word) => word.text))
}

export function joinNameWords(words: readonly string[]): string {
  return words.join('-')
}

/** Name and okres are folded. */
export function municipalityIdentity(place: {
  readonly code: string | null
  readonly name: string
  readonly county: string
}): string {
  return place.code ?? `${place.name},${place.county}`
}

export function entitySourceId(kind: 'street' | 'place', municipality: string, foldedEntityName: string): string {
  return `${kind}:${municipality}:${foldedEntityName}`
}

/** How names are compared where only their order matters: the same on every machine. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a === b ? 0 : 1
}
