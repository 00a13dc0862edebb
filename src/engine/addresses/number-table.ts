import { type NarrowNumbers, narrowPieces, narrowSection } from '../../stdx/narrow-numbers.ts'
import { type SectionArray, type SectionSource, section } from '../../stdx/section-file.ts'
import { stableOrder } from '../../stdx/stable-order.ts'

/*
 * House numbers, sorted for each owner (a street, or a place):
 *
 *     rows       the point in the columns         4 bytes
 *     numbers    its digits as a number           2 bytes, as long as no house has the number 65 536
 *     suffixes   what follows them, and a flag    1 byte, as long as there are fewer than 128 kinds of it
 *     starts     where each owner's numbers begin
 */

/** This bit marks an evidence number. The bits above it are the index of the suffix. */
export const EVIDENCE = 1

export class NumberTableBuilder {
  #length = 0
  readonly #owners: Uint32Array
  readonly #rows: Uint32Array
  readonly #numbers: Uint32Array
  readonly #suffixes: Uint32Array
  readonly #lasts: Uint32Array

  /** `numbersMax` is the capacity. */
  constructor(numbersMax: number) {
    this.#owners = new Uint32Array(numbersMax)
    this.#rows = new Uint32Array(numbersMax)
    this.#numbers = new Uint32Array(numbersMax)
    this.#suffixes = new Uint32Array(numbersMax)
    this.#lasts = new Uint32Array(numbersMax)
  }

  /** Equal numbers of an owner are sorted by `last`, then in the order of the pushes. */
  push(entry: {
    readonly owner: number
    readonly row: number
    readonly number: number
    readonly suffix: number
    readonly last: number
  }): void {
    const at = this.#length
    this.#owners[at] = entry.owner
    this.#rows[at] = entry.row
    this.#numbers[at] = entry.number
    this.#suffixes[at] = entry.suffix
    this.#lasts[at] = entry.last
    this.#length = at + 1
  }

  sections(name: string, owners: number): Record<string, SectionSource> {
    const count = this.#length
    const owner = this.#owners
    const order = stableOrder(count, [owner, this.#numbers, this.#suffixes, this.#lasts])
    const sorted = (values: Uint32Array): Uint32Array => {
      const gathered = new Uint32Array(count)
      for (let i = 0; i < count; i++) gathered[i] = values[order[i]!]!
      return gathered
    }
    const starts = new Uint32Array(owners + 1)
    for (let i = 0; i < count; i++) starts[owner[i]! + 1]! += 1
    for (let i = 0; i < owners; i++) starts[i + 1]! += starts[i]!
    return {
      [`${name}.rows`]: sorted(this.#rows),
      [`${name}.numbers`]: narrowPieces([sorted(this.#numbers)]),
      [`${name}.suffixes`]: narrowPieces([sorted(this.#suffixes)]),
      [`${name}.starts`]: starts,
    }
  }
}

/** A range of numbers and suffixes, both ends included. */
export interface NumberRange {
  readonly lowest: number
  readonly highest: number
  /** Places in the list of suffixes. */
  readonly firstSuffix: number
  readonly lastSuffix: number
  readonly kind: 'any' | 'registration' | 'evidence'
}

export class NumberTable {
  readonly #rows: Uint32Array
  readonly #numbers: NarrowNumbers
  readonly #suffixes: NarrowNumbers
  readonly #starts: Uint32Array

  constructor(sections: Map<string, SectionArray>, name: string) {
    this.#rows = section(sections, `${name}.rows`, Uint32Array)
    this.#numbers = narrowSection(sections, `${name}.numbers`)
    this.#suffixes = narrowSection(sections, `${name}.suffixes`)
    this.#starts = section(sections, `${name}.starts`, Uint32Array)
  }

  /**
   * Visits the rows of the owner's points in the order of their numbers. `visit` returns false to stop, and so does
   * this.
   */
  visit(owner: number, range: NumberRange, visit: (row: number, place: number) => boolean): boolean {
    const end = this.#starts[owner + 1]!
    for (let at = this.#firstFrom(owner, range.lowest); at < end && this.#numbers[at]! <= range.highest; at++) {
      const suffix = this.#suffixes[at]!
      if (suffix >>> 1 < range.firstSuffix || range.lastSuffix < suffix >>> 1) continue
      if (range.kind !== 'any' && (range.kind === 'evidence') !== ((suffix & EVIDENCE) !== 0)) continue
      if (!visit(this.#rows[at]!, at)) return false
    }
    return true
  }

  /** The greatest number of the owner, or -1. Most owners are ruled out by it. */
  maxNumberOf(owner: number): number {
    const end = this.#starts[owner + 1]!
    return this.#starts[owner] === end ? -1 : this.#numbers[end - 1]!
  }

  numberAt(place: number): number {
    return this.#numbers[place]!
  }

  suffixAt(place: number): number {
    return this.#suffixes[place]!
  }

  #firstFrom(owner: number, lowest: number): number {
    let low = this.#starts[owner]!
    let high = this.#starts[owner + 1]!
    if (low === high || this.#numbers[high - 1]! < lowest) return high
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#numbers[middle]! < lowest) low = middle + 1
      else high = middle
    }
    return low
  }
}
