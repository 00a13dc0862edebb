/** Letters without a decomposition in Unicode. */
const PLAIN: ReadonlyMap<string | undefined, string> = new Map(
  'łl đd ðd øo ħh ıi ŧt ßss æae œoe þth'.split(' ').map((pair) => [pair[0], pair.slice(1)]),
)

/** One letter as `foldLetters` does, without a table. */
export function foldLetter(letter: string): string {
  let folded = ''
  // One letter at a time, so that a text of combining marks takes linear time.
  for (const part of letter.normalize('NFKD').toLowerCase()) {
    if (!/\p{M}/u.test(part)) folded += PLAIN.get(part) ?? part
  }
  return folded
}
