const FAN_BITS = 4
const FAN = 1 << FAN_BITS
/** A stretch this short is looked through from end to end: two cache lines. */
const SCAN_MAX = 2 * FAN

/**
 * The least number of any stretch of an array, without looking at all of it: of every 16 numbers the least, of every 16 of those the
 * least, and so on. A fifteenth of the array in memory; a dozen cache lines per question.
 */
export class MinimumTree {
  readonly values: Uint32Array
  readonly #levels: readonly Uint32Array[]

  /** `above`: the levels as `levelsAbove` made them, one after the other. */
  constructor(values: Uint32Array, above: Uint32Array) {
    this.values = values
    const levels = [values]
    let at = 0
    for (let length = values.length; FAN < length; ) {
      length = Math.ceil(length / FAN)
      levels.push(above.subarray(at, at + length))
      at += length
    }
    this.#levels = levels
  }

  /** The place of the least number in [from, to), which is not empty; of equal ones any. */
  placeOfLeast(from: number, to: number): number {
    const levels = this.#levels
    let level = 0
    let best = levels[0]![from]!
    let bestPlace = from
    let bestLevel = 0
    let low = from
    let high = to
    for (;;) {
      const numbers = levels[level]!
      const leftEnd = high - low <= SCAN_MAX ? high : (low + FAN - 1) & -FAN
      for (let i = low; i < leftEnd; i++) {
        if (numbers[i]! < best) {
          best = numbers[i]!
          bestPlace = i
          bestLevel = level
        }
      }
      if (leftEnd === high) break
      for (let i = high & -FAN; i < high; i++) {
        if (numbers[i]! < best) {
          best = numbers[i]!
          bestPlace = i
          bestLevel = level
        }
      }
      low = leftEnd >>> FAN_BITS
      high >>>= FAN_BITS
      level += 1
      if (low === high) break
    }
    for (; 0 < bestLevel; bestLevel--) {
      const below = levels[bestLevel - 1]!
      bestPlace <<= FAN_BITS
      while (below[bestPlace] !== best) bestPlace += 1
    }
    return bestPlace
  }
}

export function levelsAbove(values: Uint32Array): Uint32Array {
  const all: number[] = []
  const levels: Uint32Array[] = []
  for (let below = values; FAN < below.length; below = levels.at(-1)!) {
    const level = new Uint32Array(Math.ceil(below.length / FAN))
    for (let i = 0; i < level.length; i++) {
      let least = below[i * FAN]!
      const end = Math.min((i + 1) * FAN, below.length)
      for (let j = i * FAN + 1; j < end; j++) if (below[j]! < least) least = below[j]!
      level[i] = least
    }
    levels.push(level)
    all.push(level.length)
  }
  const above = new Uint32Array(all.reduce((sum, length) => sum + length, 0))
  let at = 0
  for (const level of levels) {
    above.set(level, at)
    at += level.length
  }
  return above
}
