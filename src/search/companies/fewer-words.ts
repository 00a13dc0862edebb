/** A name that is left needs a word of so many letters. */
const LETTERS_MIN = 3

/** The name in front and a place behind, then the other way round: the longest name first. */
export function listNamesWithPlace(words: readonly string[]): readonly NameWithPlace[] {
  const all: NameWithPlace[] = []
  for (let count = words.length - 1; 0 < count; count--) {
    all.push({ name: words.slice(0, count), place: words.slice(count) })
    all.push({ name: words.slice(-count), place: words.slice(0, -count) })
  }
  return all.filter(({ name }) => isName(name))
}

export interface NameWithPlace {
  readonly name: readonly string[]
  readonly place: readonly string[]
}

/**
 * The words without some at the end, then without some in front, the longest first: a name begins with what it is known
 * by.
 */
export function listShorter(words: readonly string[]): readonly (readonly string[])[] {
  const counts = words.keys().drop(1).toArray().reverse()
  return [...counts.map((count) => words.slice(0, count)), ...counts.map((count) => words.slice(-count))].filter(isName)
}

function isName(words: readonly string[]): boolean {
  return words.some((word) => LETTERS_MIN <= word.length && !/^[0-9]+$/.test(word))
}
