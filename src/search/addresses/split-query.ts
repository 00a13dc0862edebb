import {
  type AddressText,
  type AddressToken,
  type NumberToken,
  readAddressText,
  type WordToken,
} from '../../text/address-text.ts'

/** The typed text as words and numbers, without labels of numbers. */
export type QueryItem = WordItem | NumberItem

export interface WordItem extends Pick<WordToken, 'kind' | 'text' | 'hasDot' | 'role' | 'label'> {
  /** The word as typed, in lower case, if it differs from the folded word. */
  readonly typed: string | null
  /** It stands for what was typed. A typed word may be unfinished, if it is the last one. */
  readonly isMeant?: true
}

export interface NumberItem extends Omit<NumberToken, 'start' | 'end' | 'field' | 'segment' | 'before'> {
  /** Its words, if it turns out to be no number. */
  readonly words: readonly string[]
  /** Nothing but space between it and the next token. */
  readonly spaceFollows: boolean
}

/** Longer texts are cut off. */
export const QUERY_LENGTH_MAX = 200
/** An address has fewer words and numbers. */
const ITEMS_MAX = 14

export function splitQuery(text: string): QueryItem[] {
  return toItems(readAddressText([text.slice(0, QUERY_LENGTH_MAX)]))
}

export function toItems({ tokens }: AddressText): QueryItem[] {
  const items: QueryItem[] = []
  for (const [i, token] of tokens.entries()) {
    if (token.role === 'label') continue
    if (items.push(token.kind === 'number' ? toNumberItem(token, tokens[i + 1]) : toItem(token)) === ITEMS_MAX) break
  }
  return items
}

function toNumberItem(number: NumberToken, next: AddressToken | undefined): NumberItem {
  const spaceFollows = next?.field === number.field && next.before !== '' && next.before.trim() === ''
  const { kind, raw, text, hasDot, role, label, digits, suffix, second } = number
  const words = text.includes('/') ? text.split('/') : [text]
  return { kind, raw, text, hasDot, role, label, digits, suffix, second, words, spaceFollows }
}

/** No marks, so it is in NFC. */
const IS_LATIN = /^[\0-\u024f]*$/

function toItem({ kind, raw, text, hasDot, role, label }: WordToken): WordItem {
  const typed = raw === text ? text : (IS_LATIN.test(raw) ? raw : raw.normalize('NFC')).toLowerCase()
  return { kind, text, typed: typed === text ? null : typed, hasDot, role, label }
}
