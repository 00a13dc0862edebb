import { isNumber } from './query-words.ts'
import type { QueryItem } from './split-query.ts'
import type { County } from './vocabulary.ts'

/** A query without the name of its okres. */
export interface OkresOfQuery {
  readonly items: readonly QueryItem[]
  /** The names of the okresy that may be meant. */
  readonly counties: readonly string[]
}

/** Whether the text says that an okres follows. */
export function hasOkresLabel(items: readonly QueryItem[]): boolean {
  return items.some(({ role }) => role === 'okres')
}

/** "okres Třebíč", "okr. Havlíčkův Brod". The name may be unfinished: "okres Brno" is two of them. */
export function readLabelledOkres(items: readonly QueryItem[], counties: readonly County[]): OkresOfQuery | undefined {
  const label = items.findIndex(({ role }) => role === 'okres')
  const named = counties.map((county) => ({ county, count: countWords(items, label + 1, county) }))
  const most = Math.max(0, ...named.map(({ count }) => count))
  if (label < 0 || most === 0) return undefined
  const fitting = named.filter(({ count }) => count === most).map(({ county }) => county)
  const whole = fitting.filter((county) => isWhole(items, label + 1, county))
  return {
    items: [...items.slice(0, label), ...items.slice(label + 1 + most)],
    counties: (whole.length === 0 ? fitting : whole).map(({ name }) => name),
  }
}

/** How many items from there on are the first words of the name; the last item may be the beginning of one. */
function countWords(items: readonly QueryItem[], from: number, { words }: County): number {
  let count = 0
  while (count < words.length) {
    const item = items[from + count]
    if (item === undefined) break
    const text = textOf(item)
    const isUnfinished = from + count === items.length - 1 && words[count]!.startsWith(text)
    if (text !== words[count] && !isUnfinished) break
    count += 1
  }
  return count
}

function isWhole(items: readonly QueryItem[], from: number, { words }: County): boolean {
  return words.length !== 0 && words.every((word, i) => from + i < items.length && textOf(items[from + i]!) === word)
}

/** "Bratislava 1" is Bratislava I. */
function textOf(item: QueryItem): string {
  return isNumber(item) ? (ROMAN[Number(item.digits)] ?? item.digits) : item.text
}

const ROMAN = ['', 'i', 'ii', 'iii', 'iv', 'v']
