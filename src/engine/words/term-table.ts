import { assert } from '../../stdx/assert.ts'
import { stableOrder } from '../../stdx/stable-order.ts'
import type { TextArrays } from '../../stdx/text-column.ts'
import { TERM } from './word-index.ts'

const FIRST_TEXTS = 1 << 9
const FIRST_BYTES = 1 << 12

/** The wanted texts, sorted by their bytes. */
export interface SortedTexts extends TextArrays {
  /** Number of the text at each place. */
  readonly numbers: Uint32Array
  /** Place of each text by its number, if it is wanted. */
  readonly places: Uint32Array
}

/**
 * Gives each text a number, in the order in which texts come: a hash table with open addressing over one array of UTF-8
 * bytes. It is three times as fast as a `Map` of strings and takes a third of its memory, because it creates no
 * strings.
 *
 *     slots    a hash, and the number + 1 of the text that has it, or 0: side by side, as both are needed
 *     bytes    the texts, one after the other
 */
export class TermTable {
  length = 0
  /** At most half of the slots are taken. */
  #slots = new Uint32Array(4 * FIRST_TEXTS)
  /** One more than there are texts. */
  #starts = new Uint32Array(FIRST_TEXTS + 1)
  #bytes = Buffer.allocUnsafe(FIRST_BYTES)
  readonly #textsMax: number

  constructor(textsMax = TERM) {
    this.#textsMax = textsMax
  }

  /** Returns the number of the text in these bytes, and adds it if it is new. -1: it is new and the table is full. */
  number(text: Uint8Array, from: number, to: number): number {
    let hash = to - from
    for (let at = from; at < to; at++) hash = Math.imul(hash ^ text[at]!, 0x9e3779b1)
    hash = (hash ^ (hash >>> 15)) >>> 0
    const slots = this.#slots
    const mask = slots.length - 1
    let slot = (2 * hash) & mask
    for (; slots[slot + 1] !== 0; slot = (slot + 2) & mask) {
      if (slots[slot] === hash && this.#isText(slots[slot + 1]! - 1, text, from, to)) return slots[slot + 1]! - 1
    }
    if (this.length === this.#textsMax) return -1
    slots[slot] = hash
    slots[slot + 1] = this.length + 1
    return this.#add(text.subarray(from, to))
  }

  internText(text: string): number {
    const bytes = Buffer.from(text)
    return this.number(bytes, 0, bytes.length)
  }

  textOf(number: number): string {
    return this.#bytes.toString('utf8', this.#starts[number], this.#starts[number + 1])
  }

  /** All texts by their numbers. */
  texts(): TextArrays {
    const starts = this.#starts.subarray(0, this.length + 1)
    return { bytes: this.#bytes.subarray(0, starts[this.length]), starts }
  }

  sort(isWanted: (number: number) => boolean): SortedTexts {
    const order = this.#order(isWanted)
    const starts = new Uint32Array(order.length + 1)
    const places = new Uint32Array(this.length)
    for (let i = 0; i < order.length; i++) {
      const intern = order[i]!
      places[intern] = i
      starts[i + 1] = starts[i]! + this.#starts[intern + 1]! - this.#starts[intern]!
    }
    const bytes = Buffer.alloc(starts[order.length]!)
    for (let i = 0; i < order.length; i++) {
      const number = order[i]!
      for (let from = this.#starts[number]!, to = starts[i]!; to < starts[i + 1]!; ) bytes[to++] = this.#bytes[from++]!
    }
    return { bytes, starts, places, numbers: order }
  }

  #isText(number: number, text: Uint8Array, from: number, to: number): boolean {
    const start = this.#starts[number]!
    if (this.#starts[number + 1]! - start !== to - from) return false
    for (let i = 0; i < to - from; i++) if (this.#bytes[start + i] !== text[from + i]) return false
    return true
  }

  #add(text: Uint8Array): number {
    const number = this.length
    assert(number < TERM, 'terms are numbered with 30 bits')
    const start = this.#starts[number]!
    if (this.#bytes.length < start + text.length) {
      const larger = Buffer.allocUnsafe(2 * (start + text.length))
      larger.set(this.#bytes.subarray(0, start))
      this.#bytes = larger
    }
    this.#bytes.set(text, start)
    this.#starts[number + 1] = start + text.length
    this.length += 1
    if (4 * this.length === this.#slots.length) this.#grow()
    return number
  }

  #grow(): void {
    const starts = new Uint32Array(2 * this.length + 1)
    starts.set(this.#starts)
    this.#starts = starts
    const before = this.#slots
    const slots = new Uint32Array(2 * before.length)
    const mask = slots.length - 1
    for (let from = 0; from < before.length; from += 2) {
      if (before[from + 1] === 0) continue
      let slot = (2 * before[from]!) & mask
      while (slots[slot + 1] !== 0) slot = (slot + 2) & mask
      slots[slot] = before[from]!
      slots[slot + 1] = before[from + 1]!
    }
    this.#slots = slots
  }

  /** Sorts by the first eight bytes, as two numbers. The few texts that agree in them are compared. */
  #order(isWanted: (number: number) => boolean): Uint32Array {
    const wanted = new Uint32Array(this.length)
    let count = 0
    for (let number = 0; number < this.length; number++) if (isWanted(number)) wanted[count++] = number
    const first = new Uint32Array(count)
    const second = new Uint32Array(count)
    for (let i = 0; i < count; i++) {
      first[i] = this.#fourBytes(wanted[i]!, 0)
      second[i] = this.#fourBytes(wanted[i]!, 4)
    }
    const order = stableOrder(count, [first, second])
    const isAlike = (a: number, b: number): boolean => first[a] === first[b] && second[a] === second[b]
    for (let from = 0; from < count; ) {
      let end = from + 1
      while (end < count && isAlike(order[from]!, order[end]!)) end += 1
      if (1 < end - from) order.subarray(from, end).sort((a, b) => this.#compare(wanted[a]!, wanted[b]!))
      from = end
    }
    for (let i = 0; i < count; i++) order[i] = wanted[order[i]!]!
    return order
  }

  /** Pads with zeros: no text has a zero byte. */
  #fourBytes(number: number, skipped: number): number {
    const end = this.#starts[number + 1]!
    let value = 0
    for (let at = this.#starts[number]! + skipped, i = 0; i < 4; at++, i++) {
      value = (value << 8) | (at < end ? this.#bytes[at]! : 0)
    }
    return value >>> 0
  }

  #compare(a: number, b: number): number {
    return Buffer.compare(this.#textBytes(a), this.#textBytes(b))
  }

  #textBytes(number: number): Uint8Array {
    return this.#bytes.subarray(this.#starts[number], this.#starts[number + 1])
  }
}
