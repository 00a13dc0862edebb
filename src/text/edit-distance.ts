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

/** Whether the distance is at most this, which is small. */
export function isWithinEdits(a: string, b: string, max: number): boolean {
  let same = 0
  while (same < a.length && a[same] === b[same]) same += 1
  const [x, y] = [a.slice(same), b.slice(same)]
  if (!x || !y || !max) return x.length + y.length <= max
  const isWithin = (fromX: number, fromY: number) => isWithinEdits(x.slice(fromX), y.slice(fromY), max - 1)
  return isWithin(1, 1) || isWithin(0, 1) || isWithin(1, 0) || (x[0] === y[1] && x[1] === y[0] && isWithin(2, 2))
}

/** Whether the distance is one. */
export function isOneEdit(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if (1 < long.length - short.length) return false
  let at = 0
  while (at < short.length && short[at] === long[at]) at += 1
  let end = 0
  while (end < short.length - at && short[short.length - 1 - end] === long[long.length - 1 - end]) end += 1
  const left = short.length - at - end
  if (short.length < long.length) return left === 0
  if (left === 1) return true
  return left === 2 && short[at] === long[at + 1] && short[at + 1] === long[at]
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

/** How many typing errors a word may have: one from four letters on, two from eight. None unless all are a–z. */
export function maxTypos(word: string): 0 | 1 | 2 {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return 0
  return word.length < 8 ? 1 : 2
}
