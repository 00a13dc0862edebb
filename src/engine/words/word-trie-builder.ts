import { chunkedU8, chunkedU32 } from '../../stdx/chunked-array.ts'
import type { SectionSource } from '../../stdx/section-file.ts'
import type { TextArrays } from '../../stdx/text-column.ts'

/** Builds the nodes of a `WordTrie` over distinct terms that are sorted by their bytes. */
export function buildTrieNodes({ bytes, starts }: TextArrays): Record<'letters' | 'child' | 'low', SectionSource> {
  const letters = chunkedU8()
  const child = chunkedU32()
  // The terms of each node, [low, high). Nodes are created level by level, so that siblings are adjacent.
  const low = chunkedU32()
  const high = chunkedU32()
  letters.push(0)
  low.push(0)
  high.push(starts.length - 1)
  for (let node = 0, depth = 0, levelEnd = 1; node < low.length; node++) {
    if (node === levelEnd) {
      depth += 1
      levelEnd = low.length
    }
    child.push(low.length)
    const end = high.at(node)
    let from = low.at(node)
    if (end - from < 2) continue
    // The term that ends here sorts before longer ones.
    if (starts[from + 1]! - starts[from]! === depth) from += 1
    while (from < end) {
      const to = findLetterEnd({ bytes, starts }, { low: from, high: end }, depth)
      letters.push(bytes[starts[from]! + depth]!)
      low.push(from)
      high.push(to)
      from = to
    }
  }
  child.push(low.length)
  return { letters: letters.pieces(), child: child.pieces(), low: low.pieces() }
}

interface Stretch {
  readonly low: number
  readonly high: number
}

/** Finds the end of the terms that share the first one's letter at this depth. */
function findLetterEnd({ bytes, starts }: TextArrays, { low, high }: Stretch, depth: number): number {
  const letter = bytes[starts[low]! + depth]!
  let same = low
  let step = 1
  while (same + step < high && bytes[starts[same + step]! + depth] === letter) {
    same += step
    step *= 2
  }
  for (; 1 <= step; step = Math.floor(step / 2)) {
    if (same + step < high && bytes[starts[same + step]! + depth] === letter) same += step
  }
  return same + 1
}
