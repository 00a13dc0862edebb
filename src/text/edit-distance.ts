/**
 * The number of edits between two words: a letter inserted, deleted or replaced, or two neighbours swapped. A swapped
 * pair is not edited again ("optimal string alignment"). Returns `max + 1` for any larger distance.
 */
export function editDistance(a: string, b: string, max: number): number {
  return distance(a, b, max, 'whole')
}

/** The distance to the nearest prefix of a word: "kosci" is one edit from a prefix of "kosice". */
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
    // A swap looks back two rows, so both must exceed the maximum.
    if (max < least && max < Math.min(...last)) return max + 1
    before = last
    last = row
  }
  return Math.min(end === 'whole' ? last[b.length]! : Math.min(...last), max + 1)
}
