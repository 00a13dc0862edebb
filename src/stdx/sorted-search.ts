/** The place of a number in an ascending array, or -1. */
export function sortedIndexOf(sorted: Float64Array | Uint32Array, wanted: number): number {
  let low = 0
  let high = sorted.length - 1
  while (low <= high) {
    const middle = (low + high) >>> 1
    const found = sorted[middle]!
    if (found === wanted) return middle
    if (found < wanted) low = middle + 1
    else high = middle - 1
  }
  return -1
}

/** The first place in an ascending array whose number is not below the wanted one; the length if all are. */
export function lowerBound(sorted: Uint32Array, wanted: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle]! < wanted) low = middle + 1
    else high = middle
  }
  return low
}
