/** Marks an empty slot: no number of the set is NaN. */
const EMPTY = Number.NaN

/** A set of numbers in 16 to 32 bytes each. A `Set` needs 40 or more and holds at most 16 million. */
export class NumberSet {
  #slots = new Float64Array(1 << 10).fill(EMPTY)
  #size = 0

  get size(): number {
    return this.#size
  }

  /** False if the number is in the set already. */
  add(number: number): boolean {
    const slot = this.#slotOf(number)
    if (this.#slots[slot] === number) return false
    this.#slots[slot] = number
    this.#size += 1
    if (this.#slots.length < this.#size * 2) this.#grow()
    return true
  }

  has(number: number): boolean {
    return this.#slots[this.#slotOf(number)] === number
  }

  /** The slot of the number, or the free one where it belongs. */
  #slotOf(number: number): number {
    const mask = this.#slots.length - 1
    // Keys of registers are often consecutive; the multiplication spreads them over the array.
    let slot = (Math.imul(number | 0, 0x9e3779b1) ^ Math.imul((number / 0x1_0000_0000) | 0, 0x85ebca6b)) >>> 0
    for (slot = (slot ^ (slot >>> 15)) & mask; ; slot = (slot + 1) & mask) {
      const found = this.#slots[slot]!
      if (found === number || Number.isNaN(found)) return slot
    }
  }

  #grow(): void {
    const old = this.#slots
    this.#slots = new Float64Array(old.length * 2).fill(EMPTY)
    for (const number of old) if (!Number.isNaN(number)) this.#slots[this.#slotOf(number)] = number
  }
}
