import { splitWords } from './words.ts'

/** A name as it is compared with another one of the same company number. */
export interface SubjectName {
  /** Folded, without the titles at its front. */
  readonly words: readonly string[]
  /** The words of a person's name before the first separating sign. */
  readonly person: readonly string[]
}

/** Titles before a name, folded: "Ing. arch.", "Mgr. art.", "JUDr.", "Ing. PhD.". */
const TITLES: ReadonlySet<string> = new Set(
  (
    'akad arch art artd bc bca bsc c csc dipl dis doc dott dr drsc et h icdr ing judr mag mal mba mddr mga mgr mph ' +
    'msc mudr mvdr nat paed paeddr pharm pharmdr phd phdr phil phmr prof prom rer rndr rsc rsdr soch thdr thlic thmgr'
  ).split(' '),
)

/** A first name and a surname. */
const PERSON_WORDS_MIN = 2

/** A hyphen between letters is part of a surname. */
const SEPARATOR = /\s[-–—]|[-–—]\s|[,;:("„“/]/

export function parseSubjectName(name: string): SubjectName {
  const all = foldWords(name)
  let titles = 0
  while (titles < all.length - PERSON_WORDS_MIN && TITLES.has(all[titles]!)) titles += 1
  const words = all.slice(titles)
  const person = foldWords(name.split(SEPARATOR, 1)[0]!).slice(titles)
  return { words, person: person.length < PERSON_WORDS_MIN ? words : person }
}

/** Whether both have the same words. */
export function areEqualNames(one: SubjectName, other: SubjectName): boolean {
  return one.words.join(' ') === other.words.join(' ')
}

/** Whether one begins with the person whom the other names: "Ján Novák", "Novák Ján", "Ján Novák - STAVMONT". */
export function namesSamePerson(one: SubjectName, other: SubjectName): boolean {
  const [short, long] =
    one.person.length <= other.person.length ? [one.person, other.person] : [other.person, one.person]
  if (short.length < PERSON_WORDS_MIN) return false
  return short.toSorted().join(' ') === long.slice(0, short.length).sort().join(' ')
}

function foldWords(text: string): string[] {
  return splitWords(text).map((word) => word.text)
}
