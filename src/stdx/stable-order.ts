const DIGIT_BITS = 11
const DIGITS = 1 << DIGIT_BITS

/**
 * The indexes 0 … n−1 in the order of their keys; the first list of keys decides first, and the sort is stable.
 * A radix sort with digits of 11 bits: ten times faster than a comparison sort for millions. The values move along with
 * the indexes, so that each pass reads memory in order. Looking them up by index takes twice as long; so do digits of
 * 16 bits, whose counters do not fit the cache.
 */
export function stableOrder(count: number, keys: readonly Uint32Array[]): Uint32Array<ArrayBuffer> {
  let order = new Uint32Array(count)
  for (let i = 0; i < count; i++) order[i] = i
  let spareOrder = new Uint32Array(count)
  let values = new Uint32Array(count)
  let spareValues = new Uint32Array(count)
  const ends = new Uint32Array(DIGITS + 1)
  for (const key of keys.toReversed()) {
    let greatest = 0
    for (let i = 0; i < count; i++) {
      const value = key[order[i]!]!
      values[i] = value
      if (greatest < value) greatest = value
    }
    for (let shift = 0; shift < 32 && greatest >>> shift !== 0; shift += DIGIT_BITS) {
      ends.fill(0)
      for (let i = 0; i < count; i++) ends[((values[i]! >>> shift) & (DIGITS - 1)) + 1]! += 1
      for (let digit = 0; digit < DIGITS; digit++) ends[digit + 1]! += ends[digit]!
      for (let i = 0; i < count; i++) {
        const value = values[i]!
        const place = ends[(value >>> shift) & (DIGITS - 1)]!++
        spareOrder[place] = order[i]!
        spareValues[place] = value
      }
      ;[order, spareOrder] = [spareOrder, order]
      ;[values, spareValues] = [spareValues, values]
    }
  }
  return order
}

/** Returns the values in that order. A loop takes a third of the time of `map`. */
export function reorder(values: Uint32Array, order: Uint32Array): Uint32Array<ArrayBuffer> {
  const ordered = new Uint32Array(order.length)
  for (let i = 0; i < order.length; i++) ordered[i] = values[order[i]!]!
  return ordered
}
