import type { AddressText } from '../../text/address-text.ts'
import type { AddressQuery } from './address-reading.ts'
import { isNumber } from './query-words.ts'
import { type NumberItem, type QueryItem, toItems } from './split-query.ts'

/** The numbers of a slash are not longer. */
const DIGITS_MAX = 4
const RANGE = /^([0-9]+)([a-z]?)$/

/**
 * Reads numbers in other ways than the usual one: "purkynova24" is Purkyňova 24, "64-7" and "64 7" are 64/7, and "e1"
 * and "E 1" are evidence numbers. Undefined if there is none of them.
 */
export function rewriteNumbers({ items }: AddressQuery, text: AddressText): QueryItem[] | undefined {
  const found: QueryItem[] = []
  const apart = toItems(text)
  let isChanged = apart.length !== items.length || apart.some(({ text: own }, i) => own !== items[i]!.text)
  for (let i = 0; i < apart.length; i++) {
    const item = apart[i]!
    const pair = isShort(item) && !item.hasDot ? readPair(item, apart[i + 1]) : undefined
    found.push(pair?.item ?? item)
    isChanged ||= pair !== undefined
    i += (pair?.length ?? 1) - 1
  }
  return isChanged ? found : undefined
}

/** "64-7", or "64" and "7": one item or two. */
function readPair(item: NumberItem, next: QueryItem | undefined): { item: NumberItem; length: number } | undefined {
  const [, digits, suffix] = RANGE.exec(item.suffix) ?? []
  if (digits !== undefined) return { item: { ...item, suffix: '', second: { digits, suffix: suffix! } }, length: 1 }
  const isPair = item.suffix === '' && item.spaceFollows && isShort(next) && next.label === null
  return isPair ? { item: { ...next, ...item, second: next, spaceFollows: next.spaceFollows }, length: 2 } : undefined
}

function isShort(item: QueryItem | undefined): item is NumberItem {
  return isNumber(item) && item.second === null && item.digits.length <= DIGITS_MAX
}
