import { mix32 } from '../../stdx/mix32.ts'

/** Slots of one generation. A slot holds an id of 16 bytes. */
const SLOTS_MAX = 2 ** 22
const SLOTS_MIN = 2 ** 12

/**
 * Finds request ids that occur twice within the last millions of lines. Ids are 128 random bits, so none repeats by
 * chance. A bug would write a request again soon, and this window is longer than any batch is in doubt.
 * Keeps two generations and drops the older one when the newer is full: at most 128 MiB, however long the journal is.
 */
export class RecentRequests {
  readonly #slotsMax: number
  #current = new Generation(SLOTS_MIN)
  #before: Generation | undefined

  constructor({ slotsMax = SLOTS_MAX }: { readonly slotsMax?: number } = {}) {
    this.#slotsMax = slotsMax
  }

  /** Adds an id whose 16 bytes begin at `at`. Returns whether it was there before. */
  add(bytes: Uint8Array, at: number): boolean {
    const a = readUint32(bytes, at)
    const b = readUint32(bytes, at + 4)
    const c = readUint32(bytes, at + 8)
    const d = readUint32(bytes, at + 12)
    // An id of zeros would look like a free slot. No random id is all zeros.
    if ((a | b | c | d) === 0) return false
    if (this.#current.isFull) this.#makeRoom()
    const isKnown = this.#before?.has(a, b, c, d) === true
    return this.#current.put(a, b, c, d) === 'known' || isKnown
  }

  #makeRoom(): void {
    const { slots } = this.#current
    if (slots < this.#slotsMax) {
      this.#current = this.#current.doubled()
      return
    }
    this.#before = this.#current
    this.#current = new Generation(slots)
  }
}

class Generation {
  readonly slots: number
  readonly #words: Uint32Array
  #used = 0

  constructor(slots: number) {
    this.slots = slots
    this.#words = new Uint32Array(4 * slots)
  }

  get isFull(): boolean {
    return 3 * this.slots <= 4 * this.#used
  }

  put(a: number, b: number, c: number, d: number): 'new' | 'known' {
    const at = this.#find(a, b, c, d)
    if (this.#isAt(at, a, b, c, d)) return 'known'
    this.#words[at] = a
    this.#words[at + 1] = b
    this.#words[at + 2] = c
    this.#words[at + 3] = d
    this.#used++
    return 'new'
  }

  has(a: number, b: number, c: number, d: number): boolean {
    return this.#isAt(this.#find(a, b, c, d), a, b, c, d)
  }

  doubled(): Generation {
    const larger = new Generation(2 * this.slots)
    const words = this.#words
    for (let at = 0; at < words.length; at += 4)
      if (!this.#isFree(at)) larger.put(words[at]!, words[at + 1]!, words[at + 2]!, words[at + 3]!)
    return larger
  }

  /** The slot of the id, or the free slot where it belongs. */
  #find(a: number, b: number, c: number, d: number): number {
    const last = this.slots - 1
    let slot = mix32(a ^ Math.imul(b, 0x9e3779b1) ^ Math.imul(c, 0x85ebca6b) ^ Math.imul(d, 0xc2b2ae35)) & last
    while (!this.#isFree(4 * slot) && !this.#isAt(4 * slot, a, b, c, d)) slot = (slot + 1) & last
    return 4 * slot
  }

  #isFree(at: number): boolean {
    const words = this.#words
    return (words[at]! | words[at + 1]! | words[at + 2]! | words[at + 3]!) === 0
  }

  #isAt(at: number, a: number, b: number, c: number, d: number): boolean {
    const words = this.#words
    return words[at] === a && words[at + 1] === b && words[at + 2] === c && words[at + 3] === d
  }
}

function readUint32(bytes: Uint8Array, at: number): number {
  return (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) >>> 0
}
