/** After them a town or a street stands in another case: "v Plzni", "na Hlavnej", "zo Zvolena". */
export const PREPOSITIONS: ReadonlySet<string> = new Set(['v', 've', 'vo', 'na', 'z', 'ze', 'zo', 'u', 'pri', 'do'])

/** Letters that all cases of a word have in common, and how many of its last letters may differ. */
const STEM_MIN = 3
const ENDING_MAX = 3

/** Whether two folded words may be cases of one: "plzni" and "plzen", "kosiciach" and "kosice", "praze" and "praha". */
export function mayBeInflected(a: string, b: string): boolean {
  let same = 0
  while (same < a.length && a[same] === b[same]) same += 1
  return (
    STEM_MIN <= same && Math.min(a.length, b.length) - ENDING_MAX < same && Math.max(a.length, b.length) - same <= 4
  )
}
