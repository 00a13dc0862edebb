/**
 * How many single edits lead from one word to another: a letter inserted, deleted, replaced, or two neighbours swapped. Stops counting past
 * `max` and then returns `max + 1`. A swapped pair is not edited again (the "optimal string alignment"): that is how people mistype.
 */
export function editDistance(a: string, b: string, max: number): number {
  return distance(a, b, max, 'whole')
}

/** The same from a word to the nearest beginning of another one: "kosci" is one edit from a beginning of "košice" folded. */
export function prefixEditDistance(typed: string, word: string, max: number): number {
  return distance(typed, word.slice(0, typed.length + max), max, 'prefix')
}

function distance(a: string, b: string, max: number, end: 'whole' | 'prefix'): number {
  if (end === 'whole' && max < Math.abs(a.length - b.length)) return max + 1
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    let least = i
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1))
      if (1 < i && 1 < j && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, before[j - 2]! + 1)
      row.push(cost)
      least = Math.min(least, cost)
    }
    // A swap reaches back two rows, so both must be beyond the bound before nothing can come of it.
    if (max < least && max < Math.min(...last)) return max + 1
    before = last
    last = row
  }
  return Math.min(end === 'whole' ? last[b.length]! : Math.min(...last), max + 1)
}
