import { HOUSE_DIGITS_MAX } from '../../text/house-number.ts'
import { findLabelWord, findNumberLabel, type NumberKind } from '../../text/number-labels.ts'
import { splitWords, type TextWord } from '../../text/words.ts'

/** The typed text as words and numbers. An item also describes the characters after it. */
export type QueryItem = WordItem | NumberItem

export interface WordItem {
  readonly kind: 'word'
  readonly text: string
  /** The word as typed, in lower case, if it differs from the folded word. */
  readonly typed: string | null
  readonly hasDot: boolean
  /** It stands for what was typed. A typed word may be unfinished, if it is the last one. */
  readonly isMeant?: true
  /** The word stands before a number and may be its label: "ev. 20". */
  readonly label: NumberKind | null
}

export interface NumberItem {
  readonly kind: 'number'
  readonly digits: string
  /** Its words, if it turns out to be no number. */
  readonly words: readonly string[]
  /** Letters after it, or after a slash: "10e", "12/A"; the end of a range: "1-3". */
  readonly suffix: string
  /** After a slash: "1143/79B". */
  readonly second: { readonly digits: string; readonly suffix: string } | null
  /** The kind that a label before it says, if the label is certain: then its words are no items. */
  readonly label: NumberKind | null
  /** "28." may be a day. */
  readonly hasDot: boolean
  /** Nothing but space between it and the next item. */
  readonly spaceFollows: boolean
}

/** Longer texts are cut off. */
export const QUERY_LENGTH_MAX = 200
/** An address has fewer words and numbers. */
const ITEMS_MAX = 14

export function splitQuery(text: string): QueryItem[] {
  const whole = text.slice(0, QUERY_LENGTH_MAX)
  const pieces: TextWord[] = []
  for (const word of splitWords(whole)) pushPieces(pieces, word)
  const items: QueryItem[] = []
  for (let i = 0; i < pieces.length && items.length < ITEMS_MAX; ) {
    const { item, used } = isNumber(pieces[i]!.text)
      ? readNumber(whole, pieces, i)
      : { item: readWord(whole, pieces, i), used: 1 }
    if (item.kind === 'number') pushNumber(items, item)
    else items.push(item)
    i += used
  }
  return items
}

const DIGITS_AND_WORD = /^([0-9]+)(\p{L}{3,})$/u
const LABEL_AND_DIGITS = /^(cp|cev|evc|supc|ev)([0-9]+)$/

/** "17listopadu" is two; "10e" and "10eb" are one. */
function pushPieces(pieces: TextWord[], word: TextWord): void {
  const { text } = word
  const parts = isDigit(text, 0)
    ? DIGITS_AND_WORD.exec(text)
    : isDigit(text, text.length - 1)
      ? LABEL_AND_DIGITS.exec(text)
      : null
  if (parts === null) return void pieces.push(word)
  const middle = Math.min(word.start + parts[1]!.length, word.end)
  pieces.push({ text: parts[1]!, start: word.start, end: middle }, { text: parts[2]!, start: middle, end: word.end })
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return 48 <= code && code <= 57
}

/** No marks, so it is in NFC. */
const IS_LATIN = /^[\0-\u024f]*$/

const NUMBER = /^([0-9]+)(\p{L}{0,2})$/u

function isNumber(text: string): boolean {
  if (!isDigit(text, 0)) return false
  const digits = NUMBER.exec(text)?.[1]
  return digits !== undefined && digits.length <= HOUSE_DIGITS_MAX
}

function readWord(whole: string, pieces: readonly TextWord[], i: number): WordItem {
  const { text, start, end } = pieces[i]!
  const own = whole.slice(start, end)
  const typed = (IS_LATIN.test(own) ? own : own.normalize('NFC')).toLowerCase()
  return { kind: 'word', text, typed: typed === text ? null : typed, hasDot: whole[end] === '.', label: null }
}

function readNumber(whole: string, pieces: readonly TextWord[], i: number): { item: NumberItem; used: number } {
  const [, digits, letters] = NUMBER.exec(pieces[i]!.text)!
  const next = pieces[i + 1]
  const gap = next === undefined ? '' : whole.slice(pieces[i]!.end, next.start)
  const item = (more: Partial<NumberItem>, used: number): { item: NumberItem; used: number } => {
    const end = pieces[i + used - 1]!.end
    const following = pieces[i + used]
    const spaceFollows = following !== undefined && /^\s+$/.test(whole.slice(end, following.start))
    const words = pieces.slice(i, i + used).map(({ text }) => text)
    const plain = { kind: 'number', digits: digits!, words, suffix: letters!, second: null, label: null } as const
    return { item: { ...plain, hasDot: whole[end] === '.', spaceFollows, ...more }, used }
  }
  if (next === undefined) return item({}, 1)
  const nextNumber = isNumber(next.text) ? NUMBER.exec(next.text)! : null
  const isSlash = /^\s*\/\s*$/.test(gap)
  if (isSlash && nextNumber !== null) return item({ second: { digits: nextNumber[1]!, suffix: nextNumber[2]! } }, 2)
  const isDash = /^[-–]$/.test(gap)
  if (letters === '' && (isSlash || isDash) && /^\p{L}{1,2}$/u.test(next.text)) return item({ suffix: next.text }, 2)
  const isRange = isDash && letters === '' && digits!.length <= 4 && nextNumber !== null && nextNumber[1]!.length <= 4
  return isRange ? item({ suffix: next.text }, 2) : item({}, 1)
}

/**
 * Adds a number and removes its label: "č.p." and the like, "č." alone, and "PSČ" before a postal code.
 */
function pushNumber(items: QueryItem[], number: NumberItem): void {
  const words: string[] = []
  for (const item of items) {
    if (item.kind === 'word') words.push(item.text)
    else words.length = 0
  }
  const label = findNumberLabel(words)
  const last = items.at(-1)
  if (label !== undefined) items.length -= label.length
  else if (last?.kind === 'word') {
    items.length -= 1
    if (!isNumberSign(last)) items.push({ ...last, label: findLabelWord(last.text) ?? null })
  }
  items.push({ ...number, label: label?.kind ?? null })
}

function isNumberSign(word: WordItem): boolean {
  return word.text === 'psc' || (word.text === 'c' && (word.typed === 'č' || word.hasDot))
}
