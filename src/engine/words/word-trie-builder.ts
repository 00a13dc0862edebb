import { growingU8, growingU32 } from '../../stdx/growing.ts'
import type { SectionSource } from '../../stdx/section-file.ts'
import type { TextArrays } from '../../stdx/text-column.ts'

/** Makes the nodes of a `WordTrie` over terms that are sorted by their bytes, no two of them equal. */
export function trieNodes({ bytes, starts }: TextArrays): Record<'letters' | 'child' | 'low', SectionSource> {
  const letters = growingU8()
  const child = growingU32()
  const low = growingU32()
  letters.push(0)
  low.push(0)
  let level: Stretch[] = [{ low: 0, high: starts.length - 1 }]
  for (let depth = 0; level.length !== 0; depth++) {
    const next: Stretch[] = []
    for (const node of level) {
      child.push(low.length)
      if (node.high - node.low < 2) continue
      // The one term that ends here sorts before those that go on.
      let from = starts[node.low + 1]! - starts[node.low]! === depth ? node.low + 1 : node.low
      while (from < node.high) {
        const letter = bytes[starts[from]! + depth]!
        const to = endOfLetter({ bytes, starts }, { low: from, high: node.high }, depth)
        letters.push(letter)
        low.push(from)
        next.push({ low: from, high: to })
        from = to
      }
    }
    level = next
  }
  child.push(low.length)
  return { letters: letters.pieces(), child: child.pieces(), low: low.pieces() }
}

interface Stretch {
  readonly low: number
  readonly high: number
}

/** Where the terms that have the first one's letter at this depth end. */
function endOfLetter({ bytes, starts }: TextArrays, { low, high }: Stretch, depth: number): number {
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
