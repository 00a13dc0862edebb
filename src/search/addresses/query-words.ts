import type { NumberItem, QueryItem, WordItem } from './split-query.ts'

/** A word that was not typed, but is meant. */
export function meantWord(text: string): WordItem {
  return { kind: 'word', text, typed: null, hasDot: false, role: null, label: null, isMeant: true }
}

export function isWord(item: QueryItem | undefined): item is WordItem {
  return item?.kind === 'word'
}

export function isNumber(item: QueryItem | undefined): item is NumberItem {
  return item?.kind === 'number'
}

/** Digits alone, without a letter, a slash or a label. */
export function isPlainNumber(item: QueryItem | undefined): item is NumberItem {
  return isNumber(item) && item.suffix === '' && item.second === null && item.label === null
}
