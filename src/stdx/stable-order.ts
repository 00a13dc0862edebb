const DIGIT_BITS = 11
const DIGITS = 1 << DIGIT_BITS

/**
 * The places 0 … n−1 ordered by several numbers each, the first list deciding; equal ones stay in their order. By counting, eleven bits of a
 * number at a time: a sort with a comparison takes ten times as long for millions. The numbers move along with the places, so that each pass
 * reads in order; looking them up by place takes twice as long, and so do digits of 16 bits, whose counters fill the cache.
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

/** The values in that order. A loop takes a third of the time of `map`. */
export function reorder(values: Uint32Array, order: Uint32Array): Uint32Array<ArrayBuffer> {
  const ordered = new Uint32Array(order.length)
  for (let i = 0; i < order.length; i++) ordered[i] = values[order[i]!]!
  return ordered
}
