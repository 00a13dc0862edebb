import { type NarrowNumbers, narrowPieces, narrowSection } from '../../stdx/narrow-numbers.ts'
import { type SectionArray, type SectionSource, section } from '../../stdx/section-file.ts'

/*
 * A summary of the house numbers of each street and place, in 20 bytes. Hundreds of streets share a frequent name, and
 * few of them have the typed number. To search the tables of a street, several places far apart in memory are read; all
 * summaries together fit into the processor's caches.
 *
 *     bits       128 for each document: `bitOf(n)` is set if it has the number n
 *     greatest   the greatest number of each document, and the greatest orientation number
 */

const WORDS = 4

/** Houses that were built together have adjacent numbers. Four of them share a bit. */
const ADJACENT_BITS = 2

function bitOf(number: number): number {
  return (number >>> ADJACENT_BITS) & (32 * WORDS - 1)
}

export class PossibleNumbersBuilder {
  readonly #bits: Uint32Array
  readonly #greatest: Uint32Array
  readonly #greatestOrientation: Uint32Array

  constructor(owners: number) {
    this.#bits = new Uint32Array(WORDS * owners)
    this.#greatest = new Uint32Array(owners)
    this.#greatestOrientation = new Uint32Array(owners)
  }

  pushOrientation(owner: number, number: number): void {
    this.push(owner, number)
    this.#greatestOrientation[owner] = Math.max(this.#greatestOrientation[owner]!, number)
  }

  push(owner: number, number: number): void {
    const bit = bitOf(number)
    this.#bits[WORDS * owner + (bit >>> 5)]! |= 1 << (bit & 31)
    this.#greatest[owner] = Math.max(this.#greatest[owner]!, number)
  }

  /** Adds the numbers of an owner of another list. */
  pushAll(owner: number, others: PossibleNumbersBuilder, other: number): void {
    for (let i = 0; i < WORDS; i++) this.#bits[WORDS * owner + i]! |= others.#bits[WORDS * other + i]!
    this.#greatest[owner] = Math.max(this.#greatest[owner]!, others.#greatest[other]!)
  }

  sections(): Record<string, SectionSource> {
    return {
      'possibleNumbers.bits': this.#bits,
      'possibleNumbers.greatest': narrowPieces([this.#greatest]),
      'possibleNumbers.greatestOrientation': narrowPieces([this.#greatestOrientation]),
    }
  }
}

export class PossibleNumbers {
  readonly #bits: Uint32Array
  readonly #greatest: NarrowNumbers
  readonly #greatestOrientation: NarrowNumbers

  constructor(sections: Map<string, SectionArray>) {
    this.#bits = section(sections, 'possibleNumbers.bits', Uint32Array)
    this.#greatest = narrowSection(sections, 'possibleNumbers.greatest')
    this.#greatestOrientation = narrowSection(sections, 'possibleNumbers.greatestOrientation')
  }

  /** False if the document has no house of this number. */
  mayHave(document: number, number: number): boolean {
    const bit = bitOf(number)
    return (this.#bits[WORDS * document + (bit >>> 5)]! & (1 << (bit & 31))) !== 0
  }

  /** The greatest number of its houses, or 0. */
  greatestOf(document: number): number {
    return this.#greatest[document]!
  }

  /** The greatest orientation number, or 0. A place has none. */
  greatestOrientationOf(document: number): number {
    return this.#greatestOrientation[document]!
  }
}
