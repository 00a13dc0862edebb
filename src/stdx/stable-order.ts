/**
 * The places 0 … n−1 ordered by several numbers each, the first list deciding; equal ones stay in their order. By counting, half of a
 * number at a time: a sort with a comparison takes ten times as long for millions.
 */
export function stableOrder(count: number, keys: readonly Uint32Array[]): Uint32Array {
  let order = new Uint32Array(count)
  for (let i = 0; i < count; i++) order[i] = i
  let spare = new Uint32Array(count)
  const pass = (key: Uint32Array, shift: 0 | 16, digits: number): void => {
    const ends = new Uint32Array(digits + 1)
    for (let i = 0; i < count; i++) ends[((key[i]! >>> shift) & 0xffff) + 1]! += 1
    for (let digit = 0; digit < digits; digit++) ends[digit + 1]! += ends[digit]!
    for (let i = 0; i < count; i++) {
      const place = order[i]!
      spare[ends[(key[place]! >>> shift) & 0xffff]!++] = place
    }
    ;[order, spare] = [spare, order]
  }
  for (const key of keys.toReversed()) {
    let greatest = 0
    for (let i = 0; i < count; i++) if (greatest < key[i]!) greatest = key[i]!
    if (0 < greatest) pass(key, 0, Math.min(greatest, 0xffff) + 1)
    if (1 << 16 <= greatest) pass(key, 16, (greatest >>> 16) + 1)
  }
  return order
}
