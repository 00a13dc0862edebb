import { PREPOSITIONS } from '../../text/inflection.ts'

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

/** Words that name nobody: "www.alza.sk", "DIČ 2020…". */
const LABELS: ReadonlySet<string> = new Set('www http https info email tel ico dic dph dodavatel odberatel'.split(' '))

function isName(words: readonly string[]): boolean {
  return words.some((word) => LETTERS_MIN <= word.length && !/^[0-9]+$/.test(word)) && !LABELS.has(words[0]!)
}

/** Whether nothing but a town is left, maybe with a number or after a preposition: "praha 1", "v kosiciach". */
export function isMerePlace(words: readonly string[], isPlace: (word: string) => boolean): boolean {
  return words.every(
    (word, i) =>
      isPlace(word) || /^[0-9]+$/.test(word) || PREPOSITIONS.has(word) || PREPOSITIONS.has(words[i - 1] ?? ''),
  )
}
