import { editDistance, maxTypos, prefixEditDistance } from '../../text/edit-distance.ts'
import { isShortWord, SHORT_LETTERS } from '../words/typo-rules.ts'

/** What a typed word costs as the spelling of a word of a document. */
export const SPELLING = {
  begun: 3,
  initials: 5,
  typo: 10,
  begunTypo: 12,
  inflected: 14,
  twoTypos: 20,
} as const

/** No such word. */
export const NEVER = 1000

/** Letters that a word keeps in all its forms: "rybari" and "rybarsky". */
const STEM_MIN = 5
const ENDING_MAX = 4
/** A half of a word that may be mistyped has as many letters. */
export const HALF_MIN = 3
const [ZERO, NINE, A, Z] = [0x30, 0x39, 0x61, 0x7a]

/** Typed words in a row, and what they are read as: one word, or what they stand for. */
export interface TypedSpan {
  readonly from: number
  readonly to: number
  /** Other words that they stand for. All of them must be there; null: the text itself. */
  readonly meant: readonly string[] | null
  readonly text: string
  readonly isSingle: boolean
  /** What all its forms begin with. Undefined of a short word or a number. */
  readonly stem: string | undefined
  /** It may be unfinished. */
  readonly isLast: boolean
  /** It is one word, and no name has it: it may be two words. */
  readonly mayBeTwo: boolean
  /** How many letters of it may be wrong. */
  readonly typosMax: 0 | 1 | 2
  /** How often names have it, as a power of two. */
  readonly frequency: number
  /** How many words it may be the first letters of. */
  readonly initials: number
  /** No word of a document is like it: one of the two may be mistyped. */
  readonly isUnknown: boolean
}

export function isNumber(word: string): boolean {
  const code = word.charCodeAt(0)
  return ZERO <= code && code <= NINE
}

/** The letters that all forms of a word begin with. Undefined of a short word or a number. */
export function stemOf(word: string): string | undefined {
  return word.length <= STEM_MIN || isNumber(word)
    ? undefined
    : word.slice(0, Math.max(STEM_MIN, word.length - ENDING_MAX))
}

/** What a typed word costs as a spelling of this word. */
export function spell({ text, stem, isSingle, isLast, typosMax }: TypedSpan, word: string): number {
  if (text === word) return 0
  if (word.startsWith(text) && (isLast || (isSingle && !isNumber(text)))) return SPELLING.begun - (isLast ? 1 : 0)
  const longer = word.length - text.length
  if (typosMax !== 0 && SHORT_LETTERS <= word.length && isOneEdit(text, word)) return SPELLING.typo
  if (text.length <= SHORT_LETTERS) return NEVER
  if (isLast && isSingle && typosMax !== 0 && 0 <= longer && isBegunWithEdit(text, word)) return SPELLING.begunTypo
  if (stem !== undefined && word.length - stem.length <= ENDING_MAX + 1 && word.startsWith(stem))
    return SPELLING.inflected
  if (typosMax !== 2 || longer < -2 || (!isLast && 2 < longer)) return NEVER
  return (isLast ? prefixEditDistance : editDistance)(text, word, 2) <= 2 ? SPELLING.twoTypos : NEVER
}

/** Whether a typed word begins with a word and goes on, or ends with one and has letters before it. */
export function hasHead({ text }: TypedSpan, word: string): boolean {
  return word.length < text.length && text.startsWith(word)
}

export function hasTail({ text }: TypedSpan, word: string): boolean {
  return HALF_MIN <= word.length && word.length < text.length && text.endsWith(word)
}

/** What a typed word costs as two neighbouring words. It has the first as its head, or the second as its tail. */
export function spellPair(typed: TypedSpan, first: string, second: string): number {
  const { text, isLast, isUnknown } = typed
  if (hasHead(typed, first)) {
    const rest = text.slice(first.length)
    if (rest === second || (isLast && second.startsWith(rest))) return 0
    const isTypo = isUnknown && HALF_MIN <= first.length && HALF_MIN < rest.length && isOneEdit(rest, second)
    if (isTypo) return SPELLING.typo
  }
  const head = text.slice(0, text.length - second.length)
  const isTypo = isUnknown && hasTail(typed, second) && HALF_MIN < head.length && isOneEdit(head, first)
  return isTypo ? SPELLING.typo : NEVER
}

/** How many letters of a word may be wrong. A word of three letters may have one. */
export function typosOf(word: string): 0 | 1 | 2 {
  return isShortWord(word) ? 1 : maxTypos(word)
}

/** Whether a letter was inserted, left out or replaced, or two neighbours were swapped. Only a–z can be wrong. */
function isOneEdit(a: string, b: string, bLength = b.length): boolean {
  const longer = a.length - bLength
  if (1 < longer || longer < -1) return false
  const shorter = Math.min(a.length, bLength)
  let from = 0
  while (from < shorter && a.charCodeAt(from) === b.charCodeAt(from)) from += 1
  let same = 0
  const most = shorter - from
  while (same < most && a.charCodeAt(a.length - 1 - same) === b.charCodeAt(bLength - 1 - same)) same += 1
  const wrong = Math.max(a.length, bLength) - from - same
  if (wrong === 1) return (longer < 0 || isEditable(a, from)) && (0 < longer || isEditable(b, from))
  const isSwapped = a.charCodeAt(from) === b.charCodeAt(from + 1) && a.charCodeAt(from + 1) === b.charCodeAt(from)
  return longer === 0 && wrong === 2 && isSwapped && isEditable(a, from) && isEditable(b, from)
}

function isEditable(word: string, at: number): boolean {
  const code = word.charCodeAt(at)
  return A <= code && code <= Z
}

function isBegunWithEdit(text: string, word: string): boolean {
  for (let more = -1; more <= 1; more++)
    if (text.length + more <= word.length && isOneEdit(text, word, text.length + more)) return true
  return false
}
