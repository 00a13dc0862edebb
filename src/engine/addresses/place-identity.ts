import { splitWords } from '../../text/words.ts'

/*
 * The identity of streets and places, and their public keys. A point's public key is the key of its source.
 *
 *     street:SK0422599981:hlavna            a street of a municipality with a code
 *     place:SK0422599981:kosice-sever       the municipality; a part of it has another name
 *     street:lucky,ruzomberok:skolska       of a municipality without a code: its name and its okres
 *
 * Folded words have only letters and digits, so `:`, `,` and `-` are unambiguous.
 */

/**
 * Folds a name for comparison: "Hlavná ulica" equals "HLAVNÁ  ULICA". Empty for a text without letters and digits.
 */
export function foldName(text: string | null): string {
  return joinNameWords(splitWords(text ?? '').map((word) => word.text))
}

export function joinNameWords(words: readonly string[]): string {
  return words.join('-')
}

/** The identity of a municipality without a code. Name and okres are folded. */
export function identityByName({ name, county }: { readonly name: string; readonly county: string }): string {
  return `${name},${county}`
}

export function entitySourceId(kind: 'street' | 'place', municipality: string, foldedEntityName: string): string {
  return `${kind}:${municipality}:${foldedEntityName}`
}
