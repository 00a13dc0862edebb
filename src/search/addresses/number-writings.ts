import { isPlainNumber, isWord, meantWord } from './query-words.ts'
import type { NumberItem, QueryItem } from './split-query.ts'

const WORD_AND_DIGITS = /^(\p{L}{3,})([0-9]{1,4})([a-z]?)$/u
const BEHIND_DASH = /^([0-9]+)([a-z]?)$/
const EVIDENCE = /^e([0-9]{1,4})$/
/** The numbers of a slash are not longer. */
const DIGITS_MAX = 4

/**
 * Reads numbers in other ways than the usual one: "purkynova24" is Purkyňova 24, "64-7" and "64 7" are 64/7, and "e1"
 * and "E 1" are evidence numbers. Undefined if there is none of them.
 */
export function rewriteNumbers(items: readonly QueryItem[]): QueryItem[] | undefined {
  const found: QueryItem[] = []
  let isChanged = false
  for (let i = 0; i < items.length; i++) {
    const written = rewriteAt(items, i)
    found.push(...(written?.items ?? [items[i]!]))
    if (written === undefined) continue
    isChanged = true
    i += written.used - 1
  }
  return isChanged ? found : undefined
}

interface Written {
  readonly items: readonly QueryItem[]
  readonly used: number
}

function rewriteAt(items: readonly QueryItem[], i: number): Written | undefined {
  const item = items[i]!
  const next = items[i + 1]
  if (isWord(item)) {
    const evidence = EVIDENCE.exec(item.text)
    if (evidence !== null) return { items: [{ ...numberOf(evidence[1]!), label: 'evidence' }], used: 1 }
    if (item.text === 'e' && isPlainNumber(next)) return { items: [{ ...next, label: 'evidence' }], used: 2 }
    const glued = WORD_AND_DIGITS.exec(item.text)
    if (glued === null) return undefined
    return { items: [meantWord(glued[1]!), { ...numberOf(glued[2]!), suffix: glued[3]! }], used: 1 }
  }
  if (DIGITS_MAX < item.digits.length || item.second !== null || item.hasDot) return undefined
  const behindDash = BEHIND_DASH.exec(item.suffix)
  if (behindDash !== null) {
    const second = { digits: behindDash[1]!, suffix: behindDash[2]! }
    return { items: [{ ...item, suffix: '', second }], used: 1 }
  }
  const isPair = item.suffix === '' && item.spaceFollows && isShort(next)
  if (!isPair) return undefined
  return { items: [{ ...next, label: item.label, second: next, digits: item.digits, suffix: '' }], used: 2 }
}

function isShort(item: QueryItem | undefined): item is NumberItem {
  return item?.kind === 'number' && item.second === null && item.label === null && item.digits.length <= DIGITS_MAX
}

function numberOf(digits: string): NumberItem {
  const plain = { suffix: '', second: null, label: null, hasDot: false, spaceFollows: true } as const
  return { kind: 'number', digits, words: [digits], ...plain }
}
